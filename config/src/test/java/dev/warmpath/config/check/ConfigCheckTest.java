package dev.warmpath.config.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCheckTest {

    private static final String GOOD = """
            scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}}
            models: [{name: m, tokenizer: models/m}]
            workers:
              - {url: "http://h:1", role: prefill, engine: sglang}
              - {url: "http://h:2", role: decode, engine: sglang}
              - {url: "http://h:3", role: decode, engine: sglang}
            """;

    @TempDir
    Path directory;

    private Path file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("router.yaml"), yaml);
    }

    @Test
    void goodFileIsSummedUpInOneLine() throws IOException {
        Path file = file(GOOD);

        assertThat(ConfigCheck.check(file, Map.of(), List.of(), PathCheck.NOT_CHECKED, false))
                .isEqualTo(new ConfigCheck.Outcome(
                        file + ": good, 1 model, 3 workers (1 prefill, 2 decode)\n", "", ConfigCheck.ACCEPTED));
    }

    /** Who has no workers in the file may mean to find them. */
    @Test
    void sourcesOfWorkersAreCounted() throws IOException {
        Path file = file(
                GOOD.replace("tokenizer: models/m", "remote_tokenizer: true")
                        + "discovery: [{name: engines, worker: {role: decode, engine: vllm}, dns: {name: a.test, port: 8000}}]\n");

        assertThat(accepted(file)).contains("3 workers (1 prefill, 2 decode), 1 source of more");
    }

    /** Without one the router runs, and text prompts are routed by load: that must not go by without a word. */
    @Test
    void modelWithoutATokenizerIsNoted() throws IOException {
        ConfigCheck.Outcome outcome = ConfigCheck.check(
                file(GOOD.replaceFirst(", tokenizer: [^}]*", "")), Map.of(), List.of(), PathCheck.MUST_EXIST, false);

        assertThat(outcome.status()).isEqualTo(ConfigCheck.ACCEPTED);
        assertThat(outcome.text()).contains("note: model m has no tokenizer", "remote_tokenizer: true");
    }

    @Test
    void keysFileThatOthersMayReadIsWarnedOf() throws IOException {
        Path keys = Files.writeString(directory.resolve("client-keys"), "a " + "0".repeat(64) + "\n");
        Path config = file(
                GOOD.replace("tokenizer: models/m", "remote_tokenizer: true") + "server: {keys_file: client-keys}\n");

        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(accepted(config)).contains("warning: server.keys_file", keys.toString(), "chmod o-r");

        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(accepted(config)).doesNotContain("warning");
    }

    private static String accepted(Path config) {
        ConfigCheck.Outcome outcome = ConfigCheck.check(config, Map.of(), List.of(), PathCheck.MUST_EXIST, false);
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ConfigCheck.ACCEPTED);
        return outcome.text();
    }

    @Test
    void whatIsInForceIsPrintedOnRequest() throws IOException {
        ConfigCheck.Outcome outcome = ConfigCheck.check(
                file(GOOD),
                Map.of("WARMPATH_ADMIN__TOKEN", "hunter2"),
                List.of("server.port=8081"),
                PathCheck.NOT_CHECKED,
                true);

        assertThat(outcome.status()).isEqualTo(ConfigCheck.ACCEPTED);
        assertThat(outcome.inForce())
                .contains("\n  port: 8081\n")
                .contains("token: '***'")
                .doesNotContain("hunter2");
    }

    @Test
    void badFileIsListedProblemByProblem() throws IOException {
        Path file =
                file(GOOD.replace("decode: {overlap_weight: 2}", "decode: {}").replace("role: prefill", "role: x"));

        ConfigCheck.Outcome outcome =
                ConfigCheck.check(file, Map.of("WARMPATH_SERVER__PORT", "-1"), List.of(), PathCheck.MUST_EXIST, false);

        assertThat(outcome.status()).isEqualTo(ConfigCheck.REFUSED);
        assertThat(outcome.text().lines())
                .containsExactly(
                        file + ":1: scoring.decode.overlap_weight is missing",
                        "    remedy: Write a number from 0 to 1000000. There is no default: 20.0 / 2.0 (prefill / decode) is a "
                                + "documented starting point, not a measured optimum",
                        file + ":2: models[0].tokenizer names a directory that is not there: models/m, from "
                                + directory,
                        "    remedy: Put the model's tokenizer there, or correct the path",
                        file + ":4: workers[0].role is not one of prefill, decode, mixed",
                        "    seen:   x",
                        "    remedy: Write one of prefill, decode, mixed",
                        file + ": server.port (environment variable WARMPATH_SERVER__PORT) is out of range",
                        "    seen:   -1",
                        "    remedy: Write a whole number from 0 to 65535",
                        "4 problems");
    }

    @Test
    void missingFileIsOneProblem() {
        Path file = directory.resolve("none.yaml");

        assertThat(ConfigCheck.check(file, Map.of(), List.of(), PathCheck.MUST_EXIST, false))
                .isEqualTo(new ConfigCheck.Outcome(
                        file + ": the file does not exist\n    remedy: Name an existing file\n1 problem\n",
                        "",
                        ConfigCheck.REFUSED));
    }
}
