package dev.warmpath.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.router.storage.StorageAdvice;
import dev.warmpath.router.storage.StorageDevice;
import dev.warmpath.router.storage.StorageInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code warmpath doctor storage} prints, and what scripts get. */
class StorageCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    private static String printed(StorageInfo info) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        StorageCommand.print(info, StorageAdvice.of(info, 1, 64), info.warnings(), writer);
        writer.flush();
        return text.toString();
    }

    @Test
    void adviceNamesPathDeviceModeAndReason() {
        assertThat(printed(new StorageInfo(
                        Path.of("/kv"),
                        "/dev/nvme0n1p1",
                        "ext4",
                        null,
                        null,
                        null,
                        List.of(new StorageDevice("nvme0n1p1", "nvme", false)),
                        List.of())))
                .contains("/kv", "/dev/nvme0n1p1 ext4", "nvme0n1p1 nvme ssd", "DIRECT  nvme-ssd", "8 per shard")
                .contains("override")
                .doesNotContain("BUFFERED", "warning");
    }

    @Test
    void adviceForANetworkMountNamesItsOptionsAndWarnings() {
        assertThat(printed(new StorageInfo(
                        Path.of("/kv"), "srv:/x", "nfs4", 16, null, 1L << 20, List.of(), List.of("wsize is small"))))
                .contains("BUFFERED  NFS-buffered (nconnect=16)", "rsize=? wsize=1048576", "warning   wsize is small");
    }

    @Test
    void jsonSaysTheSameAndTheStatusIsWhetherThereAreWarnings(@TempDir Path home) throws IOException {
        int status = run("doctor", "storage", "--json", home.toString());

        JsonNode answer = new ObjectMapper().readTree(out.toString());
        assertThat(answer.path("path").asText()).isEqualTo(home.toString());
        assertThat(answer.path("fs_type").asText()).isNotEmpty();
        assertThat(answer.path("devices").isArray()).isTrue();
        assertThat(answer.path("io").path("direct").isBoolean()).isTrue();
        assertThat(answer.path("workers").path("per_shard").asInt()).isPositive();
        assertThat(status).isEqualTo(answer.path("warnings").isEmpty() ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doctor storage",
                "doctor storage --shards 0 /tmp",
                "doctor storage --cpus 0 /tmp",
                "doctor storage --admin http://127.0.0.1:1 /tmp",
                "doctor"
            })
    void wrongUsageIsNoAdvice(String command) {
        assertThat(run(command.split(" "))).isEqualTo(DoctorCommand.NOT_ASKED);
        assertThat(err.toString()).contains("Usage: warmpath doctor");
    }
}
