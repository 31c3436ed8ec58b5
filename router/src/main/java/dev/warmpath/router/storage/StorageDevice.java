package dev.warmpath.router.storage;

/**
 * A block device that data ends up on.
 *
 * @param dev its name without {@code /dev/}; a partition's own name where it is one
 * @param transport how it is attached, in the words of {@code lsblk} ({@code nvme}, {@code sata}, {@code iscsi}, ...);
 *     empty when that is not known
 * @param rotational whether it, or something that it is a part of, has to seek
 */
public record StorageDevice(String dev, String transport, boolean rotational) {

    DeviceKind kind() {
        return DeviceKind.of(this);
    }

    StorageDevice withTransport(String known) {
        return new StorageDevice(dev, known, rotational);
    }
}
