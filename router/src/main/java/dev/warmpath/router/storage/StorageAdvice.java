package dev.warmpath.router.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How an offload daemon should use a directory.
 *
 * <p>Direct I/O pays where a device answers deep queues of large requests by itself (NVMe, SAS). Everything else gains
 * more from the page cache: disks and SATA drives from read-ahead, network mounts from what their client gathers. Where
 * the device is not known, buffered is the choice that works everywhere. This judges what was found and tries nothing:
 * whether the file system takes {@code O_DIRECT} is for the daemon to probe.
 *
 * @param direct whether to open with {@code O_DIRECT}
 * @param ioReason why
 * @param workersPerShard threads that read and write for each shard of the directory
 * @param workersReason why
 * @param warnings what was not known and decided with caution
 */
public record StorageAdvice(
        boolean direct, String ioReason, int workersPerShard, String workersReason, List<String> warnings) {

    private static final int MOST = 8;
    private static final int SOME = 4;
    private static final int FEW = 2;

    /** A mount that does not say how many connections it has is taken for one with these. */
    private static final int ASSUMED_NCONNECT = 8;

    private static final int MANY_CONNECTIONS = 32;
    private static final int SOME_CONNECTIONS = 16;
    private static final int ASSUMED_CPUS = 4;

    public StorageAdvice {
        warnings = List.copyOf(warnings);
    }

    private record Workers(int count, String reason) {

        /** Shards share the machine's processors. */
        Workers capped(int shards, @Nullable Integer cpus) {
            int cap = Math.max(FEW, (cpus == null ? ASSUMED_CPUS : cpus) / shards);
            if (count <= cap) {
                return this;
            }
            String share = "cpu=" + (cpus == null ? "?" : cpus) + " / n_shards=" + shards;
            return new Workers(cap, reason + " (capped at " + cap + " by " + share + ")");
        }
    }

    private record Mode(boolean direct, String reason) {}

    /**
     * Judges what was found.
     *
     * @param shards parts that the directory's files are spread over, each with workers of its own; at least 1
     * @param cpus processors that the daemon may use; null when not known
     */
    public static StorageAdvice of(StorageInfo info, int shards, @Nullable Integer cpus) {
        if (shards < 1) {
            throw new IllegalArgumentException("there is at least one shard, not " + shards);
        }
        List<String> warnings = new ArrayList<>();
        Mode mode;
        Workers workers;
        if (info.isNetwork()) {
            Integer nconnect = info.nconnect();
            mode = new Mode(false, "NFS-buffered (nconnect=" + (nconnect == null ? "?" : nconnect) + ")");
            workers = overNetwork(nconnect == null ? ASSUMED_NCONNECT : nconnect);
        } else if (info.isMemory()) {
            mode = new Mode(false, info.fsType() + " (O_DIRECT unsupported)");
            workers = new Workers(MOST, info.fsType() + ": memory waits for nothing");
        } else if (info.devices().isEmpty()) {
            mode = new Mode(false, "unknown device, conservative buffered");
            workers = new Workers(SOME, "unknown device, conservative count");
        } else {
            StorageDevice worst = DeviceKind.worst(info.devices());
            mode = mode(worst);
            workers = onDevice(worst);
            if (worst.kind() == DeviceKind.UNKNOWN) {
                warnings.add((worst.transport().isEmpty()
                                ? "nobody says how " + worst.dev() + " is attached"
                                : worst.transport() + " hides what is behind " + worst.dev())
                        + ": buffered I/O and a moderate count of workers do no harm anywhere");
            }
        }
        Workers bounded = workers.capped(shards, cpus);
        return new StorageAdvice(mode.direct(), mode.reason(), bounded.count(), bounded.reason(), warnings);
    }

    private static Workers overNetwork(int nconnect) {
        if (nconnect >= MANY_CONNECTIONS) {
            return new Workers(
                    Math.min(MOST, Math.max(FEW, nconnect / 4)),
                    "nconnect=" + nconnect + ": a worker per 4 connections");
        }
        return nconnect >= SOME_CONNECTIONS
                ? new Workers(SOME, "nconnect=" + nconnect + " (mid-tier)")
                : new Workers(
                        FEW,
                        "nconnect=" + nconnect + " (low: more workers would wait for the same connections; mount with"
                                + " nconnect=16 or more where client and server take it)");
    }

    private static Mode mode(StorageDevice worst) {
        String dev = "(" + worst.dev() + ")";
        return switch (worst.kind()) {
            case NVME -> new Mode(true, "nvme-ssd " + dev);
            case SAS -> new Mode(true, "sas-ssd " + dev);
            case SATA -> new Mode(false, "sata-ssd " + dev + " → buffered for cold-read readahead");
            case ROTATIONAL -> new Mode(false, "rotational HDD " + dev + " → buffered required for readahead");
            case SAN ->
                new Mode(
                        false,
                        worst.transport().toUpperCase(Locale.ROOT) + " SAN " + dev
                                + " → buffered, the network hides the device");
            case USB -> new Mode(false, "usb " + dev + " → buffered");
            case UNKNOWN ->
                new Mode(false, "unknown transport '" + worst.transport() + "' " + dev + ", conservative buffered");
        };
    }

    private static Workers onDevice(StorageDevice worst) {
        String dev = " (" + worst.dev() + ")";
        return switch (worst.kind()) {
            case NVME, SAS -> new Workers(MOST, "fills the device's queue depth" + dev);
            case SATA -> new Workers(SOME, "one command queue of 32" + dev);
            case ROTATIONAL -> new Workers(FEW, "more would make it seek" + dev);
            case SAN -> new Workers(SOME, "one network link" + dev);
            case USB -> new Workers(SOME, "one bus" + dev);
            case UNKNOWN -> new Workers(SOME, "unknown transport '" + worst.transport() + "'" + dev);
        };
    }
}
