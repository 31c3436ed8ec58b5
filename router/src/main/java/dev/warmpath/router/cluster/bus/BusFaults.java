package dev.warmpath.router.cluster.bus;

import io.vertx.core.Promise;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what the bus fails on, at most one line in {@link #PERIOD}, with a count of those left out: whoever can reach the bus
 * port can send what it cannot read, and each time Vert.x would log a stack trace. Safe from any thread.
 *
 * <p>One fault is none: Vert.x publishes to all members with one promise, and completes it for each. When a message went to one
 * and not to the next, since that one is frozen or gone, the second answer comes here. That a member is lost is told elsewhere.
 */
final class BusFaults {

    private static final Logger log = LoggerFactory.getLogger(BusFaults.class);

    static final Duration PERIOD = Duration.ofSeconds(5);

    private final LongSupplier clock;
    private boolean told;
    private long toldAt;
    private long leftOut;

    /** @param clock monotonic nanoseconds */
    BusFaults(LongSupplier clock) {
        this.clock = clock;
    }

    synchronized void tell(Throwable fault) {
        if (isSecondAnswer(fault)) {
            return;
        }
        long now = clock.getAsLong();
        if (told && now - toldAt < PERIOD.toNanos()) {
            leftOut++;
            return;
        }
        told = true;
        toldAt = now;
        log.atWarn()
                .setCause(fault)
                .addKeyValue("left_out", leftOut)
                .log("the bus between routers failed on something, perhaps what no router sent");
        leftOut = 0;
    }

    private static boolean isSecondAnswer(Throwable fault) {
        StackTraceElement[] stack = fault.getStackTrace();
        return fault instanceof IllegalStateException
                && stack.length > 0
                && stack[0].getClassName().equals(Promise.class.getName());
    }
}
