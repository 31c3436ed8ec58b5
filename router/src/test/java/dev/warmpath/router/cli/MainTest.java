package dev.warmpath.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {

    private static final String GOOD = """
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
            models: [{name: m}]
            workers:
              - {url: "http://127.0.0.1:30000", role: prefill, engine: sglang}
              - {url: "http://127.0.0.1:30001", role: decode, engine: sglang}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory = Path.of("");

    private int run(String... args) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    private String file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("warmpath.yaml"), yaml).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "serve", "config", "config check", "tokens", "port-block", "doctor", "key", "key new"})
    void everyCommandExplainsItself(String command) {
        String[] args = (command + " --help").strip().split(" ", -1);
        assertThat(run(args)).isZero();
        assertThat(out.toString()).contains("Usage: warmpath");
    }

    @Test
    void portBlockPrintsABase() {
        assertThat(run("port-block", "--count", "4")).isZero();
        assertThat(Integer.parseInt(out.toString().strip())).isBetween(1024, 65_532);
    }

    @Test
    void portBlockPrintsJson() {
        assertThat(run("port-block", "--count", "2", "--json")).isZero();
        assertThat(out.toString().strip()).matches("\\{\"base\":\\d+,\"count\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "5000", "x"})
    void portBlockRefusesOddCounts(String count) {
        assertThat(run("port-block", "--count", count)).isEqualTo(Main.USAGE);
        assertThat(err.toString()).contains("--count");
    }

    @Test
    void configCheckAcceptsAGoodFile() throws IOException {
        assertThat(run("config", "check", file(GOOD))).isZero();
        assertThat(out.toString()).contains("good");
    }

    @Test
    void whatConfigCheckPrintsCanBeLoadedAgain() throws IOException {
        assertThat(run("config", "check", "--print", file(GOOD))).isZero();
        String printed = out.toString();
        assertThat(err.toString()).contains("good");
        assertThat(run("config", "check", file(printed))).isZero();
    }

    @Test
    void configCheckNamesEveryProblem() throws IOException {
        String bad = GOOD.replace("{overlap_weight: 20.0}", "{}").replace("role: decode", "role: dekode");
        assertThat(run("config", "check", file(bad))).isEqualTo(1);
        assertThat(out.toString()).contains("scoring.prefill.overlap_weight", "dekode", "20.0", "2 problems");
    }

    @Test
    void configCheckTakesOverrides() throws IOException {
        assertThat(run("config", "check", file(GOOD), "--set", "scoring.prefill.overlap_weight=-1"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("--set");
    }

    @Test
    void serveDoesNotStartWithoutWeights() throws IOException {
        String bad = GOOD.replace("decode: {overlap_weight: 2.0}", "");
        assertThat(run("serve", "--config", file(bad))).isEqualTo(Main.USAGE);
        assertThat(err.toString()).contains("scoring.decode.overlap_weight", "not a measured optimum");
    }

    @Test
    void configCheckTakesTheProtocolsOfBothEngines() throws IOException {
        for (String protocol : List.of("vllm-nixl")) {
            String vllm = GOOD.replace("engine: sglang", "engine: vllm, protocol: " + protocol);
            assertThat(run("config", "check", file(vllm))).as(protocol).isZero();
        }
    }
}
