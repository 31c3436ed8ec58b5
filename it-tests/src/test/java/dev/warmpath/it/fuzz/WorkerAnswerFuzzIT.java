package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.legs.ScriptedWorker.Received;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What workers say to the router itself, made nonsense: their tokens, and what a prefill worker hands over. */
@Timeout(600)
class WorkerAnswerFuzzIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectReader STRICT = JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final byte[] REQUEST = "{\"model\":\"demo\",\"prompt\":\"a b c\"}".getBytes(UTF_8);
    private static final List<String> TOKENS = Corpus.lines("tokenize-answers.jsonl");
    private static final List<String> HAND_OFFS = Corpus.lines("hand-off-answers.jsonl");
    private static final List<byte[]> PIECES = List.of(
            "{".getBytes(UTF_8),
            "]".getBytes(UTF_8),
            "\"".getBytes(UTF_8),
            "\\u".getBytes(UTF_8),
            new byte[] {0},
            new byte[] {(byte) 0xff, (byte) 0xfe},
            "[".repeat(2_000).getBytes(UTF_8),
            "9".repeat(2_000).getBytes(UTF_8));

    @TempDir
    private Path directory = Path.of("");

    private int handedOver;

    /** A prompt whose tokens nobody can tell is routed by load; the client sees nothing of it. */
    @Test
    void nonsenseFromATokenizerCostsNoRequest() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.withRemoteTokenizer(directory)) {
            FuzzRun.of(300, random -> {
                byte[] tokens = changed(random, TOKENS);
                int status = random.nextInt(4) == 0 ? 200 + random.nextInt(400) : 200;
                fuzzed.answering().script(leg -> {
                    if (leg.path().equals("/tokenize")) {
                        answer(leg, status, tokens);
                    } else {
                        leg.answer(200, "application/json", "{\"ok\":true}");
                    }
                });

                assertThat(fuzzed.data(FuzzedRouter.COMPLETIONS, REQUEST).statusCode())
                        .isEqualTo(200);
                assertThat(fuzzed.admin("POST", "/admin/explain?endpoint=/v1/completions", REQUEST)
                                .statusCode())
                        .isEqualTo(200);
                fuzzed.answering().received().clear();
            });
            fuzzed.isQuiet();
        }
    }

    /** Decode is given the parameters as prefill wrote them, or none; never something that is no JSON. */
    @Test
    void decodeGetsWhatPrefillHandsOverOrNothing() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, Protocol.VLLM_NIXL)) {
            FuzzRun.of(400, random -> handOff(fuzzed, changed(random, HAND_OFFS)));
            fuzzed.isQuiet();
        }
        FuzzRun.cameTo(() -> assertThat(handedOver).as("handed over").isGreaterThan(20));
    }

    private void handOff(FuzzedRouter fuzzed, byte[] said) throws Exception {
        ScriptedWorker decode = fuzzed.answering();
        decode.received().clear();
        fuzzed.prefill().received().clear();
        fuzzed.prefill().script(leg -> answer(leg, 200, said));

        HttpResponse<byte[]> answer = fuzzed.data(FuzzedRouter.COMPLETIONS, REQUEST);

        if (answer.statusCode() != 200) {
            assertThat(answer.statusCode()).isEqualTo(502);
            FuzzedRouter.isNamed(answer);
            assertThat(isObject(said)).as("an answer that is JSON is read").isFalse();
            assertThat(decode.received()).isEmpty();
            return;
        }
        assertThat(decode.received()).hasSize(1);
        JsonNode params =
                JSON.readTree(decode.received().get(0).body().getBytes()).path("kv_transfer_params");
        if (!params.isMissingNode()) {
            handedOver++;
            assertThat(params).isEqualTo(JSON.readTree(said).path("kv_transfer_params"));
        }
    }

    private static boolean isObject(byte[] said) throws IOException {
        try {
            return STRICT.readTree(said) instanceof ObjectNode;
        } catch (JsonProcessingException noJson) {
            return false;
        }
    }

    private static void answer(Received leg, int status, byte[] body) {
        leg.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(Buffer.buffer(body));
    }

    private static byte[] changed(Random random, List<String> from) {
        String answer = from.get(random.nextInt(from.size()));
        return random.nextInt(3) == 0
                ? new Bytes(random, PIECES).damaged(answer.getBytes(UTF_8))
                : new OddJson(random).changed(answer);
    }
}
