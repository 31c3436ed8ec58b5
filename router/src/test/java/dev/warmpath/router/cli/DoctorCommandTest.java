package dev.warmpath.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code warmpath doctor} prints of an answer, and what scripts get. */
class DoctorCommandTest {

    private static final String CHECKS = """
            {"status":"%s","checks":[
              {"name":"joined_late","status":"pass","target":null,"seen":"2 event streams","remedy":""},
              {"name":"events_off","status":"%s","target":"http://10.0.0.1:1#0","seen":"no event","remedy":"Turn it on"}]}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private HttpServer server;
    private volatile int status = 200;
    private volatile String body = "";
    private volatile @Nullable String authorization;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/admin/doctor", exchange -> {
            authorization = exchange.getRequestHeaders().getFirst("authorization");
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int run(String... more) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        String[] args = new String[more.length + 3];
        args[0] = "doctor";
        args[1] = "--admin";
        args[2] = "http://127.0.0.1:" + server.getAddress().getPort();
        System.arraycopy(more, 0, args, 3, more.length);
        return line.execute(args);
    }

    @ParameterizedTest
    @CsvSource({"pass, 0", "warn, 1", "fail, 2"})
    void exitStatusIsTheWorstFinding(String worst, int expected) {
        body = CHECKS.formatted(worst, worst);
        assertThat(run()).isEqualTo(expected);
    }

    @Test
    void worstComesFirstOnOneLineWithItsRemedy() {
        body = CHECKS.formatted("fail", "fail");
        run();
        assertThat(out.toString().lines())
                .containsExactly(
                        "fail  events_off  http://10.0.0.1:1#0  no event  -> Turn it on",
                        "pass  joined_late  2 event streams",
                        "fail, 1 of 2 pass");
    }

    @Test
    void quietLeavesOutWhatPasses() {
        body = CHECKS.formatted("warn", "warn");
        assertThat(run("--quiet")).isEqualTo(1);
        assertThat(out.toString()).contains("events_off").doesNotContain("joined_late");
    }

    @Test
    void jsonIsTheAnswerItself() {
        body = CHECKS.formatted("pass", "pass").replace("\n", " ");
        assertThat(run("--json")).isZero();
        assertThat(out.toString().strip()).isEqualTo(body.strip());
    }

    @Test
    void tokenGoesAlongAndIsNotPrinted() {
        body = CHECKS.formatted("pass", "pass");
        run("--token", "s3cret");
        assertThat(authorization).isEqualTo("Bearer s3cret");
        assertThat(out.toString() + err).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource({"401, WARMPATH_ADMIN_TOKEN", "404, admin port", "500, 500"})
    void refusalIsNoVerdict(int refused, String hint) {
        status = refused;
        assertThat(run()).isEqualTo(DoctorCommand.NOT_ASKED);
        assertThat(err.toString()).contains(hint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"<html>", "{\"status\":\"ok\"}", "[]"})
    void otherServersAnswersAreNoVerdict(String answer) {
        body = answer;
        assertThat(run()).isEqualTo(DoctorCommand.NOT_ASKED);
        assertThat(err.toString()).contains("admin port?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "127.0.0.1:9090; http://127.0.0.1:9090 or https://127.0.0.1:9090",
                "localhost:9090; http://localhost:9090 or https://localhost:9090",
                "router; http://router or https://router",
                "ftp://router; write it as http://127.0.0.1:9090",
                "http://a b; write it as http://127.0.0.1:9090"
            })
    void addressThatIsNoUrlIsSaidHowToWrite(String address, String hint) {
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err));

        assertThat(line.execute("doctor", "--admin", address)).isEqualTo(DoctorCommand.NOT_ASKED);

        assertThat(err.toString())
                .contains("--admin", "is not the URL of an admin port", hint)
                .doesNotContain("Syntax");
    }

    @Test
    void nobodyThereIsNoVerdict() {
        server.stop(0);
        assertThat(run()).isEqualTo(DoctorCommand.NOT_ASKED);
        assertThat(err.toString())
                .contains("cannot ask", "does a router run there")
                .doesNotContain("Exception");
    }

    @Test
    void aFileThatIsNotThereIsSaidWithoutAskingTheRouter() {
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err));

        assertThat(line.execute("explain", "--admin", "http://127.0.0.1:1", "no-such-chat.json"))
                .isEqualTo(1);

        assertThat(err.toString())
                .contains("there is no file no-such-chat.json", "as JSON")
                .doesNotContain("Exception", "cannot ask");
    }

    @Test
    void wrongUsageIsNoVerdictEither() {
        assertThat(run("--nonsense")).isEqualTo(DoctorCommand.NOT_ASKED);
    }
}
