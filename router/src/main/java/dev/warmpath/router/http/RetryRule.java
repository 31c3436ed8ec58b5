package dev.warmpath.router.http;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.router.retry.Backoff;
import dev.warmpath.router.retry.RetryBudget;
import dev.warmpath.router.retry.RetryDenial;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Whether a request whose attempt failed may have another, and when. Shared by all requests.
 *
 * <p>A worker's {@code Retry-After} is not waited for: the retry goes to another target, and where there is none the
 * client gets the answer with the header in it.
 */
public final class RetryRule {

    /** Not to be retried. */
    static final long NEVER = -1;

    private final int most;
    private final RetryBudget budget;
    private final Backoff backoff;
    private final RouterMetrics metrics;

    /** @param nanoClock monotonic, as {@link System#nanoTime} */
    public RetryRule(UpstreamSettings settings, RouterMetrics metrics, LongSupplier nanoClock) {
        this.most = settings.retries();
        this.budget = new RetryBudget(settings.retryBudget(), settings.retryFloor(), nanoClock);
        // Any thread may ask: each gets its own generator.
        this.backoff = new Backoff(
                settings.retryBackoff(),
                settings.retryBackoffMax(),
                () -> ThreadLocalRandom.current().nextLong());
        this.metrics = metrics;
    }

    /** A request came. */
    void request() {
        budget.request();
    }

    /**
     * Milliseconds to wait before the next attempt, or {@link #NEVER}.
     *
     * @param tries failed attempts so far that an engine may have worked on
     * @param sent whether the last one was such: one that found no connection costs nobody anything, is followed at once,
     *     and is not counted
     * @param millisLeft until the request's own clock runs out
     */
    long wait(int tries, boolean sent, long millisLeft) {
        if (tries > most) {
            return NEVER;
        }
        if (!sent) {
            return 0;
        }
        long wait = backoff.millis(tries);
        if (wait >= millisLeft) {
            metrics.retryDenied(RetryDenial.DEADLINE);
            return NEVER;
        }
        if (!budget.take()) {
            metrics.retryDenied(RetryDenial.BUDGET);
            return NEVER;
        }
        return wait;
    }
}
