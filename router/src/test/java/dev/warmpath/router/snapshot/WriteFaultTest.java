package dev.warmpath.router.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warmpath.router.snapshot.file.SnapshotWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What systems say when a file cannot be written, and what it is called here. */
class WriteFaultTest {

    /** A device that is always full: the words are the system's own. */
    @Test
    void fullDisk() {
        IOException said = catchThrowableOfType(IOException.class, () -> {
            try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
                full.write(ByteBuffer.allocate(1));
            }
        });
        assertThat(WriteFault.of(said)).isEqualTo(WriteFault.NO_SPACE);
        assertThat(WriteFault.of(new FileSystemException("a", null, "No space left on device")))
                .isEqualTo(WriteFault.NO_SPACE);
        assertThat(WriteFault.of(new IOException("Disk quota exceeded"))).isEqualTo(WriteFault.NO_SPACE);
    }

    @Test
    void directoryThatIsNotThere(@TempDir Path directory) {
        IOException said = catchThrowableOfType(
                IOException.class, () -> new SnapshotWriter(directory.resolve("gone/index.snapshot"), 1 << 20).close());
        assertThat(WriteFault.of(said)).isEqualTo(WriteFault.NO_DIRECTORY);
    }

    @Test
    void directoryOfSomebodyElse() {
        assertThat(WriteFault.of(new AccessDeniedException("a"))).isEqualTo(WriteFault.DENIED);
        assertThat(WriteFault.of(new FileSystemException("a", null, "Read-only file system")))
                .isEqualTo(WriteFault.DENIED);
    }

    @Test
    void anythingElse() {
        assertThat(WriteFault.of(new IOException("Input/output error"))).isEqualTo(WriteFault.OTHER);
        assertThat(WriteFault.of(new IOException())).isEqualTo(WriteFault.OTHER);
    }
}
