package dev.warmpath.router.decision;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a share of all decisions to the logger {@code dev.warmpath.decisions}, one line each, without any of the prompt.
 * A share alone does not bound a log, so there are at most {@link #MOST} lines in a {@link #PERIOD}; the next one says how
 * many were left out. Safe from any thread.
 */
public final class DecisionLog {

    /** Lines in a period. */
    static final int MOST = 100;

    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Logger log = LoggerFactory.getLogger("dev.warmpath.decisions");

    private final double share;
    private final DoubleSupplier random;
    private final LongSupplier nanoClock;
    private final AtomicLong periodEnd;
    private final AtomicInteger inPeriod = new AtomicInteger();
    private final AtomicInteger leftOut = new AtomicInteger();

    /**
     * @param share of the decisions that are written, 0 to 1
     * @param random uniform in [0, 1), from any thread
     * @param nanoClock monotonic, as {@link System#nanoTime}
     */
    public DecisionLog(double share, DoubleSupplier random, LongSupplier nanoClock) {
        this.share = share;
        this.random = random;
        this.nanoClock = nanoClock;
        this.periodEnd = new AtomicLong(nanoClock.getAsLong() + PERIOD.toNanos());
    }

    /** Whether the next decision is to be told; asked before it is put together. */
    public boolean samples() {
        return share > 0 && random.getAsDouble() < share && log.isInfoEnabled() && hasRoom();
    }

    private boolean hasRoom() {
        long now = nanoClock.getAsLong();
        long end = periodEnd.get();
        if (now - end >= 0 && periodEnd.compareAndSet(end, now + PERIOD.toNanos())) {
            inPeriod.set(0);
        }
        if (inPeriod.incrementAndGet() <= MOST) {
            return true;
        }
        leftOut.incrementAndGet();
        return false;
    }

    /**
     * Writes one.
     *
     * @param requestId as the client is told it
     * @param model a configured one
     */
    public void tell(String requestId, String model, Decision decision) {
        decision.addTo(log.atInfo().addKeyValue("request", requestId).addKeyValue("model", model))
                .addKeyValue("left_out", leftOut.getAndSet(0))
                .log("decision");
    }
}
