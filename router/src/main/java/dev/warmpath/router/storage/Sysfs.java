package dev.warmpath.router.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Block devices as the kernel's own tree tells them, where {@code lsblk} is missing, fails, or does not know how a
 * device is attached. From the number of the device that a file lies on it goes down through what that device is made of
 * (the {@code slaves} of RAID and LVM) to disks and partitions.
 *
 * <p>How a SCSI disk is attached has to be pieced together, as {@code lsblk} and udev do: from what its own host is,
 * its driver's name and its place in the tree. Another host's properties say nothing of it.
 */
final class Sysfs {

    /** More devices under one file system than this are not looked at. */
    private static final int MOST_DEVICES = 256;

    private static final Pattern SCSI_HOST = Pattern.compile("/host(\\d+)(?:/|$)");
    private static final Set<String> BUSES = Set.of("nvme", "virtio", "mmc");
    private static final Set<String> SATA_DRIVERS = Set.of("ahci", "ata_piix");

    private final Path root;

    /** @param root {@code /sys} */
    Sysfs(Path root) {
        this.root = root;
    }

    /**
     * The disks and partitions under a device, each once.
     *
     * @param number {@code major:minor}
     * @return none when the device is not there: a file system without one has a number of its own
     */
    List<StorageDevice> devices(String number) {
        Path top = real(root.resolve("dev/block").resolve(number));
        if (!Files.isDirectory(top)) {
            return List.of();
        }
        List<StorageDevice> devices = new ArrayList<>();
        Set<Path> seen = new HashSet<>(Set.of(top));
        Deque<Path> open = new ArrayDeque<>(List.of(top));
        while (!open.isEmpty() && devices.size() < MOST_DEVICES) {
            Path device = open.removeFirst();
            List<Path> parts = parts(device);
            if (parts.isEmpty()) {
                devices.add(disk(device));
            }
            for (Path part : parts) {
                if (seen.add(part)) {
                    open.addLast(part);
                }
            }
        }
        return devices;
    }

    private static List<Path> parts(Path device) {
        Set<Path> parts = new TreeSet<>();
        try (DirectoryStream<Path> slaves = Files.newDirectoryStream(device.resolve("slaves"))) {
            for (Path slave : slaves) {
                parts.add(slave);
            }
        } catch (IOException none) {
            return List.of();
        }
        return parts.stream().map(Sysfs::real).toList();
    }

    private StorageDevice disk(Path device) {
        Path parent = device.getParent();
        Path whole = parent != null && Files.exists(device.resolve("partition")) ? parent : device;
        return new StorageDevice(
                String.valueOf(device.getFileName()),
                transport(whole.resolve("device")),
                text(whole.resolve("queue/rotational")).equals("1"));
    }

    private String transport(Path link) {
        if (!Files.exists(link)) {
            return "";
        }
        Path device = real(link);
        String bus = String.valueOf(real(device.resolve("subsystem")).getFileName());
        if (BUSES.contains(bus)) {
            return bus;
        }
        return bus.equals("scsi") ? scsiTransport(device) : "";
    }

    private String scsiTransport(Path device) {
        // Seen from the tree's root, so that no directory above it is taken for a bus.
        String place = "/" + real(root).relativize(device);
        Matcher host = SCSI_HOST.matcher(place);
        String name = host.find() ? "host" + host.group(1) : "";
        String driver = name.isEmpty()
                ? ""
                : text(root.resolve("class/scsi_host").resolve(name).resolve("proc_name"));
        if (!name.isEmpty() && Files.isDirectory(root.resolve("class/fc_host").resolve(name))) {
            return "fc";
        }
        if (driver.startsWith("iscsi")) {
            return "iscsi";
        }
        if (Files.exists(device.resolve("sas_address"))) {
            return "sas";
        }
        if (place.contains("/usb")) {
            return "usb";
        }
        boolean sata = SATA_DRIVERS.contains(driver)
                || driver.startsWith("sata_")
                || driver.startsWith("pata_")
                || place.contains("/ata");
        return sata ? "sata" : "";
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException none) {
            return "";
        }
    }

    private static Path real(Path link) {
        try {
            return link.toRealPath();
        } catch (IOException dangling) {
            return link;
        }
    }
}
