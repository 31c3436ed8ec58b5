package dev.warmpath.router.fleet.circuit;

import dev.warmpath.router.breaker.Circuit;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which of the fuses that have blown are tried again, and when.
 *
 * <p>A trial that fails costs a request one of its tries. So while some of the workers that stand in for one another can be
 * chosen, only one of the others is on trial at a time, and none right after a failure: a request meets one dead worker at
 * most, however many there are. A trial to which no request comes makes room for the next after {@link #TURN}. While none
 * can be chosen there is nothing to spare: whoever is due is tried. Workers of another role are on trial independently,
 * since a prefill worker proves nothing while no decode worker is let in.
 *
 * <p>A trial is for a target, which may have blown both its rank's fuse and its worker's: these are tried together, by one
 * request, and a rank is never on trial while nobody may connect to its worker. Nor is a target that is kept out for
 * another reason too: no request would come, and the turn would be lost to those that could use it.
 *
 * <p>A probe of which nothing is heard for {@link #TURN} is given up and the next one comes later each time, so that a worker
 * that takes requests and never answers holds few of them, and one that is merely slow is not shut out until a clock of
 * half an hour ends.
 *
 * <p>Guarded by {@link Breakers}.
 */
final class Trials {

    static final Duration TURN = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Trials.class);

    private final long calmNanos;
    /** In the order in which they blew. */
    private final Set<Fuse> blown = new LinkedHashSet<>();

    /** @param calmNanos how long after a failure nobody else is tried */
    Trials(long calmNanos) {
        this.calmNanos = calmNanos;
    }

    /** A fuse has blown, or its trial has failed. */
    void add(Fuse fuse, long now) {
        blown.add(fuse);
        if (fuse.ofConnections()) {
            fuse.of().answers().forEach(rank -> putOff(rank, now));
        }
    }

    /** A fuse is whole again, or has left the fleet; whether it was blown. */
    boolean remove(Fuse fuse) {
        return blown.remove(fuse);
    }

    /** Lets those be tried whose time has come. */
    void look(long now) {
        if (blown.isEmpty()) {
            return;
        }
        for (Fuse fuse : blown) {
            if (fuse.circuit().giveUp(now, TURN.toNanos())) {
                log.atDebug().addKeyValue("target", fuse.name()).log("nothing was heard of its trial");
            }
        }
        for (Fuse fuse : List.copyOf(blown)) {
            if (ready(fuse, now)) {
                letTry(fuse, now);
            }
        }
    }

    /** Whether it is due, and a request could come. */
    private static boolean ready(Fuse fuse, long now) {
        if (!fuse.circuit().due(now) || !fuse.triable()) {
            return false;
        }
        return fuse.ofConnections()
                ? !fuse.of().peers().serve() || someRankCould(fuse.of(), now)
                : fuse.of().connections().closed();
    }

    private static boolean someRankCould(WorkerCircuits circuits, long now) {
        return circuits.answers().stream()
                .anyMatch(rank -> rank.closed() || rank.circuit().due(now));
    }

    private void letTry(Fuse next, long now) {
        if (next.of().peers().serve() && !itsTurn(next, now)) {
            return;
        }
        Fuse rank = next.ofConnections() ? rankToTry(next.of(), now) : null;
        start(next, now);
        if (rank != null) {
            start(rank, now);
        }
    }

    /** The rank to be tried together with its worker's connections: one that is due, where none is well. */
    private static @Nullable Fuse rankToTry(WorkerCircuits circuits, long now) {
        Fuse due = null;
        for (Fuse rank : circuits.answers()) {
            if (rank.closed()) {
                return null;
            }
            if (due == null && rank.circuit().due(now) && rank.triable()) {
                due = rank;
            }
        }
        return due;
    }

    private static void start(Fuse fuse, long now) {
        fuse.circuit().halfOpen(now);
        fuse.admit();
        log.atDebug().addKeyValue("target", fuse.name()).log("may be tried again");
    }

    /** Whether none of those that stand in for it is before it; ends a trial to which nobody came. */
    private boolean itsTurn(Fuse next, long now) {
        Fuse idle = null;
        for (Fuse other : blown) {
            if (other == next || other.of().peers() != next.of().peers()) {
                continue;
            }
            Circuit circuit = other.circuit();
            boolean before =
                    ready(other, now) && circuit.until() - next.circuit().until() < 0;
            boolean justFailed = now - circuit.failedAt() < calmNanos;
            boolean trying = other.onTrial() && other.triable();
            if (before || justFailed || (trying && now - circuit.halfOpenedAt() < TURN.toNanos())) {
                return false;
            }
            idle = trying && !circuit.probeOut() ? other : idle;
        }
        if (idle != null) {
            putOff(idle, now);
        }
        return true;
    }

    /** Ends a trial, if it is one, without an outcome. */
    private void putOff(Fuse fuse, long now) {
        if (!fuse.onTrial()) {
            return;
        }
        fuse.circuit().turnOver(now);
        fuse.bar();
        if (fuse.ofConnections()) {
            fuse.of().answers().forEach(rank -> putOff(rank, now));
        }
    }
}
