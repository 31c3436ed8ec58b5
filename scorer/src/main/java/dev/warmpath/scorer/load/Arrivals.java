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
 * single legs, not the balance.
 *
 * <p>A prefill target that stands still would move it: who waits there comes to no decode target, and nobody who goes elsewhere
 * waits for them. A leg has {@code w} before it when it is booked, and in a pool that moves it arrives after about so many
 * others. Once {@link #PATIENCE} times {@code w + r} have arrived it is no longer among the {@code w} ({@link WaitingLine}): a
 * standstill is over for all others when as many have arrived, which takes about four times the wait and one answer. With less
 * patience, those who wait in the longer of several queues that move would be left out as well. Were all to stand still,
 * nobody would go by, and all would count.
 *
 * <p>Guarded by the ledger's lock.
 */
final class Arrivals {

    /** With half of it tokens came less evenly past saturation (docs/benchmarks.md, "What was tried on the law"). */
    private static final long PATIENCE = 4;

    private final FadingScale scale = new FadingScale();
    private final WaitingLine waiting = new WaitingLine();
    private int running;
    /** Of those in line: who comes late, from where a standstill ends, goes by nobody. */
    private long arrived;

    private double staying = 1;

    /** A leg begins to wait for its prefill. */
    void expect(WaitingLine.Place leg) {
        scale.fade(Math.exp(-1.0 / Math.max(1, running)));
        waiting.join(leg, arrived + PATIENCE * (waiting.length() + running));
        count();
    }

    /** The prefill of one that waited is done. */
    void arrive(WaitingLine.Place leg) {
        running++;
        if (waiting.leave(leg)) {
            arrived++;
        }
        count();
    }

    /** One ended that had arrived. */
    void leave() {
        running--;
        count();
    }

    /** One ended that waited. */
    void giveUp(WaitingLine.Place leg) {
        waiting.leave(leg);
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
        waiting.passOver(arrived);
        staying = Math.exp(-(double) waiting.length() / Math.max(1, running));
    }
}
