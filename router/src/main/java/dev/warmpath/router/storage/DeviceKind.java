package dev.warmpath.router.storage;

import java.util.List;

/**
 * Kinds of devices that want to be used alike. The later one is the harder to please: of several devices that carry one
 * file system the latest decides, because every file may touch it.
 */
enum DeviceKind {
    NVME,
    SAS,
    SATA,
    UNKNOWN,
    SAN,
    USB,
    ROTATIONAL;

    /** What seeks is treated as what seeks, however it is attached. */
    static DeviceKind of(StorageDevice device) {
        if (device.rotational()) {
            return ROTATIONAL;
        }
        return switch (device.transport()) {
            case "nvme" -> NVME;
            case "sas" -> SAS;
            case "sata" -> SATA;
            case "iscsi", "fc", "fcoe" -> SAN;
            case "usb" -> USB;
            default -> UNKNOWN;
        };
    }

    /** The device that decides; {@code devices} has at least one. */
    static StorageDevice worst(List<StorageDevice> devices) {
        StorageDevice worst = devices.get(0);
        for (StorageDevice device : devices) {
            if (device.kind().compareTo(worst.kind()) > 0) {
                worst = device;
            }
        }
        return worst;
    }
}
