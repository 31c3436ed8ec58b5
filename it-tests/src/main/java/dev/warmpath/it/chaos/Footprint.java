package dev.warmpath.it.chaos;

import dev.warmpath.it.sim.SimFleet;
import io.vertx.core.VertxOptions;
import java.io.File;
import java.lang.management.ManagementFactory;

/**
 * What the process holds at one moment.
 *
 * @param descriptors open files and sockets; -1 where {@code /proc} does not tell
 * @param threads live platform threads, but for the workers of Vert.x's pools
 * @param pooled those workers: a pool makes one for each of its first tasks, up to its size, whether others are idle or
 *     not, and keeps them
 * @param heapBytes heap in use after a collection
 */
record Footprint(int descriptors, int threads, int pooled, long heapBytes) {

    /** Sockets that are between closed and gone, and files that the runtime opens on demand. */
    static final int MORE_DESCRIPTORS = 40;

    /** Threads that pools and the runtime start on demand. */
    static final int MORE_THREADS = 12;

    /** Tables that have grown to their working size, caches and pooled buffers. */
    static final long MORE_HEAP_BYTES = 48L << 20;

    /** The router's pool, which is as large as Vert.x makes it, and the one that all engines share. */
    static final int MOST_POOLED = VertxOptions.DEFAULT_WORKER_POOL_SIZE + SimFleet.WORKER_THREADS;

    private static final int COLLECTIONS = 3;
    private static final String POOLED = "vert.x-worker-thread";

    /** Collects garbage first, so that what is counted is what is still referred to. */
    static Footprint now() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        String[] open = new File("/proc/self/fd").list();
        int threads = Thread.getAllStackTraces().size();
        int pooled = pooledThreads();
        return new Footprint(
                open == null ? -1 : open.length,
                threads - pooled,
                pooled,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    private static int pooledThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(POOLED))
                .count();
    }

    /** The same with no more descriptors than {@code other}: of two moments that are both at rest the one that holds less. */
    Footprint atMost(Footprint other) {
        return new Footprint(Math.min(descriptors, other.descriptors), threads, pooled, heapBytes);
    }

    /** Whether this is no more than {@code start}, give or take what is tolerated. */
    boolean isBackAt(Footprint start) {
        return descriptors <= start.descriptors + MORE_DESCRIPTORS
                && threads <= start.threads + MORE_THREADS
                && pooled <= Math.max(start.pooled, MOST_POOLED)
                && heapBytes <= start.heapBytes + MORE_HEAP_BYTES;
    }
}
