package dev.warmpath.config.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warmpath.config.document.FileAccess;
import dev.warmpath.config.keys.KeysFile.Result;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.server.ClientKey;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two forms of a file of client keys, and what is no such file. */
class KeysFileTest {

    private static final String A = "a".repeat(64);
    private static final String B = "b".repeat(64);
    private static final Instant SOME_DAY = Instant.parse("2027-01-31T12:00:00Z");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void linesAndYamlSayTheSame() {
        List<ClientKey> keys = List.of(new ClientKey("team-a", A), new ClientKey("team-b", B, SOME_DAY));

        assertThat(loaded("# ours\n\n team-a " + A.toUpperCase(Locale.ROOT) + "\r\nteam-b\t" + B
                        + "  2027-01-31T13:00:00+01:00\n"))
                .isEqualTo(keys);
        assertThat(loaded("# ours\n- {name: team-a, sha256: " + A + "}\n- name: team-b\n  sha256: " + B
                        + "\n  expires: 2027-01-31T12:00:00Z\n"))
                .isEqualTo(keys);
        assertThat(loaded("[{name: team-a, sha256: " + A + "}]")).isEqualTo(keys.subList(0, 1));
    }

    @Test
    void nobodyIsSaidOutLoud() {
        assertThat(loaded("[]\n")).isEmpty();
    }

    /** An editor or a volume that is about to write the file looks the same. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n \n", "# nothing\n", "---\n", "--- ~", "---\nname: a"})
    void fileWithoutAListOfKeysIsNotGood(String text) {
        assertThat(problems(text)).isNotEmpty();
    }

    @Test
    void problemsNameTheLineAndNotWhatMayBeASecret() {
        assertThat(problems("team-a " + A + "\nhunter2\nteam-b hunter2\nteam-c " + B + " tomorrow\n"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("line 2").contains("NAME SHA256 [EXPIRES]"),
                        line -> assertThat(line).contains("keys[1].sha256 (line 3)"),
                        line -> assertThat(line).contains("keys[2].expires (line 4)", "tomorrow", "2027-01-31T"))
                .noneMatch(line -> line.contains("hunter2"));
    }

    @Test
    void namesAndKeysAreNotGivenTwiceAlsoNotBesideTheConfiguration() {
        List<ClientKey> inline = List.of(new ClientKey("team-a", A));

        assertThat(KeysFile.parse("team-b " + B, inline))
                .isEqualTo(new Result.Loaded(List.of(new ClientKey("team-b", B))));
        assertThat(text(KeysFile.parse("team-a " + B, inline)))
                .singleElement()
                .asString()
                .contains("more than one key");
        assertThat(text(KeysFile.parse("team-b " + A, inline)))
                .singleElement()
                .asString()
                .contains("another key");
        assertThat(problems("x " + A + "\nx " + B)).hasSize(1);
    }

    @Test
    void keysHaveABoundOverAll() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < ClientKeyBinding.MOST; i++) {
            lines.append("key-")
                    .append(i)
                    .append(' ')
                    .append("%064x".formatted(i))
                    .append('\n');
        }
        assertThat(loaded(lines.toString())).hasSize(ClientKeyBinding.MOST);
        assertThat(text(KeysFile.parse(lines.toString(), List.of(new ClientKey("inline", A)))))
                .singleElement()
                .asString()
                .contains("one key too many");
    }

    @Test
    void whatIsNoFileOfReasonableSizeIsNotGood() throws IOException {
        assertThat(text(KeysFile.read(directory.resolve("none"), List.of())))
                .singleElement()
                .asString()
                .contains("does not exist");
        assertThat(text(KeysFile.read(directory, List.of())))
                .singleElement()
                .asString()
                .contains("no regular file");
        Path large = Files.writeString(directory.resolve("large"), "#".repeat(600 << 10));
        assertThat(text(KeysFile.read(large, List.of())))
                .singleElement()
                .asString()
                .contains("bytes");
    }

    @Test
    void fileThatOthersMayReadIsFoundOut() throws IOException {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"));
        Path file = Files.writeString(directory.resolve("keys"), "[]");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(FileAccess.openToOthers(file)).isTrue();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(FileAccess.openToOthers(file)).isFalse();
        assertThat(FileAccess.openToOthers(directory.resolve("none"))).isFalse();
    }

    private static List<ClientKey> loaded(String text) {
        Result result = KeysFile.parse(text, List.of());
        assertThat(result).isInstanceOf(Result.Loaded.class);
        return ((Result.Loaded) result).keys();
    }

    private static List<String> problems(String text) {
        return text(KeysFile.parse(text, List.of()));
    }

    private static List<String> text(Result result) {
        return result instanceof Result.Refused refused
                ? refused.problems().stream().map(ConfigProblem::toString).toList()
                : List.of();
    }
}
