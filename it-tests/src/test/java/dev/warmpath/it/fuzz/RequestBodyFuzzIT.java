package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.router.body.ProtocolFields;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Requests as clients send them, changed within JSON's grammar or damaged as bytes, through the whole router with its
 * template and tokenizer: refused by name, or passed on with everything in them that is not the router's own.
 */
@Timeout(600)
class RequestBodyFuzzIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<byte[]> PIECES = List.of(
            bytes("{"),
            bytes("}"),
            bytes("["),
            bytes("]"),
            bytes("\""),
            bytes(","),
            bytes(":"),
            bytes("\\"),
            bytes("\\u0000"),
            bytes("\\ud800"),
            bytes("1e999999999"),
            bytes("null"),
            bytes("\"model\":\"demo\","),
            bytes("\"kv_transfer_params\":{},"),
            bytes("\u0000"),
            bytes("\ufeff"),
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});

    private static final List<String> REQUESTS = Corpus.lines("requests.jsonl");

    @TempDir
    private Path directory = Path.of("");

    private int accepted;
    private int refused;

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"SGLANG_BOOTSTRAP", "VLLM_NIXL", "NONE"})
    void badRequestsAreRefusedAndOthersPassedOn(Protocol protocol) throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, protocol)) {
            for (String found : Corpus.lines("found-bodies.jsonl")) {
                attempt(fuzzed, found.contains("\"prompt\""), found.getBytes(UTF_8));
            }
            FuzzRun.of(500, random -> attempt(fuzzed, random));
            fuzzed.isQuiet();
        }
        FuzzRun.cameTo(() -> {
            assertThat(accepted).as("accepted; else the way on is not tried").isGreaterThan(50);
            assertThat(refused).as("refused").isGreaterThan(50);
        });
    }

    private void attempt(FuzzedRouter fuzzed, Random random) throws Exception {
        String request = REQUESTS.get(random.nextInt(REQUESTS.size()));
        byte[] body = random.nextInt(3) == 0
                ? new Bytes(random, PIECES).damaged(request.getBytes(UTF_8))
                : new OddJson(random).changed(request);
        attempt(fuzzed, request.contains("\"prompt\""), body);
    }

    private void attempt(FuzzedRouter fuzzed, boolean completion, byte[] body) throws Exception {
        String path = completion ? FuzzedRouter.COMPLETIONS : FuzzedRouter.CHATS;
        ScriptedWorker worker = fuzzed.answering();
        worker.received().clear();
        fuzzed.prefill().received().clear();

        HttpResponse<byte[]> explained = fuzzed.admin("POST", "/admin/explain?endpoint=" + path, body);
        HttpResponse<byte[]> answer = fuzzed.data(path, body);

        if (answer.statusCode() == 200) {
            accepted++;
            assertThat(explained.statusCode()).as("explain").isEqualTo(200);
            assertThat(worker.received()).hasSize(1);
            byte[] leg = worker.received().get(0).body().getBytes();
            passedOn(body, leg);
            if (worker == fuzzed.prefill()) {
                assertThat(JSON.readTree(leg).fieldNames())
                        .toIterable()
                        .as("a mixed worker is steered by nothing in the body")
                        .noneMatch(ProtocolFields::isProtocolField);
            }
        } else {
            refused++;
            FuzzedRouter.isProperRefusal(answer);
            assertThat(explained.statusCode()).as("explain").isEqualTo(answer.statusCode());
            assertThat(worker.received()).isEmpty();
        }
    }

    /** Every member of the client's is there but those that steer. */
    private static void passedOn(byte[] sent, byte[] received) throws IOException {
        if (JSON.readTree(sent) instanceof ObjectNode request && JSON.readTree(received) instanceof ObjectNode leg) {
            assertThat(stripped(leg)).isEqualTo(stripped(request));
        } else {
            throw new AssertionError("no object: " + new String(received, UTF_8));
        }
    }

    private static JsonNode stripped(ObjectNode body) throws JsonProcessingException {
        ObjectNode copy = body.deepCopy();
        body.fieldNames().forEachRemaining(name -> {
            if (ProtocolFields.isProtocolField(name)) {
                copy.remove(name);
            }
        });
        return copy;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
