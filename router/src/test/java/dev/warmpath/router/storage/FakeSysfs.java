package dev.warmpath.router.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** A tree of directories and links laid out as the kernel lays out {@code /sys}, with the devices that a test gives it. */
final class FakeSysfs {

    private final Path root;

    FakeSysfs(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    /**
     * A whole disk.
     *
     * @param place where its device hangs below {@code devices}, for example {@code pci0/ata1/host0/target0/0:0:0:0}
     * @param bus what its device's {@code subsystem} is
     */
    FakeSysfs disk(String name, String number, String place, String bus, boolean rotational) {
        Path device = directory("devices/" + place);
        link(device.resolve("subsystem"), directory("bus/" + bus));
        Path disk = directory("devices/" + place + "/block/" + name);
        link(disk.resolve("device"), device);
        write(disk.resolve("queue/rotational"), rotational ? "1\n" : "0\n");
        return numbered(disk, number);
    }

    /** A partition of a disk that has been given. */
    FakeSysfs partition(String disk, String name, String number) {
        Path partition =
                directoryAt(real(root.resolve("class/block").resolve(disk)).resolve(name));
        write(partition.resolve("partition"), "1\n");
        return numbered(partition, number);
    }

    /** A RAID or a volume that is made of devices that have been given; without any, a disk without a device. */
    FakeSysfs virtual(String name, String number, String... slaves) {
        Path device = directory("devices/virtual/block/" + name);
        directoryAt(device.resolve("slaves"));
        write(device.resolve("queue/rotational"), "0\n");
        numbered(device, number);
        for (String slave : slaves) {
            slave(name, slave);
        }
        return this;
    }

    /** One more device that a virtual one is made of. */
    FakeSysfs slave(String name, String slave) {
        Path blocks = root.resolve("class/block");
        link(real(blocks.resolve(name)).resolve("slaves").resolve(slave), real(blocks.resolve(slave)));
        return this;
    }

    /** The driver of a SCSI host. */
    FakeSysfs driver(int host, String name) {
        write(root.resolve("class/scsi_host/host" + host + "/proc_name"), name + "\n");
        return this;
    }

    FakeSysfs fibreChannel(int host) {
        directory("class/fc_host/host" + host);
        return this;
    }

    /** Something that a disk's device says of itself. */
    FakeSysfs attribute(String place, String name, String text) {
        write(root.resolve("devices").resolve(place).resolve(name), text);
        return this;
    }

    private FakeSysfs numbered(Path device, String number) {
        link(directory("class/block").resolve(String.valueOf(device.getFileName())), device);
        link(directory("dev/block").resolve(number), device);
        return this;
    }

    private Path directory(String path) {
        return directoryAt(root.resolve(path));
    }

    private static Path directoryAt(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void link(Path at, Path to) {
        try {
            directoryAt(Objects.requireNonNull(at.getParent()));
            Files.createSymbolicLink(at, to);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            directoryAt(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
