package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.document.YamlText;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** YAML as such: what is no YAML, what is too much of it, and what it offers. */
class YamlSyntaxTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'server: {port: 1'            | 1 | 17",
                "'server:\n\tport: 1'          | 2 | 1",
                "'a: b: c'                     | 1 | 5",
                "'server:\n  port: 1\n host: x'| 3 | 2",
                "'admin:\n  token: \"abc'      | 2 | 14",
                "'a: *nowhere'                 | 1 | 4",
            })
    void syntaxErrorGivesLineAndColumn(String yaml, int line, int column) {
        ConfigProblem problem = Loading.of(yaml).onlyProblem();

        assertThat(problem.origin()).isEqualTo(new Origin.Line(line));
        assertThat(problem.message()).startsWith("is not valid YAML at line " + line + ", column " + column + ": ");
    }

    @Test
    void syntaxErrorDoesNotRepeatTheText() {
        assertThat(Loading.of("admin: {token: hunter2, host: 'x}").onlyProblem().toString())
                .doesNotContain("hunter2");
    }

    @Test
    void secondDocumentIsRefused() {
        assertThat(Loading.of("a: 1\n---\nb: 2\n").onlyProblem().message()).contains("single document");
    }

    @Test
    void emptyFileLacksWhatIsRequired() {
        assertThat(Loading.of("").badPaths())
                .containsExactlyInAnyOrder("scoring.prefill.overlap_weight", "scoring.decode.overlap_weight", "models");
        assertThat(Loading.of("# only a comment\n").badPaths()).hasSize(3);
    }

    @Test
    void characterThatYamlForbidsIsReportedWithItsLine() {
        ConfigProblem problem = Loading.of("server:\n  host: a\u0007b\n").onlyProblem();

        assertThat(problem.origin()).isEqualTo(new Origin.Line(2));
        assertThat(problem.seen()).isEqualTo("U+0007");
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(Loading.of("a: " + "[".repeat(2_000) + "]".repeat(2_000))
                        .onlyProblem()
                        .message())
                .contains("Nesting Depth");
    }

    @Test
    void aliasesCannotMultiply() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String before = "*a" + (i - 1);
            yaml.append("a").append(i).append(": &a").append(i).append(" [");
            yaml.append(String.join(", ", Collections.nCopies(10, before))).append("]\n");
        }

        assertThat(Loading.of(yaml.toString()).onlyProblem().message()).contains("values once aliases are followed");
    }

    @Test
    void valueThatContainsItselfIsRefused() {
        assertThat(Loading.base("server: &s {host: *s}").problems())
                .anySatisfy(problem -> assertThat(problem.message()).isEqualTo("contains itself by an alias"));
    }

    @Test
    void textBeyondTheBoundIsRefused() {
        String yaml = Loading.BASE + "# a comment\n".repeat(YamlText.MAX_CHARS / 10);

        assertThat(Loading.of(yaml).onlyProblem().message()).contains("more than " + YamlText.MAX_CHARS);
        assertThat(Loading.of(yaml.substring(0, YamlText.MAX_CHARS)).settings().workers())
                .isEmpty();
    }

    @Test
    void typeTagIsRefused() {
        assertThat(Loading.base("server: {host: !!java.net.URL [x]}")
                        .onlyProblem()
                        .message())
                .isEqualTo("has a type tag");
    }

    @Test
    void workersCanShareKeysByMerging() {
        Loading loading = Loading.base("""
                workers:
                  - &first {url: "http://h:1", role: decode, engine: vllm, group: a, block_size: 32}
                  - {<<: *first, url: "http://h:2", group: b}
                """);

        assertThat(loading.settings().workers())
                .extracting(WorkerSettings::group)
                .containsExactly("a", "b");
        assertThat(loading.settings().workers())
                .extracting(WorkerSettings::blockSize)
                .containsExactly(32, 32);
    }

    @Test
    void mergeOfNoMappingIsRefused() {
        assertThat(Loading.base("server: {<<: 5}").onlyProblem().message()).contains("merges something");
    }

    /** YAML 1.1 would make false, eight and ninety of these. */
    @Test
    void plainTextStaysText() {
        Loading loading = Loading.of(Loading.BASE.replace("name: m", "name: no")
                + "workers: [{url: 'http://h:1', role: decode, engine: vllm, group: 010}]\n"
                + "server: {host: 1:30}\n");

        assertThat(loading.settings().models().get(0).name()).isEqualTo("no");
        assertThat(loading.onlyWorker().group()).isEqualTo("010");
        assertThat(loading.settings().server().host()).isEqualTo("1:30");
    }

    @Test
    void fileMustBeThereAndReadableAndUtf8(@TempDir Path directory) throws IOException {
        Path missing = directory.resolve("none.yaml");
        Path latin =
                Files.write(directory.resolve("latin.yaml"), "a: b\nc: \u00fc\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(problem(missing).message()).isEqualTo("the file does not exist");
        assertThat(problem(directory).message()).isEqualTo("the file is a directory");
        assertThat(problem(latin).message()).isEqualTo("the file is not UTF-8 text");
        assertThat(problem(latin).origin()).isEqualTo(new Origin.Line(2));
    }

    @Test
    void fileIsLoadedWithItsByteOrderMark(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("w.yaml"), "\ufeff" + Loading.BASE);

        assertThat(ConfigLoader.load(file, Map.of(), List.of())).isInstanceOf(LoadResult.Loaded.class);
    }

    private static ConfigProblem problem(Path file) {
        LoadResult result = ConfigLoader.load(file, Map.of(), List.of());
        assertThat(result).isInstanceOf(LoadResult.Refused.class);
        return ((LoadResult.Refused) result).problems().get(0);
    }
}
