package dev.warmpath.router.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel's own tree says where {@code lsblk} does not know. */
class KernelTreeTest {

    private static final String ATA = "pci0/ata1/host0/target0/0:0:0:0";

    @TempDir
    private Path home;

    private FakeMachine machine;
    private FakeSysfs sys;

    @BeforeEach
    void newMachine() {
        machine = new FakeMachine(home).mount("/kv", "/dev/x ext4").withoutLsblk();
        sys = machine.sysfs();
    }

    private List<StorageDevice> devices(String number) {
        return machine.number(number).classify("/kv").devices();
    }

    @Test
    void volumeIsMadeOfVolumesOfDisks() {
        sys.disk("nvme0n1", "259:0", "pci0/nvme0", "nvme", false)
                .disk("nvme1n1", "259:1", "pci1/nvme1", "nvme", false)
                .virtual("dm-0", "253:0", "nvme0n1")
                .virtual("dm-1", "253:1", "nvme1n1")
                .virtual("dm-8", "253:8", "dm-0", "dm-1");

        assertThat(devices("253:8"))
                .containsExactly(
                        new StorageDevice("nvme0n1", "nvme", false), new StorageDevice("nvme1n1", "nvme", false));
    }

    @Test
    void arrayOfSataDisks() {
        sys.disk("sda", "8:0", "pci0/host0/target0/0:0:0:0", "scsi", false)
                .disk("sdb", "8:16", "pci0/host1/target1/1:0:0:0", "scsi", true)
                .driver(0, "ahci")
                .driver(1, "ahci")
                .virtual("md0", "9:0", "sda", "sdb");

        assertThat(devices("9:0"))
                .containsExactly(new StorageDevice("sda", "sata", false), new StorageDevice("sdb", "sata", true));
    }

    @Test
    void diskUnderTwoVolumesIsOneDisk() {
        sys.disk("sda", "8:0", ATA, "scsi", false)
                .virtual("dm-0", "253:0", "sda")
                .virtual("dm-1", "253:1", "sda")
                .virtual("dm-2", "253:2", "dm-0", "dm-1");

        assertThat(devices("253:2")).containsExactly(new StorageDevice("sda", "sata", false));
    }

    @Test
    void partitionKeepsItsNameAndHasTheRestFromItsDisk() {
        sys.disk("sda", "8:0", "platform/host3/session1/3:0:0:0", "scsi", true)
                .driver(3, "iscsi_tcp")
                .partition("sda", "sda1", "8:1");

        assertThat(devices("8:1")).containsExactly(new StorageDevice("sda1", "iscsi", true));
    }

    @Test
    void diskWithASasAddressIsSas() {
        sys.disk("sda", "8:0", "pci0/host2/port-2:0/2:0:0:0", "scsi", false)
                .driver(2, "mpt3sas")
                .attribute("pci0/host2/port-2:0/2:0:0:0", "sas_address", "0x5000c500a1b2c3d4\n");

        assertThat(devices("8:0")).containsExactly(new StorageDevice("sda", "sas", false));
    }

    @ParameterizedTest
    @CsvSource({"4, fc", "9, ''"})
    void onlyADisksOwnHostMakesItFibreChannel(int fibreChannelHost, String transport) {
        sys.disk("sda", "8:0", "pci0/host4/target4/4:0:0:0", "scsi", false)
                .driver(4, "megaraid_sas")
                .fibreChannel(fibreChannelHost);
        // A tree that knows no transport is not taken, so the disk is looked at beside one that has one.
        sys.disk("vdb", "254:0", "pci0/virtio1", "virtio", false).virtual("dm-0", "253:0", "sda", "vdb");

        assertThat(devices("253:0"))
                .containsExactly(new StorageDevice("sda", transport, false), new StorageDevice("vdb", "virtio", false));
    }

    @ParameterizedTest
    @CsvSource({
        "pci0/usb1/1-1/host6/target6/6:0:0:0, usb-storage, usb",
        "pci0/host6/target6/6:0:0:0, sata_nv, sata",
        "pci0/host6/target6/6:0:0:0, pata_amd, sata",
        "pci0/host6/target6/6:0:0:0, ata_piix, sata",
        "pci0/ata7/host6/target6/6:0:0:0, unheard, sata"
    })
    void driverAndPlaceTellHowAScsiDiskIsAttached(String place, String driver, String transport) {
        sys.disk("sdx", "65:0", place, "scsi", false).driver(6, driver);

        assertThat(devices("65:0")).containsExactly(new StorageDevice("sdx", transport, false));
    }

    @Test
    void treeThatKnowsNoTransportIsNotTaken() {
        sys.disk("xvda", "202:0", "vbd-768", "xen", false);

        StorageInfo info = machine.number("202:0").classify("/kv");

        assertThat(info.devices()).isEmpty();
        assertThat(info.warnings()).singleElement().asString().contains("sysfs");
    }

    @Test
    void numberThatNobodyHasHasNoDevices() {
        assertThat(devices("0:42")).isEmpty();
    }

    @Test
    void devicesThatAreMadeOfEachOtherComeToAnEnd() {
        sys.virtual("dm-0", "253:0").virtual("dm-1", "253:1", "dm-0");
        sys.slave("dm-0", "dm-1");

        assertThat(devices("253:0")).isEmpty();
    }

    @Test
    void lsblkThatFailsIsMadeUpFor() {
        FakeMachine other = new FakeMachine(home.resolve("other")).mount("/kv", "/dev/mapper/vg-kv ext4");
        other.sysfs().disk("nvme0n1", "259:0", "pci0/nvme0", "nvme", false).virtual("dm-0", "253:0", "nvme0n1");

        StorageAdvice advice = StorageAdvice.of(other.number("253:0").classify("/kv"), 1, 64);

        assertThat(advice.direct()).isTrue();
    }

    @Test
    void transportThatLsblkDoesNotKnowIsMadeUpFor() {
        FakeMachine other = new FakeMachine(home.resolve("other"))
                .mount("/kv", "/dev/vda ext4")
                .block("/dev/vda", "vda 0\n");
        other.sysfs().disk("vda", "254:0", "pci0/virtio1", "virtio", false);

        assertThat(other.number("254:0").classify("/kv").devices())
                .containsExactly(new StorageDevice("vda", "virtio", false));
    }

    @Test
    void lsblkThatKnowsIsNotOverruled() {
        FakeMachine other = new FakeMachine(home.resolve("other"))
                .mount("/kv", "/dev/sda ext4")
                .block("/dev/sda", "sda sata 0\n");
        other.sysfs().disk("nvme0n1", "8:0", "pci0/nvme0", "nvme", false);

        assertThat(other.number("8:0").classify("/kv").devices())
                .containsExactly(new StorageDevice("sda", "sata", false));
    }

    @Test
    void fileSystemWithoutASourceDeviceIsFoundByItsNumber() {
        FakeMachine other = new FakeMachine(home.resolve("other")).mount("/kv", "rootfs ext4");
        other.sysfs().disk("nvme0n1", "259:0", "pci0/nvme0", "nvme", false);

        assertThat(other.number("259:0").classify("/kv").devices())
                .containsExactly(new StorageDevice("nvme0n1", "nvme", false));
    }
}
