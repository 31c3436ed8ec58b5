package dev.warmpath.router.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code findmnt} and {@code lsblk}, held against what Java says of the same place. */
class ThisMachineTest {

    @Test
    void directoryIsOnTheFileSystemThatJavaSeesThere(@TempDir Path home) throws IOException {
        StorageInfo info = StorageClassifier.ofThisMachine().classify(home);

        assertThat(info.path()).isEqualTo(home);
        assertThat(info.fsType()).isEqualTo(Files.getFileStore(home).type());
        assertThat(info.mountSource()).isNotEmpty().doesNotContain("[/");
        // A local file system either has devices or a warning that says why none is named.
        assertThat(info.isNetwork()
                        || info.isMemory()
                        || info.devices().isEmpty()
                                != info.warnings().stream().noneMatch(warning -> warning.startsWith("neither lsblk")))
                .isTrue();
        assertThat(StorageAdvice.of(info, 1, 4).workersPerShard()).isBetween(2, 8);
    }

    @Test
    void kernelsOwnListIsNoDirectoryForBlocksAndThatIsSaid() {
        StorageInfo info = StorageClassifier.ofThisMachine().classify(Path.of("/proc/self"));

        assertThat(info.fsType()).isEqualTo("proc");
        assertThat(info.warnings()).singleElement().asString().startsWith("neither lsblk nor sysfs");
        assertThat(StorageAdvice.of(info, 1, 4).direct()).isFalse();
    }
}
