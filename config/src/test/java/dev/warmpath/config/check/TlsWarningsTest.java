package dev.warmpath.config.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.tls.TestFiles;
import dev.warmpath.config.tls.TlsFinding;
import dev.warmpath.config.tls.TlsFinding.Reason;
import dev.warmpath.config.tls.TlsFindings;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What works and should not stay so is told, and is no reason to refuse a configuration. */
class TlsWarningsTest {

    private static final String YAML = """
            scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}}
            models: [{name: m}]
            server: {tls: {cert: r.crt, key: r.key}}
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        new TestFiles(directory).writeIdentity("r", TestFiles.certificate(Algorithm.ecp256, Duration.ofDays(100)));
        readable("rw-------");
        Files.writeString(directory.resolve("router.yaml"), YAML);
    }

    private void readable(String permissions) throws IOException {
        Files.setPosixFilePermissions(directory.resolve("r.key"), PosixFilePermissions.fromString(permissions));
    }

    private List<Reason> inDays(int days) {
        LoadResult result = ConfigLoader.loadText(YAML, directory, Map.of(), List.of(), PathCheck.MUST_EXIST);
        WarmpathSettings settings = ((LoadResult.Loaded) result).settings();
        return TlsFindings.of(settings, Instant.now().plus(Duration.ofDays(days))).stream()
                .map(TlsFinding::reason)
                .toList();
    }

    @Test
    void certificateIsSoundUntilTwoWeeksBeforeItsEnd() {
        assertThat(inDays(85)).isEmpty();
        assertThat(inDays(87)).containsExactly(Reason.EXPIRES_SOON);
        assertThat(inDays(99)).containsExactly(Reason.EXPIRES_SOON);
        assertThat(inDays(101)).containsExactly(Reason.EXPIRED);
    }

    @Test
    void certificateOfTheFutureIsTold() {
        assertThat(inDays(-1)).containsExactly(Reason.NOT_YET_VALID);
    }

    @Test
    void keyThatAnybodyCanReadIsTold() throws IOException {
        readable("rw-r-----");
        assertThat(inDays(0)).isEmpty();

        readable("rw-r--r--");
        assertThat(inDays(0)).containsExactly(Reason.KEY_READABLE_BY_OTHERS);
    }

    @Test
    void checkWarnsAndAccepts() throws IOException {
        new TestFiles(directory).writeIdentity("r", TestFiles.certificate(Algorithm.ecp256, Duration.ofMinutes(30)));
        readable("rw-r--r--");

        ConfigCheck.Outcome outcome =
                ConfigCheck.check(directory.resolve("router.yaml"), Map.of(), List.of(), PathCheck.MUST_EXIST, false);

        assertThat(outcome.status()).isEqualTo(ConfigCheck.ACCEPTED);
        assertThat(outcome.text())
                .contains("warning: server.tls.cert has expired on ")
                .contains("warning: server.tls.key names a private key that every user of this machine can read");
    }
}
