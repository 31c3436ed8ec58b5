package dev.warmpath.router.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of this machine are run within bounds. */
class HostProgramsTest {

    private final Programs programs = new HostPrograms(HostPrograms.PATIENCE);

    @Test
    void outputAndStatusAreTheProgramsOwn() {
        assertThat(programs.run(List.of("sh", "-c", "echo out; echo err >&2; exit 32")))
                .isEqualTo(new Programs.Output(32, "out\n"));
    }

    @Test
    void programThatIsNotThereHasNoAnswer() {
        assertThat(programs.run(List.of("no-such-program-here"))).isNull();
    }

    @Test
    void programThatDoesNotEndIsEnded(@TempDir Path home) {
        Path trace = home.resolve("pid");

        assertThat(new HostPrograms(Duration.ofMillis(300))
                        .run(List.of("sh", "-c", "echo $$ > " + trace + "; exec sleep 600")))
                .isNull();

        await().until(() -> !isAlive(trace));
    }

    private static boolean isAlive(Path trace) throws IOException {
        String pid = Files.readString(trace).strip();
        return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
    }

    @Test
    void longOutputIsCutAndDoesNotKeepTheProgram() {
        Programs.Output output = Objects.requireNonNull(programs.run(List.of("head", "-c", "300000", "/dev/zero")));

        assertThat(output.status()).isZero();
        assertThat(output.text()).hasSize(HostPrograms.MOST_BYTES);
    }
}
