package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Request heads, damaged, on raw connections to both ports. A client that stops sending is answered with something below
 * 500 or cut off, in time; and then the ports still serve.
 */
@Timeout(600)
class RequestHeadFuzzIT {

    /** Beyond the 2 s after which a body that does not come is given up. */
    private static final int PATIENCE_MILLIS = 10_000;

    /** What a version of HTTP gets that the port does not speak: no failure of the router's. */
    private static final int OTHER_VERSION = 501;

    private static final Pattern STATUS = Pattern.compile("^HTTP/\\S+ +(\\d+)", Pattern.MULTILINE);

    private static final List<byte[]> PIECES = Stream.of(
                    "\r\n",
                    "\r\n\r\n",
                    "\n",
                    "\r",
                    " ",
                    "\t",
                    ":",
                    "\u0000",
                    "\u00ff",
                    "%00",
                    "%zz",
                    "%",
                    "/../",
                    "//",
                    "?",
                    "#",
                    "HTTP/1.1",
                    "HTTP/2.0",
                    "HTTP/9.9",
                    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                    "CONNECT x:1 ",
                    "OPTIONS * ",
                    "Transfer-Encoding: chunked\r\n",
                    "Transfer-Encoding: gzip, chunked\r\n",
                    "Content-Length: 5\r\n",
                    "Content-Length: -1\r\n",
                    "Content-Length: 99999999999999999999\r\n",
                    "Connection: upgrade\r\nUpgrade: h2c\r\n",
                    "Expect: nothing\r\n",
                    "Host: a, b\r\n",
                    "X: " + "x".repeat(20_000) + "\r\n",
                    "0\r\n\r\n",
                    "ffffffffffffffff\r\n",
                    "-1\r\n",
                    "x".repeat(10_000))
            .map(text -> text.getBytes(ISO_8859_1))
            .toList();

    private static final List<byte[]> HEADS = Corpus.lines("heads.txt").stream()
            .map(line -> line.replace("\\r", "\r").replace("\\n", "\n").getBytes(US_ASCII))
            .toList();

    @TempDir
    private Path directory = Path.of("");

    private int answered;

    @Test
    void damagedHeadsAreAnsweredOrCutOffAndThePortsServeOn() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, Protocol.NONE)) {
            FuzzRun.of(600, random -> {
                byte[] head = new Bytes(random, PIECES).damaged(HEADS.get(random.nextInt(HEADS.size())));
                answered += attempt(port(fuzzed, random), head) ? 1 : 0;
            });
            for (int port : new int[] {fuzzed.router().port(), fuzzed.router().adminPort()}) {
                assertThat(attempt(port, HEADS.get(2)))
                        .as("a good request afterwards")
                        .isTrue();
            }
            fuzzed.isQuiet();
        }
        FuzzRun.cameTo(() -> assertThat(answered).as("answered with a status").isGreaterThan(50));
    }

    private static int port(FuzzedRouter fuzzed, Random random) {
        return random.nextBoolean() ? fuzzed.router().port() : fuzzed.router().adminPort();
    }

    /** Whether it was answered with a status at all. */
    private static boolean attempt(int port, byte[] head) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(head);
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            Matcher status = STATUS.matcher(answer);
            while (status.find()) {
                int code = Integer.parseInt(status.group(1));
                assertThat(code < 500 || code == OTHER_VERSION).as(answer).isTrue();
            }
            return answer.startsWith("HTTP/1.");
        } catch (SocketException reset) {
            // Cut off while more was being sent than was wanted.
            return false;
        }
    }
}
