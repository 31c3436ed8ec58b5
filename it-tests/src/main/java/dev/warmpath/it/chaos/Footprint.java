package dev.warmpath.it.chaos;

import java.io.File;
import java.lang.management.ManagementFactory;

/**
 * What the process holds at one moment.
 *
 * @param descriptors open files and sockets; -1 where {@code /proc} does not tell
 * @param threads live platform threads, but for the workers of Vert.x's pools: of those there are as many as some moment
 *     needed, up to the pool's size
 * @param heapBytes heap in use after a collection
 */
record Footprint(int descriptors, int threads, long heapBytes) {

    /** Sockets that are between closed and gone, and files that the runtime opens on demand. */
    static final int MORE_DESCRIPTORS = 40;

    /** Threads that pools and the runtime start on demand. */
    static final int MORE_THREADS = 12;

    /** Tables that have grown to their working size, caches and pooled buffers. */
    static final long MORE_HEAP_BYTES = 48L << 20;

    private static final int COLLECTIONS = 3;
    private static final String POOLED = "vert.x-worker-thread";

    /** Collects garbage first, so that what is counted is what is still referred to. */
    static Footprint now() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        String[] open = new File("/proc/self/fd").list();
        return new Footprint(
                open == null ? -1 : open.length,
                unpooledThreads(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    private static int unpooledThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith(POOLED))
                .count();
    }

    /** Whether this is no more than {@code start}, give or take what is tolerated. */
    boolean isBackAt(Footprint start) {
        return descriptors <= start.descriptors + MORE_DESCRIPTORS
                && threads <= start.threads + MORE_THREADS
                && heapBytes <= start.heapBytes + MORE_HEAP_BYTES;
    }
}
