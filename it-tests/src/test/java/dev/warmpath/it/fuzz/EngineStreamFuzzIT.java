package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.legs.ScriptedWorker;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Event streams of engines that are none, cut anywhere: the client gets the bytes that the engine sent. */
@Timeout(600)
class EngineStreamFuzzIT {

    private static final byte[] REQUEST = "{\"model\":\"demo\",\"prompt\":[1,2,3],\"stream\":true}".getBytes(UTF_8);

    private static final List<byte[]> PIECES = List.of(
            bytes("data: {\"choices\":[{\"text\":\"a\"}]}\n\n"),
            bytes("data:x\r\n\r\n"),
            bytes("data: [DONE]\n\n"),
            bytes(": ping\n\n"),
            bytes("event: a\nid: 1\nretry: 5\n"),
            bytes("data:\n\n"),
            bytes("data"),
            bytes("\n"),
            bytes("\r"),
            bytes("\r\n\r\n"),
            bytes("\u2028\u0085\ud83d\ude00"),
            bytes("{\"error\""),
            bytes("data: {\"err"),
            bytes("data: {}\ndata: {}\n\n"),
            new byte[] {0},
            new byte[] {(byte) 0xff, (byte) 0xfe},
            bytes("x".repeat(20_000)),
            bytes("data: [" + "[".repeat(5_000) + "\n\n"));

    private static final byte[] ERROR = bytes("data: {\"error\":{\"message\":\"no\",\"code\":503}}\n\n");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void clientsGetTheBytesOfTheEngine() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, Protocol.NONE)) {
            FuzzRun.of(400, random -> {
                // An error event in the first piece would decide the status; later it is an event like any other.
                byte[] first = random.nextBoolean() ? bytes("data: 1\n\n") : new byte[0];
                byte[] more = first.length == 0 ? stream(random) : joined(stream(random), ERROR, stream(random));
                send(fuzzed.answering(), first, more, random);

                HttpResponse<byte[]> answer = fuzzed.data(FuzzedRouter.COMPLETIONS, REQUEST);

                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo(joined(first, more));
            });
            fuzzed.isQuiet();
        }
    }

    /** What prefill answers is not for the client; only an error event in it is. */
    @Test
    void oddPrefillAnswersDoNotDisturbTheDecodeAnswer() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, Protocol.SGLANG_BOOTSTRAP)) {
            byte[] tokens = bytes("data: 1\n\ndata: [DONE]\n\n");
            FuzzRun.of(200, random -> {
                send(fuzzed.prefill(), new byte[0], stream(random), random);
                send(fuzzed.answering(), new byte[0], tokens, random);

                HttpResponse<byte[]> answer = fuzzed.data(FuzzedRouter.COMPLETIONS, REQUEST);

                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo(tokens);
            });
            fuzzed.isQuiet();
        }
    }

    private static byte[] stream(Random random) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int left = random.nextInt(12); left > 0; left--) {
            stream.writeBytes(PIECES.get(random.nextInt(PIECES.size())));
        }
        return random.nextBoolean() || stream.size() == 0
                ? stream.toByteArray()
                : new Bytes(random, PIECES).damaged(stream.toByteArray());
    }

    /** Sends an event stream: this first, then the rest cut at up to eight places. */
    private static void send(ScriptedWorker worker, byte[] first, byte[] rest, Random random) {
        List<Integer> cuts = new ArrayList<>(List.of(0, rest.length));
        for (int left = random.nextInt(9); left > 0; left--) {
            cuts.add(random.nextInt(rest.length + 1));
        }
        cuts.sort(null);
        worker.received().clear();
        worker.script(leg -> {
            HttpServerResponse response = leg.response();
            response.setChunked(true).putHeader("content-type", "text/event-stream");
            Future<Void> written = first.length == 0 ? response.writeHead() : response.write(Buffer.buffer(first));
            for (int i = 1; i < cuts.size(); i++) {
                byte[] piece = Arrays.copyOfRange(rest, cuts.get(i - 1), cuts.get(i));
                written = written.compose(before -> response.write(Buffer.buffer(piece)));
            }
            written.onComplete(sent -> response.end());
        });
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
