package dev.warmpath.router.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What local file systems lie on, as {@code lsblk} tells it, and what follows from it. */
class LocalDevicesTest {

    private static final String MD_OF_TWO_SATA = """
            md0         0
            ├─sda sata 0
            │ └─sda2    0
            └─sdb sata 0
              └─sdb2    0
            """;

    @TempDir
    private Path home;

    private FakeMachine machine;

    @BeforeEach
    void newMachine() {
        machine = new FakeMachine(home);
    }

    private StorageInfo classify(String source, String tree) {
        return machine.mount("/kv", source)
                .block(source.split(" ", -1)[0], tree)
                .classify("/kv");
    }

    private static StorageAdvice advice(StorageInfo info) {
        return StorageAdvice.of(info, 1, 64);
    }

    static Stream<Arguments> trees() {
        return Stream.of(
                Arguments.of("nvme0n1 nvme 0\n", "nvme0n1 nvme ssd"),
                Arguments.of("sda      sata    0\n└─sda1          0\n", "sda1 sata ssd"),
                Arguments.of(MD_OF_TWO_SATA, "sda2 sata ssd, sdb2 sata ssd"),
                Arguments.of(
                        MD_OF_TWO_SATA.replace("├─", "|-").replace("└─", "`-").replace("│ ", "| "),
                        "sda2 sata ssd, sdb2 sata ssd"),
                Arguments.of("sdc sata 1\n└─sdc1 0\n  └─vg-kv 0\n", "vg-kv sata rotational"),
                Arguments.of("loop0        0\n", "loop0  ssd"));
    }

    @ParameterizedTest
    @MethodSource("trees")
    void leavesOfTheTreeAreTheDevices(String tree, String devices) {
        assertThat(classify("/dev/x ext4", tree).devices())
                .extracting(device ->
                        device.dev() + " " + device.transport() + " " + (device.rotational() ? "rotational" : "ssd"))
                .containsExactly(devices.split(", "));
    }

    static Stream<Arguments> devices() {
        return Stream.of(
                Arguments.of("/dev/nvme0n1p1 ext4", "nvme0n1 nvme 0\n", true, "nvme-ssd (nvme0n1)", 8),
                Arguments.of(
                        "/dev/sda1 ext4",
                        "sda sata 0\n",
                        false,
                        "sata-ssd (sda) → buffered for cold-read readahead",
                        4),
                Arguments.of(
                        "/dev/md0 ext4",
                        MD_OF_TWO_SATA,
                        false,
                        "sata-ssd (sda2) → buffered for cold-read readahead",
                        4),
                Arguments.of(
                        "/dev/md1 ext4",
                        "md1 0\n├─nvme0n1 nvme 0\n└─sda sata 0\n",
                        false,
                        "sata-ssd (sda) → buffered for cold-read readahead",
                        4),
                Arguments.of(
                        "/dev/sdc ext4",
                        "sdc sata 1\n",
                        false,
                        "rotational HDD (sdc) → buffered required for readahead",
                        2),
                Arguments.of(
                        "/dev/sdd ext4",
                        "sdd iscsi 0\n",
                        false,
                        "ISCSI SAN (sdd) → buffered, the network hides the device",
                        4),
                Arguments.of("/dev/sdu ext4", "sdu usb 0\n", false, "usb (sdu) → buffered", 4),
                Arguments.of("/dev/sde xfs", "sde sas 0\n", true, "sas-ssd (sde)", 8));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void deviceThatIsHardestToPleaseDecides(String source, String tree, boolean direct, String reason, int workers) {
        StorageInfo info = classify(source, tree);

        assertThat(info.warnings()).isEmpty();
        assertThat(advice(info))
                .returns(direct, StorageAdvice::direct)
                .returns(reason, StorageAdvice::ioReason)
                .returns(workers, StorageAdvice::workersPerShard);
        assertThat(advice(info).warnings()).isEmpty();
    }

    @Test
    void blankTransportIsBufferedWithAWarning() {
        StorageAdvice advice = advice(classify("/dev/loop0 ext4", "loop0      0\n"));

        assertThat(advice)
                .returns(false, StorageAdvice::direct)
                .returns("unknown transport '' (loop0), conservative buffered", StorageAdvice::ioReason)
                .returns(4, StorageAdvice::workersPerShard);
        assertThat(advice.warnings()).singleElement().asString().contains("loop0");
    }

    @Test
    void partMountedFromADeviceIsCutOffBeforeTheDeviceIsAskedFor() {
        machine.mount("/kv", "/dev/nvme0n1p1[/kvd-long] ext4").block("/dev/nvme0n1p1", "nvme0n1p1 nvme 0\n");

        StorageInfo info = machine.classify("/kv");

        assertThat(info.mountSource()).isEqualTo("/dev/nvme0n1p1");
        assertThat(advice(info).direct()).isTrue();
    }

    @Test
    void partitionHasItsTransportFromWhatItIsMadeOf() {
        machine.madeOf("/dev/nvme0n1p1", "nvme0n1p1       0\n└─nvme0n1 nvme  0\n");

        assertThat(advice(classify("/dev/nvme0n1p1 ext4", "nvme0n1p1       0\n"))
                        .ioReason())
                .isEqualTo("nvme-ssd (nvme0n1p1)");
    }

    @Test
    void arrayHasTheTransportOfItsHardestMember() {
        machine.madeOf("/dev/md0", "md0 0\n├─nvme0n1p1 0\n│ └─nvme0n1 nvme 0\n└─sda1 0\n  └─sda sata 0\n");

        assertThat(advice(classify("/dev/md0 ext4", "md0 0\n")).ioReason()).startsWith("sata-ssd (md0)");
    }

    @Test
    void topmostOfStackedMountsIsTheOneThatIsSeen() {
        machine.mount("/kv", "/dev/sda1 ext4\ntmpfs     tmpfs");

        assertThat(machine.classify("/kv").fsType()).isEqualTo("tmpfs");
    }

    @Test
    void memoryTakesNoDirectIoAndManyWorkers() {
        StorageInfo info = machine.mount("/kv", "tmpfs tmpfs").classify("/kv");

        assertThat(info.warnings()).isEmpty();
        assertThat(advice(info))
                .returns(false, StorageAdvice::direct)
                .returns("tmpfs (O_DIRECT unsupported)", StorageAdvice::ioReason)
                .returns(8, StorageAdvice::workersPerShard);
    }

    @Test
    void directoryThatIsNotThereYetIsJudgedByItsParent() {
        machine.mount("/data", "/dev/sde xfs").block("/dev/sde", "sde sas 0\n");

        StorageInfo info = machine.classify("/data/kv/l3");

        assertThat(advice(info).direct()).isTrue();
        assertThat(info.warnings()).singleElement().asString().contains("/data/kv/l3 does not exist");
    }

    @Test
    void withoutFindmntNothingIsKnown() {
        StorageInfo info = machine.withoutFindmnt().classify("/kv");

        assertThat(info.fsType()).isEqualTo("unknown");
        assertThat(info.warnings()).containsExactly("findmnt unavailable or failed; defaulting to buffered");
        assertThat(advice(info))
                .returns(false, StorageAdvice::direct)
                .returns("unknown device, conservative buffered", StorageAdvice::ioReason)
                .returns(4, StorageAdvice::workersPerShard);
    }

    @Test
    void findmntThatFailsKnowsNothingEither() {
        assertThat(machine.classify("/kv").warnings())
                .containsExactly("findmnt unavailable or failed; defaulting to buffered");
    }

    @Test
    void findmntThatSaysNonsenseKnowsNothingEither() {
        assertThat(machine.mount("/kv", "one").classify("/kv").fsType()).isEqualTo("unknown");
    }

    @Test
    void withoutLsblkAndWithoutAKernelTreeTheDeviceIsUnknown() {
        StorageInfo info = machine.mount("/kv", "/dev/sda1 ext4").withoutLsblk().classify("/kv");

        assertThat(info.warnings()).containsExactly("neither lsblk nor sysfs found devices for source=/dev/sda1");
        assertThat(advice(info).ioReason()).isEqualTo("unknown device, conservative buffered");
        assertThat(advice(info).workersPerShard()).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("shares")
    void shardsShareTheProcessors(Integer cpus, int shards, int workers) {
        StorageAdvice advice = StorageAdvice.of(classify("/dev/nvme0n1 ext4", "nvme0n1 nvme 0\n"), shards, cpus);

        assertThat(advice.workersPerShard()).isEqualTo(workers);
        assertThat(advice.workersReason())
                .contains("capped at " + workers + " by cpu=" + (cpus == null ? "?" : cpus) + " / n_shards=" + shards);
    }

    static Stream<Arguments> shares() {
        return Stream.of(
                Arguments.of(4, 8, 2), Arguments.of(1, 16, 2), Arguments.of(null, 2, 2), Arguments.of(8, 2, 4));
    }
}
