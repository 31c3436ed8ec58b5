package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commented example of a configuration, damaged: loaded, or refused with places and remedies. */
@Timeout(600)
class ConfigFuzzTest {

    private static final byte[] EXAMPLE = Corpus.bytes("/dev/warmpath/config/warmpath.example.yaml");

    private static final List<byte[]> PIECES = Stream.of(
                    "\n",
                    "  ",
                    "\t",
                    ":",
                    ": ",
                    "- ",
                    "{",
                    "}",
                    "[",
                    "]",
                    "\"",
                    "'",
                    "|\n",
                    ">\n",
                    "#",
                    "&a ",
                    "*a ",
                    "!!binary ",
                    "!!java.net.URL [\"x\"]",
                    "? ",
                    "---\n",
                    "...\n",
                    "%YAML 9\n",
                    "null",
                    "~",
                    "true",
                    "-1",
                    "0",
                    "1e999999999",
                    "99999999999999999999",
                    ".nan",
                    ".inf",
                    "9".repeat(5_000),
                    "${HOME}",
                    "${",
                    "$$",
                    "${A:-${A}}",
                    "[".repeat(2_000),
                    "{a: ".repeat(2_000),
                    "\u0000",
                    "\u0085",
                    "\ufeff",
                    "http://[::",
                    "tcp://*:99999",
                    "999999999999h",
                    "5kB",
                    "&b [*b, *b]",
                    "<<: *a\n",
                    "server:\n",
                    "workers:\n")
            .map(text -> text.getBytes(UTF_8))
            .toList();

    private int loaded;
    private int refused;

    @Test
    void damagedConfigurationsAreLoadedOrRefusedWithReasons() {
        FuzzRun.of(1_000, this::attempt);
        FuzzRun.cameTo(() -> {
            assertThat(loaded).as("loaded").isPositive();
            assertThat(refused).as("refused").isGreaterThan(100);
        });
    }

    private void attempt(Random random) {
        String yaml = new String(new Bytes(random, PIECES).damaged(EXAMPLE), UTF_8);

        LoadResult result =
                ConfigLoader.loadText(yaml, Path.of(""), Map.of("HOME", "/home/x"), List.of(), PathCheck.NOT_CHECKED);

        if (result instanceof LoadResult.Refused no) {
            refused++;
            assertThat(no.problems())
                    .isNotEmpty()
                    .allSatisfy(problem ->
                            assertThat(problem.toString()).isNotBlank().hasSizeLessThan(2_000));
        } else {
            loaded++;
        }
    }
}
