package dev.warmpath.it.bench.fleet;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a router's parts hold at some moment.
 *
 * @param memberships (block, rank) pairs in the index
 * @param indexBytes what the index says that it takes
 * @param slots that every look-up answers for
 * @param streams event streams
 * @param workers in the fleet
 * @param lines of a scrape
 * @param threads of the process
 * @param descriptors that the process has open
 */
record Footprint(
        long memberships,
        long indexBytes,
        int slots,
        int streams,
        int workers,
        long lines,
        int threads,
        long descriptors) {

    /**
     * Whether nothing was left behind since then. What the index takes follows how its tables grew and shrank, so it is told
     * and not compared.
     */
    boolean isBackAt(Footprint before) {
        return memberships == before.memberships
                && slots == before.slots
                && streams == before.streams
                && workers == before.workers
                && lines == before.lines
                && threads <= before.threads
                && descriptors <= before.descriptors;
    }

    static Footprint of(RouterParts parts) {
        return new Footprint(
                parts.index.memberships(),
                parts.index.bytes(),
                parts.index.slots(),
                parts.streams.size(),
                parts.fleet.view().workers().size(),
                parts.registry.scrape().lines().count(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                openDescriptors());
    }

    private static long openDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }

    /** Heap in use after a collection, in bytes. */
    static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Resident memory of the process in bytes; 0 where the system does not tell. */
    static long resident() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException notThere) {
            // Other systems have no such file.
        }
        return 0;
    }
}
