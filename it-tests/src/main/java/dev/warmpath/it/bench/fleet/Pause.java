package dev.warmpath.it.bench.fleet;

import java.util.concurrent.locks.LockSupport;

/** Waiting that leaves the processor to others; the machine has fewer of them than a fleet has threads. */
final class Pause {

    private Pause() {}

    static void nanos(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** Returns when that time is there, or as soon after it as the system wakes a thread. */
    static void until(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
