package dev.warmpath.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.keys.KeysFile;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.router.access.ClientKeys;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code key new} prints is what opens, and what the router takes as it stands. */
class KeyCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    private List<String> printed() {
        return out.toString()
                .lines()
                .filter(line -> line.startsWith("    "))
                .map(String::strip)
                .toList();
    }

    @Test
    void printedKeyIsOpenedByThePrintedLineAndByThePrintedItem() {
        assertThat(run("key", "new", "--name", "team-a")).isZero();

        assertThat(printed()).hasSize(3);
        String key = printed().get(0);
        assertThat(key).matches("wp-[0-9a-f]{64}");
        for (String form : printed().subList(1, 3)) {
            assertThat(form).doesNotContain(key);
            KeysFile.Result read = KeysFile.parse(form, List.of());
            assertThat(read).isInstanceOf(KeysFile.Result.Loaded.class);
            List<ClientKey> keys = ((KeysFile.Result.Loaded) read).keys();
            assertThat(ClientKeys.of(keys).judge("Bearer " + key, null, Instant.EPOCH))
                    .isEqualTo(new ClientKeys.Verdict.Admitted("team-a"));
        }
    }

    @Test
    void noTwoKeysAreTheSame() {
        run("key", "new", "--name", "a");
        run("key", "new", "--name", "a");

        assertThat(printed().get(0)).isNotEqualTo(printed().get(3));
    }

    @Test
    void tokenOfTheAdminPortHasItsScope() {
        assertThat(run("key", "new", "--name", "dash", "--scope", "read")).isZero();

        assertThat(printed()).hasSize(2);
        assertThat(printed().get(1)).startsWith("- {name: \"dash\", sha256: \"").endsWith("\", scope: read}");
    }

    @Test
    void nameThatMayBeAKeyIsRefusedAndNotRepeated() {
        assertThat(run("key", "new", "--name", "wp-hunter2")).isEqualTo(Main.USAGE);
        assertThat(err.toString()).contains("--name looks like a key").doesNotContain("hunter2");
        assertThat(out.toString()).doesNotContain("wp-");
    }

    @Test
    void subcommandIsNeeded() {
        assertThat(run("key")).isEqualTo(Main.USAGE);
        assertThat(err.toString()).contains("key new --name");
    }
}
