package dev.warmpath.router.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits reach their member and not one byte more. */
class BodyPatchTest {

    private static JsonBody parse(String json) throws BadRequest {
        return JsonBody.parse(json.getBytes(UTF_8));
    }

    private static String text(BodyPatch patch) {
        return new String(patch.apply(), UTF_8);
    }

    @Test
    void nothingToDoGivesTheSameArray() throws BadRequest {
        JsonBody body = parse("{ \"a\" : 1.0 }");

        assertThat(body.patch().drop("b").apply()).isSameAs(body.bytes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // dropped | before | after
                "a | `{\"a\":1,\"b\":2,\"c\":3}` | `{\"b\":2,\"c\":3}`",
                "b | `{\"a\":1,\"b\":2,\"c\":3}` | `{\"a\":1,\"c\":3}`",
                "c | `{\"a\":1,\"b\":2,\"c\":3}` | `{\"a\":1,\"b\":2}`",
                "a | `{\"a\":1}`                 | `{}`",
                "a | ` { \"a\" : 1 , \"b\" : 2 } ` | ` { \"b\" : 2 } `",
                "b | ` { \"a\" : 1 , \"b\" : 2 } ` | ` { \"a\" : 1 } `",
                "a | ` { \"\\u0061\" : {\"a\":[\"}\"]} } ` | ` {} `"
            })
    void aDroppedMemberLeavesWithOneComma(String key, String before, String after) throws BadRequest {
        assertThat(text(parse(before).patch().drop(key))).isEqualTo(after);
    }

    @Test
    void aMemberIsSetWhereItStands() throws BadRequest {
        assertThat(text(parse("{ \"a\" : 1.0 ,\n \"\\u0062\" :  [1E400 , \"\\u00e9\"]\n}")
                        .patch()
                        .set("b", "9223372036854775807")))
                .isEqualTo("{ \"a\" : 1.0 ,\n \"\\u0062\" :  9223372036854775807\n}");
    }

    @Test
    void aNewMemberIsAppendedBehindTheLastValue() throws BadRequest {
        assertThat(text(parse("{\n  \"a\": 1\n}\n").patch().set("room", "7").set("host", "\"h\"")))
                .isEqualTo("{\n  \"a\": 1,\"room\":7,\"host\":\"h\"\n}\n");
        assertThat(text(parse("{ }").patch().set("x", "null"))).isEqualTo("{\"x\":null }");
        assertThat(text(parse("{\"a\":1}").patch().drop("a").set("x", "[]"))).isEqualTo("{\"x\":[]}");
    }

    @Test
    void theLastEditOfAMemberWins() throws BadRequest {
        JsonBody body = parse("{\"a\":1,\"b\":2}");

        assertThat(text(body.patch().drop("a").set("a", "3"))).isEqualTo("{\"a\":3,\"b\":2}");
        assertThat(text(body.patch().set("a", "3").drop("a"))).isEqualTo("{\"b\":2}");
        assertThat(text(body.patch().set("c", "3").drop("c"))).isEqualTo("{\"a\":1,\"b\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,\"x\":2", "1}", "tru", "\"", "[1", "1 2"})
    void aValueThatIsNotOneJsonValueIsRefused(String json) throws BadRequest {
        BodyPatch patch = parse("{}").patch();

        assertThatThrownBy(() -> patch.set("a", json)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Scenarios 53 to 55: values that a protocol does not set reach the engine as the client wrote them. */
    @RepeatedTest(20)
    void anEditedBodyIsTheSameTreeExceptForTheEdits(RepetitionInfo repetition) throws Exception {
        long seed = 3_000L + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        RandomJson json = new RandomJson(random);
        for (int i = 0; i < 200; i++) {
            List<String> keys = json.keys(6);
            String before = json.object(keys);
            Set<String> edited = new LinkedHashSet<>(json.keys(3));
            keys.stream().filter(key -> random.nextInt(3) == 0).forEach(edited::add);
            ObjectNode expected = (ObjectNode) JsonBody.MAPPER.readTree(before);
            BodyPatch patch = parse(before).patch();
            for (String key : edited) {
                if (random.nextBoolean()) {
                    patch.drop(key);
                    expected.remove(key);
                } else {
                    String value = json.value();
                    patch.set(key, value);
                    expected.set(key, JsonBody.MAPPER.readTree(value));
                }
            }

            byte[] after = patch.apply();

            JsonBody reread = JsonBody.parse(after);
            JsonNode tree = JsonBody.MAPPER.readTree(after);
            assertThat(tree).as("seed %d, body %d: %s", seed, i, before).isEqualTo(expected);
            assertThat(reread.keys()).as("order, seed %d, body %d", seed, i).containsExactlyElementsOf(names(expected));
            for (String key : keys) {
                if (!edited.contains(key)) {
                    assertThat(rawMember(reread, key))
                            .as("seed %d, body %d, member %s", seed, i, key)
                            .isEqualTo(rawMember(parse(before), key));
                }
            }
        }
    }

    private static List<String> names(ObjectNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The member from the white space before its name to the end of its value. */
    private static String rawMember(JsonBody body, String key) {
        JsonMember member = body.member(key);
        assertThat(member).isNotNull();
        return member == null ? "" : new String(body.bytes(), member.lead(), member.valueEnd() - member.lead(), UTF_8);
    }
}
