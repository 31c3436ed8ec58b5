package dev.warmpath.router.admission;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** One model's requests at the gate; all of it guarded by the gate. */
final class Lane {

    final String model;
    /** How many may be in flight. */
    final int most;

    int inFlight;
    /** How long the latest one waited whose turn came. */
    long latestWaitNanos;
    /** In the order they came; leaving costs the same wherever one stands. */
    private final Set<Ticket> waiting = new LinkedHashSet<>();

    Lane(String model, int most) {
        this.model = model;
        this.most = most;
    }

    int queued() {
        return waiting.size();
    }

    void join(Ticket ticket) {
        waiting.add(ticket);
    }

    void forget(Ticket ticket) {
        waiting.remove(ticket);
    }

    /** The one that has waited longest; there must be one. */
    Ticket next() {
        Iterator<Ticket> first = waiting.iterator();
        Ticket ticket = first.next();
        first.remove();
        return ticket;
    }
}
