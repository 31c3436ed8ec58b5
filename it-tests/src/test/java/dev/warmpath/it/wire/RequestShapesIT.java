package dev.warmpath.it.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.LegFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Request smuggling: every shape of {@link Shape} on a raw connection to each port, an ordinary request right behind it.
 * A shape is refused with a status and the end of the connection, or read so that both sides of the router agree where
 * it ends; a worker never sees what no client asked for.
 */
@Timeout(60)
class RequestShapesIT {

    private static final int PATIENCE_MILLIS = 10_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/\\d+\\.\\d+ (\\d{3}) ");

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

    static Stream<Arguments> shapes() {
        List<Shape> all = Shape.all();
        // The number is in the prompts, and makes all bodies of one length.
        return IntStream.range(0, all.size()).mapToObj(i -> Arguments.of(all.get(i), 100 + i));
    }

    private static String body(int kind, int row) {
        return "{\"model\":\"m\",\"prompt\":[" + kind + ",2,3," + row + "],\"max_tokens\":8}";
    }

    private static String next(String path, int row) {
        String body = body(6, row);
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    /** Everything that the port says until it closes the connection; a reset is a failure. */
    private static String exchange(int port, String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static List<Integer> statuses(String answers) {
        Matcher status = STATUS.matcher(answers);
        return status.results().map(found -> Integer.parseInt(found.group(1))).toList();
    }

    private static void answersAsItShould(Shape shape, String answers) {
        assertThat(statuses(answers)).as(answers).isEqualTo(shape.statuses());
        int first = shape.statuses().get(0);
        if (first >= 400 && first < 500) {
            assertThat(answers).containsIgnoringCase("connection: close").contains("{\"error\":{\"message\":\"");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void theDataPortAndItsWorkersAgreeOnWhereARequestEnds(Shape shape, int row) throws Exception {
        String path = LegFixture.COMPLETIONS;
        worker.violations().clear();

        String answers = exchange(fleet.router().port(), shape.on(path, body(1, row)) + next(path, row));

        answersAsItShould(shape, answers);
        List<String> bodies = worker.requests().stream()
                .map(RecordingWorker.Recorded::body)
                .filter(body -> body.contains("," + row + "]"))
                .toList();
        List<String> expected = shape.statuses().get(0) == 200 ? List.of(body(1, row), body(6, row)) : List.of();
        assertThat(bodies)
                .isEqualTo(expected.subList(
                        0, Math.min(expected.size(), shape.statuses().size())));
        assertThat(worker.violations()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void soDoesTheAdminPort(Shape shape, int row) throws Exception {
        String path = "/admin/explain?endpoint=" + LegFixture.COMPLETIONS;

        String answers = exchange(fleet.router().adminPort(), shape.on(path, body(1, row)) + next(path, row));

        answersAsItShould(shape, answers);
    }
}
