package dev.warmpath.it.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What has to hold before a run goes on: a fleet that has settled, or a router that has heard. */
public final class Awaited {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Awaited() {}

    /**
     * Returns when the condition holds.
     *
     * @param what the condition in words, for an error
     * @throws IllegalStateException if it does not hold in time
     */
    public static void until(String what, Duration patience, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("while it was waited until " + what);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("waited " + patience.toSeconds() + " s in vain until " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
