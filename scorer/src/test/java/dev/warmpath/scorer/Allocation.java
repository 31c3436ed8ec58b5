package dev.warmpath.scorer;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much a piece of code allocates. */
public final class Allocation {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20;

    private Allocation() {}

    /**
     * Bytes that this thread allocates in the round that allocates least: what the code does by itself shows in every
     * round, whereas the JVM's own doing (linking on first use, recompiling) shows in some.
     */
    public static long perRound(Runnable round) {
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long before = THREADS.getThreadAllocatedBytes(id);
            round.run();
            least = Math.min(least, THREADS.getThreadAllocatedBytes(id) - before);
        }
        return least;
    }
}
