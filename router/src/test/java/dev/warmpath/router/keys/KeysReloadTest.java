package dev.warmpath.router.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.ClientKeys.Verdict;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.access.SecretTable;
import dev.warmpath.router.access.Unauthorized;
import dev.warmpath.router.observe.KeyMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys come and go with good files only; a bad one changes nothing, and never opens the door. */
class KeysReloadTest {

    private static final Verdict REFUSED = new Verdict.Refused(Unauthorized.UNKNOWN);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final KeyRing ring = new KeyRing(Clock.systemUTC(), ClientKeys.of(List.of()));
    private final KeyMetrics metrics = new KeyMetrics(registry, ring);

    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void place() {
        file = directory.resolve("client-keys");
    }

    @Test
    void keyIsRotatedInThreeStepsWithoutARestart() throws IOException {
        KeysReload reload = started(line("old"));
        assertThat(judge("old")).isEqualTo(admitted("old"));

        write(line("old") + line("new"));
        reload.look();
        assertThat(judge("old")).isEqualTo(admitted("old"));
        assertThat(judge("new")).isEqualTo(admitted("new"));

        write(line("new"));
        reload.look();
        assertThat(judge("old")).isEqualTo(REFUSED);
        assertThat(judge("new")).isEqualTo(admitted("new"));
        assertThat(counter("warmpath.keys.reloads")).isEqualTo(2);
    }

    @Test
    void keysOfTheConfigurationAddUpAndStay() throws IOException {
        KeysReload reload = started(line("file"));
        assertThat(judge("inline")).isEqualTo(admitted("inline"));

        write("[]");
        reload.look();

        assertThat(judge("inline")).isEqualTo(admitted("inline"));
        assertThat(judge("file")).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# soon\n", "only-one-word\n", "- {name: a}\n", "inline 00\n", "- [", "{}"})
    void badFileChangesNothingAndCountsOnce(String bad) throws IOException {
        KeysReload reload = started(line("old"));

        write(bad);
        reload.look();
        reload.look();

        assertThat(judge("old")).isEqualTo(admitted("old"));
        assertThat(judge("")).isEqualTo(new Verdict.Refused(Unauthorized.MISSING));
        assertThat(counter("warmpath.keys.reload.failures")).isEqualTo(1);
        assertThat(stale()).isEqualTo(1);
    }

    @Test
    void removedFileChangesNothingAndItsReturnIsNoReload() throws IOException {
        KeysReload reload = started(line("old"));

        Files.delete(file);
        reload.look();
        assertThat(judge("old")).isEqualTo(admitted("old"));
        assertThat(judge("")).isEqualTo(new Verdict.Refused(Unauthorized.MISSING));
        assertThat(stale()).isEqualTo(1);

        write(line("old"));
        reload.look();
        assertThat(stale()).isZero();
        assertThat(counter("warmpath.keys.reloads")).isZero();
    }

    /** Volumes swap whole files, some with the time of long ago. */
    @Test
    void contentCountsAndNotItsTime() throws IOException {
        KeysReload reload = started(line("old"));
        FileTime before = Files.getLastModifiedTime(file);

        write(line("new"));
        Files.setLastModifiedTime(file, before);
        reload.look();

        assertThat(judge("new")).isEqualTo(admitted("new"));
    }

    @Test
    void nobodyMayCallWhereTheFileSaysSo() throws IOException {
        write("[]");
        KeyRing lonely = new KeyRing(Clock.systemUTC(), ClientKeys.of(List.of()));

        new KeysReload(file, settings(List.of()), lonely, metrics).look();

        assertThat(lonely.judge(null, null)).isEqualTo(new Verdict.Refused(Unauthorized.MISSING));
        assertThat(lonely.judge("Bearer x", null)).isEqualTo(REFUSED);
    }

    @Test
    void badFileAtTheStartIsAFailure() throws IOException {
        assertThatThrownBy(() -> started("hunter2"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("server.keys_file")
                .hasMessageContaining("line 1")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void seriesAreThoseOfTheKeysInForce() throws IOException {
        KeysReload reload = started(line("old"));
        metrics.request("old");
        assertThat(names()).containsExactlyInAnyOrder("inline", "old");

        write(line("new"));
        reload.look();

        assertThat(names()).containsExactlyInAnyOrder("inline", "new");
    }

    private KeysReload started(String text) throws IOException {
        write(text);
        return new KeysReload(file, settings(List.of(key("inline"))), ring, metrics);
    }

    private ClientKeySettings settings(List<ClientKey> inline) {
        return new ClientKeySettings(inline, file, Duration.ofSeconds(1));
    }

    /** A key whose name is its secret, too. */
    private static ClientKey key(String name) {
        return new ClientKey(name, SecretTable.digest(name));
    }

    private static String line(String name) {
        return name + " " + SecretTable.digest(name) + "\n";
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    private Verdict judge(String secret) {
        return ring.judge("Bearer " + secret, null);
    }

    private static Verdict admitted(String name) {
        return new Verdict.Admitted(name);
    }

    private double counter(String name) {
        return registry.get(name).counter().count();
    }

    private double stale() {
        return registry.get("warmpath.keys.file.stale").gauge().value();
    }

    private List<String> names() {
        return registry.find("warmpath.requests.by.key").counters().stream()
                .map((Counter counter) -> String.valueOf(counter.getId().getTag("key")))
                .toList();
    }
}
