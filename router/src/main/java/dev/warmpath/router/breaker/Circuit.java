package dev.warmpath.router.breaker;

import java.util.Locale;

/**
 * A circuit breaker. Closed, it remembers the latest outcomes as the bits of a long, 1 for a failure; what came before
 * counts as good, so a young circuit needs no rule of its own. It opens when too many of them, or too many in a row, are
 * failures. Open, it lets nothing through until its time is over and its owner half-opens it. Half-open, it gives out one
 * probe: one request whose outcome decides. A probe of which nothing is heard for too long may be given up; from then on
 * its failure says nothing, but its good answer still closes the circuit.
 *
 * <p>A probe that is answered closes the circuit at once, since an answer may last half an hour. But until some answer
 * has come to its end the circuit is on probation: the next failure, of that answer perhaps, opens it again for twice as
 * long as before.
 *
 * <p>Outcomes of requests that were sent before the circuit opened say nothing new and are passed over.
 *
 * <p>Not thread-safe: the owner serialises calls. {@link #quiet} and {@link #state} may be read by anyone. Times are of
 * {@link System#nanoTime}'s kind and may wrap.
 */
public final class Circuit {

    /** Whether requests go through. */
    public enum State {
        CLOSED,
        OPEN,
        HALF_OPEN;

        /** As metrics and answers write it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final CircuitRule rule;
    private final long windowMask;
    private volatile State state = State.CLOSED;
    private volatile boolean quiet = true;
    private long outcomes;
    private int inARow;
    private long wait;
    private long failedAt;
    private long until;
    private long halfOpenedAt;
    private long probeTakenAt;
    /** The number of the probe that is out, or 0. */
    private int probe;

    private int lastProbe;

    public Circuit(CircuitRule rule) {
        this.rule = rule;
        this.windowMask = -1L >>> (Long.SIZE - rule.window());
    }

    public State state() {
        return state;
    }

    /** Whether it is closed and remembers no failure, so that a success need not be told. */
    public boolean quiet() {
        return quiet;
    }

    /**
     * A request that was let through while the circuit was closed failed.
     *
     * @param grave whether this failure alone is enough
     * @return whether this has opened the circuit
     */
    public boolean failed(long now, boolean grave) {
        if (state != State.CLOSED) {
            return false;
        }
        quiet = false;
        outcomes = (outcomes << 1 | 1) & windowMask;
        inARow++;
        boolean often = rule.windowFailures() > 0 && Long.bitCount(outcomes) >= rule.windowFailures();
        boolean onProbation = wait > 0;
        if (!grave && !onProbation && !often && inARow < rule.consecutive()) {
            return false;
        }
        open(now);
        return true;
    }

    /**
     * The probe of this number failed: open again, for twice as long as before.
     *
     * @return whether it was the one that is out
     */
    public boolean probeFailed(long now, int number) {
        if (state != State.HALF_OPEN || probe != number) {
            return false;
        }
        open(now);
        return true;
    }

    private void open(long now) {
        failedAt = now;
        openFor(now);
    }

    private void openFor(long now) {
        wait = wait == 0 ? rule.openMinNanos() : Math.min(2 * wait, rule.openMaxNanos());
        until = now + wait;
        probe = 0;
        quiet = false;
        state = State.OPEN;
    }

    /**
     * Gives the probe up if it was taken so long ago: open again, for twice as long as before. That is no failure, since
     * a good answer may take its time.
     */
    public boolean giveUp(long now, long patienceNanos) {
        if (state != State.HALF_OPEN || probe == 0 || now - probeTakenAt < patienceNanos) {
            return false;
        }
        openFor(now);
        return true;
    }

    /** A request came to a good end. */
    public void succeeded() {
        if (state != State.CLOSED) {
            return;
        }
        inARow = 0;
        wait = 0;
        outcomes = outcomes << 1 & windowMask;
        quiet = outcomes == 0;
    }

    /** A request that was let through although the circuit is not closed is being answered: closed, on probation. */
    public void answered() {
        if (state != State.CLOSED) {
            forgetOutcomes();
            state = State.CLOSED;
        }
    }

    /** Closes the circuit and forgets everything. */
    public void close() {
        forgetOutcomes();
        wait = 0;
        state = State.CLOSED;
        quiet = true;
    }

    private void forgetOutcomes() {
        outcomes = 0;
        inARow = 0;
        probe = 0;
    }

    /** Whether it is open and its time is over. */
    public boolean due(long now) {
        return state == State.OPEN && now - until >= 0;
    }

    /** Makes an open circuit due now at the latest. */
    public void hasten(long now) {
        if (state == State.OPEN && until - now > 0) {
            until = now;
        }
    }

    /** Lets a probe through from now on. */
    public void halfOpen(long now) {
        halfOpenedAt = now;
        probe = 0;
        state = State.HALF_OPEN;
    }

    /** Back to open, due at once: the trial is put off. */
    public void turnOver(long now) {
        until = now;
        probe = 0;
        state = State.OPEN;
    }

    /** Takes the probe; returns its number, or 0 if it is out or there is none. */
    public int takeProbe(long now) {
        if (state != State.HALF_OPEN || probe != 0) {
            return 0;
        }
        probeTakenAt = now;
        lastProbe = lastProbe == Integer.MAX_VALUE ? 1 : lastProbe + 1;
        probe = lastProbe;
        return probe;
    }

    /**
     * The probe of this number came to no outcome: the next request may take it.
     *
     * @return whether it was the one that is out
     */
    public boolean giveBack(int number) {
        if (state != State.HALF_OPEN || probe != number) {
            return false;
        }
        probe = 0;
        return true;
    }

    public boolean probeOut() {
        return probe != 0;
    }

    /** When it opened last; of meaning only while it is not closed. Likewise those below. */
    public long failedAt() {
        return failedAt;
    }

    /** When it is due. */
    public long until() {
        return until;
    }

    public long halfOpenedAt() {
        return halfOpenedAt;
    }

    /** How long it stays open. */
    public long waitNanos() {
        return wait;
    }
}
