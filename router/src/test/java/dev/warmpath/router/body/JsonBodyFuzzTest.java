package dev.warmpath.router.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Our parser against Jackson's strict one, over damaged bodies. Where they may differ, on purpose: we refuse a repeated
 * top-level key, a byte-order mark, and what is past our limits; and Jackson gets its text through a strict UTF-8
 * decoder, since its own reader lets malformed bytes through and guesses UTF-16.
 */
class JsonBodyFuzzTest {

    private static final ObjectReader STRICT =
            JsonBody.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final String INTERESTING = "{}[]\",:\\u0129eE+-.tfn \n\ud83d\ude00\u0000\ufeff";

    @RepeatedTest(10)
    void agreesWithJacksonOnWhatIsAnObjectAndCanReadWhatItAccepts(RepetitionInfo repetition) {
        long seed = 7_000L + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        RandomJson json = new RandomJson(random);
        for (int i = 0; i < 500; i++) {
            byte[] body = json.object(json.keys(5)).getBytes(UTF_8);
            for (int damage = random.nextInt(4); damage > 0; damage--) {
                body = damaged(body, random);
            }
            String code = verdict(body);
            boolean ours = code.equals("duplicate_key") || code.equals("limit_exceeded");
            if (!ours) {
                assertThat(code.isEmpty())
                        .as("seed %d, body %d, refused as %s: %s", seed, i, code, new String(body, UTF_8))
                        .isEqualTo(jacksonAccepts(body));
            }
        }
    }

    private static String verdict(byte[] body) {
        try {
            JsonBody accepted = JsonBody.parse(body);
            for (String key : accepted.keys()) {
                assertThat(accepted.get(key)).as(key).isNotNull();
            }
            return "";
        } catch (BadRequest e) {
            return e.code();
        }
    }

    private static boolean jacksonAccepts(byte[] body) {
        try {
            String text = UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return STRICT.readTree(text).isObject();
        } catch (CharacterCodingException | JsonProcessingException e) {
            return false;
        }
    }

    private static byte[] damaged(byte[] body, Random random) {
        int at = random.nextInt(body.length + 1);
        int until = Math.min(body.length, at + random.nextInt(3));
        byte[] piece = switch (random.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> new byte[] {INTERESTING.getBytes(UTF_8)[random.nextInt(20)]};
            default -> {
                int from = random.nextInt(body.length + 1);
                yield Arrays.copyOfRange(body, from, Math.min(body.length, from + random.nextInt(12)));
            }
        };
        byte[] result = new byte[at + piece.length + body.length - until];
        System.arraycopy(body, 0, result, 0, at);
        System.arraycopy(piece, 0, result, at, piece.length);
        System.arraycopy(body, until, result, at + piece.length, body.length - until);
        return result.length == 0 ? new byte[] {' '} : result;
    }
}
