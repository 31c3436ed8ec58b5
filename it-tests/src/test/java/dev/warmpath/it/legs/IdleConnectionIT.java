package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.support.CapturedLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections to workers on which nothing is asked now. */
@Timeout(30)
class IdleConnectionIT {

    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
                    .getBytes(StandardCharsets.US_ASCII);

    /** An engine that dies may have thousands, and a line for each would bury what matters. */
    @Test
    void connectionThatIsResetWhileIdleIsNoErrorLine() throws Exception {
        try (ServerSocket engine = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                LegFixture fleet = new LegFixture();
                CapturedLog log = CapturedLog.of("io.vertx", Level.ERROR)) {
            fleet.add(LegFixture.settings(URI.create("http://127.0.0.1:" + engine.getLocalPort()), Role.MIXED, 1, 0));
            fleet.router();
            CompletableFuture<Socket> first = CompletableFuture.supplyAsync(() -> serveOne(engine));
            assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
            Socket idle = first.join();
            CompletableFuture<Socket> second = CompletableFuture.supplyAsync(() -> serveOne(engine));

            idle.setSoLinger(true, 0);
            idle.close();

            // Of the same client's connection, so of the same event loop: it has met the reset before it can answer.
            assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
            assertThat(log.lines()).isEmpty();
            second.join().close();
        }
    }

    /** Answers the first request of a connection, and keeps it. */
    private static Socket serveOne(ServerSocket engine) {
        try {
            Socket connection = engine.accept();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            for (int read = 0; read < length; read++) {
                in.read();
            }
            connection.getOutputStream().write(ANSWER);
            return connection;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
