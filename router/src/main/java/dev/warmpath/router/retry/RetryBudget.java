package dev.warmpath.router.retry;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Bounds the retries of all requests together, so that a fleet in trouble is not finished off by them: a bucket to which
 * each request adds a share of a token, each second adds {@code floor} tokens, and each retry takes one. It holds what
 * {@value #SECONDS_HELD} seconds of the floor bring, and {@value #LEAST_HELD} tokens at least. Thread-safe, without locks.
 *
 * <p>The two sources are kept as one number of nano-tokens in one atomic, and time is turned into tokens by whoever comes
 * to take one.
 */
public final class RetryBudget {

    private static final int SECONDS_HELD = 10;
    private static final int LEAST_HELD = 10;
    private static final long TOKEN = 1_000_000_000;

    private final long perRequest;
    private final long floor;
    private final long most;
    private final LongSupplier nanoClock;
    private final AtomicLong held;
    private final AtomicLong filledAt;

    /**
     * @param share of a token that each request adds, 0 to 1
     * @param floor tokens per second
     * @param nanoClock monotonic, as {@link System#nanoTime}
     */
    public RetryBudget(double share, int floor, LongSupplier nanoClock) {
        this.perRequest = (long) (share * TOKEN);
        this.floor = floor;
        // Without any source there is nothing to hold either.
        this.most = share == 0 && floor == 0 ? 0 : Math.max(LEAST_HELD, (long) floor * SECONDS_HELD) * TOKEN;
        this.nanoClock = nanoClock;
        this.held = new AtomicLong(Math.min(most, floor * TOKEN));
        this.filledAt = new AtomicLong(nanoClock.getAsLong());
    }

    /** A request came. */
    public void request() {
        if (perRequest > 0) {
            add(perRequest);
        }
    }

    /** Takes a token for a retry; false if there is none. */
    public boolean take() {
        fill();
        for (long now = held.get(); now >= TOKEN; now = held.get()) {
            if (held.compareAndSet(now, now - TOKEN)) {
                return true;
            }
        }
        return false;
    }

    private void fill() {
        long now = nanoClock.getAsLong();
        long before = filledAt.get();
        if (floor > 0 && now - before > 0 && filledAt.compareAndSet(before, now)) {
            // A nanosecond of one token per second is one nano-token. The long pause is cut before it can overflow.
            add(Math.min(now - before, SECONDS_HELD * TOKEN) * floor);
        }
    }

    private void add(long tokens) {
        held.accumulateAndGet(tokens, (now, more) -> Math.min(most, now + more));
    }
}
