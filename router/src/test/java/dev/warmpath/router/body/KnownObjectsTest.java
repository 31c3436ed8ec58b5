package dev.warmpath.router.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body that is read with what earlier ones had is the body that it is without. */
class KnownObjectsTest {

    /** Keeps every object that it is shown. */
    private static final class Kept implements KnownObjects {

        private record Entry(byte[] text, long cost, int[] next) implements Known {

            @Override
            public int length() {
                return text.length;
            }
        }

        private final Map<ByteBuffer, Entry> entries = new HashMap<>();
        private int found;

        @Override
        public @Nullable Known following(@Nullable Known before, byte[] in, int start, int end) {
            int length = before == null ? 0 : ((Entry) before).next[0];
            return length == 0 || start + length > end ? null : find(in, start, start + length);
        }

        @Override
        public @Nullable Known find(byte[] in, int start, int end) {
            Known known = entries.get(ByteBuffer.wrap(in, start, end - start));
            found += known == null ? 0 : 1;
            return known;
        }

        void keep(JsonBody body, String key) {
            JsonObjects objects = body.objects(key);
            Entry before = null;
            for (int i = 0; objects != null && i < objects.count(); i++) {
                byte[] text = Arrays.copyOfRange(objects.bytes(), objects.start(i), objects.end(i));
                if (text.length >= LEAST_BYTES && objects.mayBeSkipped(i)) {
                    Entry entry = entries.computeIfAbsent(
                            ByteBuffer.wrap(text), unused -> new Entry(text, cost(text), new int[1]));
                    assertThat(objects.cost(i))
                            .as("cost of %s", new String(text, UTF_8))
                            .isEqualTo(entry.cost);
                    if (before != null) {
                        before.next[0] = text.length;
                    }
                    before = entry;
                }
            }
        }

        /** What a check of this object alone takes. */
        private static long cost(byte[] text) {
            try {
                JsonBody alone = JsonBody.parse(("{\"l\":[" + new String(text, UTF_8) + "]}").getBytes(UTF_8));
                return Objects.requireNonNull(alone.objects("l")).cost(0);
            } catch (BadRequest e) {
                throw new IllegalArgumentException(e);
            }
        }
    }

    private final Kept kept = new Kept();

    @Test
    void everythingIsSaidOfABodyThatIsSaidWithoutEarlierOnes() throws BadRequest {
        long seed = 71;
        Random random = new Random(seed);
        RandomJson json = new RandomJson(random);
        List<String> objects = new ArrayList<>();
        for (int turn = 0; turn < 400; turn++) {
            change(objects, random, json);
            String list = String.join(random.nextBoolean() ? "," : " ,\n ", objects);
            byte[] body =
                    ("{\"a\":1, \"messages\": [ " + list + " ] ,\"tools\":[" + objects.get(0) + "]}").getBytes(UTF_8);

            JsonBody plain = JsonBody.parse(body);
            JsonBody read = JsonBody.parse(body, kept);

            assertThat(said(read)).as("seed %d, turn %d", seed, turn).isEqualTo(said(plain));
            kept.keep(read, "messages");
        }
        assertThat(kept.found).as("objects that were known").isGreaterThan(400);
    }

    private static void change(List<String> objects, Random random, RandomJson json) {
        if (objects.size() > 2 && random.nextInt(3) == 0) {
            objects.remove(random.nextInt(objects.size()));
        }
        String text = "text \\u00e9\\n".repeat(random.nextInt(60)) + random.nextInt(20);
        String more = random.nextInt(6) == 0 ? "\"cache_control\":{\"type\":\"" + random.nextInt(9) + "\"}," : "";
        objects.add(
                random.nextInt(objects.size() + 1),
                "{" + more + "\"role\":\"user\",\"content\":\"" + text + "\",\"n\":[1,2," + random.nextInt(3)
                        + "],\"more\":" + json.object(json.keys(random.nextInt(3))) + "}");
        while (objects.size() > 12) {
            objects.remove(0);
        }
    }

    private static List<Object> said(JsonBody body) {
        List<Object> said = new ArrayList<>(List.of(body.keys(), body.cacheControls()));
        for (JsonMember member : body.members()) {
            said.add(List.of(
                    member.lead(),
                    member.valueStart(),
                    member.valueEnd(),
                    member.trail(),
                    member.items(),
                    member.itemKinds()));
            JsonNode value = body.get(member.key());
            said.add(value);
            JsonObjects objects = body.objects(member.key());
            for (int i = 0; objects != null && i < objects.count(); i++) {
                said.add(List.of(objects.start(i), objects.end(i), objects.cost(i), objects.mayBeSkipped(i)));
            }
        }
        return said;
    }

    @Test
    void anObjectThatIsKnownIsOnTheBudgetAllTheSame() throws BadRequest {
        String wide = "{\"a\":[" + "0,".repeat(200) + "{}" + ",{}".repeat(TreeBudget.MAX_VALUES / 5) + "]}";
        for (int turn = 0; turn < 2; turn++) {
            kept.keep(JsonBody.parse(messages(wide, 2), kept), "messages");
        }
        assertThat(JsonBody.parse(messages(wide, 4), kept).knownBytes()).isEqualTo(3 * wide.length());

        assertThatThrownBy(() -> JsonBody.parse(messages(wide, 5), kept))
                .isInstanceOfSatisfying(
                        BadRequest.class, refusal -> assertThat(refusal.code()).isEqualTo("limit_exceeded"));
    }

    private static byte[] messages(String object, int times) {
        return ("{\"messages\":[" + (object + ",").repeat(times - 1) + object + "]}").getBytes(UTF_8);
    }

    /** The same beginning, and then something else. */
    @ParameterizedTest
    @ValueSource(strings = {"", "}", "]", ",", ",]}", " {}]}", ":1]}", "]}}", "],\"messages\":[]}", "x]}"})
    void whatFollowsAKnownObjectIsCheckedAsEver(String rest) throws BadRequest {
        String object = "{\"a\":\"" + "b".repeat(400) + "\"}";
        byte[] whole = messages(object, 2);
        kept.keep(JsonBody.parse(whole, kept), "messages");
        byte[] body = ("{\"messages\":[" + object + "," + object + rest).getBytes(UTF_8);

        assertThat(kept.find(whole, 13, 13 + object.length())).as("known").isNotNull();
        assertThatThrownBy(() -> JsonBody.parse(body, kept))
                .isInstanceOfSatisfying(
                        BadRequest.class,
                        refusal -> assertThat(refusal.message()).isEqualTo(messageWithout(body)));
    }

    private static String messageWithout(byte[] body) {
        try {
            JsonBody.parse(body);
            return "accepted";
        } catch (BadRequest e) {
            return e.message();
        }
    }

    @Test
    void nothingIsHeldOnToOnceForgotten() throws BadRequest {
        byte[] body = messages("{\"a\":\"" + "b".repeat(400) + "\"}", 3);
        kept.keep(JsonBody.parse(body), "messages");
        JsonBody read = JsonBody.parse(body, kept);
        JsonObjects objects = Objects.requireNonNull(read.objects("messages"));
        assertThat(objects.known(1)).isNotNull();

        read.forgetKnown();

        assertThat(objects.known(1)).isNull();
        assertThat(objects.read(1).path("a").asText()).hasSize(400);
    }
}
