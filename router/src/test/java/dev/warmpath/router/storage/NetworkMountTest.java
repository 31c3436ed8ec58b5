package dev.warmpath.router.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the mount options of network file systems make of them. */
class NetworkMountTest {

    @TempDir
    private Path home;

    private FakeMachine machine;

    @BeforeEach
    void newMachine() {
        machine = new FakeMachine(home);
    }

    private StorageInfo classify(String options) {
        return machine.mount("/kv", "srv:/export nfs4")
                .procMounts("proc /proc proc rw 0 0\nsrv:/export /kv nfs4 rw," + options + ",hard 0 0\n")
                .classify("/kv");
    }

    @ParameterizedTest
    @CsvSource({
        "nconnect=32, 32, 8, 4 connections",
        "nconnect=16, 16, 4, (mid-tier)",
        "nconnect=8, 8, 2, (low",
        "vers=4.2, ?, 2, (low"
    })
    void workersFollowTheConnectionsOfTheMount(String options, String nconnect, int workers, String reason) {
        StorageAdvice advice = StorageAdvice.of(classify(options), 1, 64);

        assertThat(advice)
                .returns(false, StorageAdvice::direct)
                .returns("NFS-buffered (nconnect=" + nconnect + ")", StorageAdvice::ioReason)
                .returns(workers, StorageAdvice::workersPerShard);
        assertThat(advice.workersReason()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "'rsize=1048576,wsize=1048576', 1048576, wsize=1024KB",
        "'rsize=16777216,wsize=16777216', 16777216,",
        "'rsize=8388608,wsize=8388608', 8388608,",
        "'rsize=4194304,wsize=4194304', 4194304, wsize=4096KB",
        "vers=4.2,,"
    })
    void smallWritesOnTheWireAreWarnedOf(String options, @Nullable Long bytes, @Nullable String warning) {
        StorageInfo info = classify(options);

        assertThat(info.rsizeBytes()).isEqualTo(bytes);
        assertThat(info.wsizeBytes()).isEqualTo(bytes);
        if (warning == null) {
            assertThat(info.warnings()).isEmpty();
        } else {
            assertThat(info.warnings()).singleElement().asString().contains(warning, "wsize=16777216,rsize=16777216");
        }
    }

    @Test
    void serversIpv6AddressIsNoPartInBrackets() {
        machine.mount("/kv", "[2001:db8::1]:/export nfs4");

        assertThat(machine.classify("/kv").mountSource()).isEqualTo("[2001:db8::1]:/export");
    }

    @Test
    void partOfAnExportIsCutOffBehindAnIpv6Address() {
        machine.mount("/kv", "[2001:db8::1]:/export[/sub] nfs4")
                .procMounts("[2001:db8::1]:/export /else nfs4 rw,nconnect=16 0 0\n");

        StorageInfo info = machine.classify("/kv");

        assertThat(info.mountSource()).isEqualTo("[2001:db8::1]:/export");
        assertThat(info.nconnect()).isEqualTo(16);
    }

    @Test
    void longestMountPointAboveThePathCounts() {
        machine.mount("/kv/fast/a", "srv:/fast nfs4").procMounts("""
                srv:/slow /kv nfs4 rw,nconnect=2 0 0
                srv:/fast /kv/fast nfs4 rw,nconnect=16 0 0
                srv:/fast /kv/fast-and-elsewhere nfs4 rw,nconnect=4 0 0
                """);

        assertThat(machine.classify("/kv/fast/a").nconnect()).isEqualTo(16);
    }

    @Test
    void blanksInNamesAreUndoneAsTheKernelWroteThem() {
        machine.mount("/kv/my share", "//srv/my share cifs")
                .procMounts("//srv/my\\040share /kv/my\\040share cifs rw,wsize=1048576 0 0\n");

        StorageInfo info = machine.classify("/kv/my share");

        assertThat(info.mountSource()).isEqualTo("//srv/my share");
        assertThat(info.wsizeBytes()).isEqualTo(1L << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb", "smb3"})
    void noDeviceIsLookedForBehindANetwork(String type) {
        machine.mount("/kv", "/dev/nvme0n1 " + type).block("/dev/nvme0n1", "nvme0n1 nvme 0\n");

        StorageInfo info = machine.classify("/kv");

        assertThat(info.devices()).isEmpty();
        assertThat(StorageAdvice.of(info, 1, 64).direct()).isFalse();
    }
}
