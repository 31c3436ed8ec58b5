package dev.warmpath.it.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.LegFixture;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Refusals that come while the client still sends. A server that closes then with bytes unread sends a reset, which
 * takes the answer away from the client; so the rest is read and dropped for a while.
 */
@Timeout(60)
class RefusalIT {

    /** More than any socket buffer on the way: the client is still sending when it is refused. */
    private static final int REST = 24 << 20;

    private static LegFixture fleet;
    private static RecordingWorker worker;

    @BeforeAll
    static void start() throws IOException {
        worker = RecordingWorker.start();
        fleet = new LegFixture();
        fleet.add(LegFixture.settings(worker.url(), Role.MIXED, 1, 0));
        fleet.router();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        worker.close();
    }

    private static Socket connect(boolean admin) throws IOException {
        int port = admin ? fleet.router().adminPort() : fleet.router().port();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(OutputStream out, int bytes) throws IOException {
        byte[] piece = "x".repeat(64 << 10).getBytes(ISO_8859_1);
        for (int sent = 0; sent < bytes; sent += piece.length) {
            out.write(piece);
        }
    }

    /** Scenario 75 for heads; the same for bodies that are too large, not wanted, or badly framed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    413 | false | POST /v1/completions HTTP/1.1 | Content-Length: 25165824
                    413 | false | POST /v1/completions HTTP/1.1 | Transfer-Encoding: chunked~~1800000
                    400 | false | POST /v1/completions HTTP/1.1 | Transfer-Encoding: chunked~~1~{}
                    404 | false | POST /v1/nothing HTTP/1.1     | Content-Length: 25165824
                    405 | false | PUT /v1/models HTTP/1.1       | Content-Length: 25165824
                    200 | false | GET /v1/models HTTP/1.1       | Content-Length: 25165824
                    400 | false | POST /v1/completions HTTP/1.1 | Content-Length: 1~Content-Length: 2
                    431 | false | POST /v1/completions HTTP/1.1 | X-A: b
                    501 | false | POST /v1/completions HTTP/3.0 | Content-Length: 25165824
                    413 | true  | POST /admin/explain HTTP/1.1  | Content-Length: 25165824
                    404 | true  | POST /admin/nothing HTTP/1.1  | Content-Length: 25165824
                    200 | true  | GET /admin/weights HTTP/1.1   | Content-Length: 25165824
                    431 | true  | GET /admin/weights HTTP/1.1   | X-A: b
                    """)
    void theAnswerIsReadWholeByAClientThatSendsItsAllFirst(int status, boolean admin, String line, String framing)
            throws Exception {
        String open = status == 431 ? "" : "\r\n\r\n";
        String head = line + "\r\nHost: localhost\r\n" + framing.replace("~", "\r\n") + open;
        try (Socket socket = connect(admin)) {
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            send(socket.getOutputStream(), REST);

            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);

            assertThat(answer).matches("(?s)HTTP/\\d\\.\\d " + status + " .*");
        }
        assertThat(worker.requests()).isEmpty();
    }

    @Test
    void aClientThatSendsForEverIsCutInTheEnd() throws Exception {
        try (Socket socket = connect(false)) {
            socket.getOutputStream()
                    .write("POST /v1/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n"
                            .getBytes(ISO_8859_1));
            assertThatThrownBy(() -> send(socket.getOutputStream(), Integer.MAX_VALUE))
                    .isInstanceOf(IOException.class);
        }
    }
}
