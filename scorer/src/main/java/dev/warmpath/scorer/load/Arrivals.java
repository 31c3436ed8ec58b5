package dev.warmpath.scorer.load;

/**
 * Who meets whom on the decode targets of a pool. A decode target is chosen with its prefill target, before the prompt is
 * computed, and the leg comes to it when that is done: behind a queue of half a minute it finds nobody there who runs now,
 * and among those who wait like itself only some.
 *
 * <p>Whom it meets follows from counts, with no clock and nothing to be set. Let {@code w} legs wait for their prefill and
 * {@code r} run that have waited, and let legs come and go at an even pace. Then a leg runs for as long as it takes {@code r}
 * further ones to come (Little's law). The last booked one comes {@code w} legs after those who run now came, and {@code k}
 * legs after the one that was booked {@code k} before it. If running times are exponentially distributed, the one who runs now
 * is still there with probability {@code exp(-w / r)}, and the one booked {@code k} before it with {@code exp(-k / r)}. Without
 * a queue, {@code w = 0}, that is: all who run, as they are.
 *
 * <p>So each booking fades those who wait by {@code exp(-1 / r)}, and {@link #staying} is what remains of those who run. What
 * the two leave out (prefill queues are not equally long, and prompts do not come in the order in which they were booked) moves
 * single legs, not the balance. The exception is a prefill target that stands still with many legs booked: until these end,
 * decode targets seem emptier than they are to all. What it brings is told in docs/benchmarks.md, "What was tried on the law".
 *
 * <p>Guarded by the ledger's lock.
 */
final class Arrivals {

    private final FadingScale scale = new FadingScale();
    private int waiting;
    private int running;
    private double staying = 1;

    /** A leg begins to wait for its prefill. */
    void expect() {
        scale.fade(Math.exp(-1.0 / Math.max(1, running)));
        waiting++;
        count();
    }

    /** The prefill of one that waited is done. */
    void arrive() {
        waiting--;
        running++;
        count();
    }

    /** One ended. */
    void leave(boolean arrived) {
        if (arrived) {
            running--;
        } else {
            waiting--;
        }
        count();
    }

    /** By which those who wait fade. */
    FadingScale scale() {
        return scale;
    }

    /** The share of those who run now that one who is booked now will meet. */
    double staying() {
        return staying;
    }

    private void count() {
        staying = Math.exp(-(double) waiting / Math.max(1, running));
    }
}
