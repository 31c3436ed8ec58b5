package dev.warmpath.router.admission;

/** One request's standing at the gate: it waits, holds a place, or has gone. Safe to use from any thread. */
public final class Ticket {

    enum State {
        WAITING,
        HOLDING,
        GONE
    }

    private final AdmissionGate gate;
    private final Waiter waiter;
    final Lane lane;
    final Claim claim;
    final long askedNanos;
    private final boolean atOnce;
    /** Guarded by the gate. */
    State state;

    Ticket(AdmissionGate gate, Lane lane, Claim claim, Waiter waiter, long askedNanos, State state) {
        this.gate = gate;
        this.lane = lane;
        this.claim = claim;
        this.waiter = waiter;
        this.askedNanos = askedNanos;
        this.atOnce = state == State.HOLDING;
        this.state = state;
    }

    /** Whether it found a place free: nobody will tell its waiter anything. */
    public boolean atOnce() {
        return atOnce;
    }

    /** Whether its turn has come and it has not left. */
    public boolean holding() {
        return gate.stateOf(this) == State.HOLDING;
    }

    /**
     * Gives up the wait, and nothing else.
     *
     * @return false when the turn had come first: the place is held, and is given back by {@link #leave}
     */
    public boolean giveUp() {
        return gate.giveUp(this);
    }

    /** Gives back the place, or gives up the wait. Only the first call counts. */
    public void leave() {
        gate.leave(this);
    }

    void tell() {
        waiter.admitted();
    }

    void tellDisplaced(QueueFull full) {
        waiter.displaced(full);
    }
}
