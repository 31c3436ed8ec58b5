package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.breaker.CircuitRule;
import dev.warmpath.router.fleet.WorkerCircuits.Fuse;
import dev.warmpath.router.fleet.WorkerCircuits.Side;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps requests away from workers that cannot be reached and from ranks that fail what they are sent. Without it a dead
 * worker draws traffic: what is booked on it is refunded at once, so it has no load and is the cheapest target for every
 * prompt that nobody holds.
 *
 * <p>Two kinds of circuits. That of a worker's <b>connections</b> covers all its ranks: a refused connection opens it at
 * once, a connection that breaks before an answer only when it is the second in a row, because a kept connection that the
 * worker closed a moment ago looks the same; any answer, whatever it says, closes it. That of a rank's <b>answers</b>
 * opens by {@link BreakerSettings}; when so many faults in a row come from several ranks of a worker, those of all its
 * ranks open, for then it is the worker that fails.
 *
 * <p>Being let back is a trial by a real request, exactly one: the {@link Passage} that takes the probe is that request,
 * and until its outcome the target is barred again. A trial that fails costs a request one of its tries. So among workers
 * that stand in for one another only one circuit is on trial at a time, and none right after a failure: a request meets
 * one dead worker at most, however many there are. A trial to which no request comes makes room for the next after
 * {@link #TRIAL_TURN}. Workers of another role are on trial independently, since a prefill worker proves nothing while no
 * decode worker is let in.
 *
 * <p>No thread of its own: {@link #look} is called from time to time. Thread-safe; the lock is taken for a target in
 * trouble only, and the usual path is one map look-up and a few volatile reads.
 */
final class Breakers {

    static final Duration TRIAL_TURN = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Breakers.class);

    private final LongSupplier nanoClock;
    private final int faultsOfAWorker;
    private final CircuitRule forConnections;
    private final CircuitRule forAnswers;
    private final Map<String, WorkerCircuits> workers = new ConcurrentHashMap<>();
    /** A number for each side that some worker has. */
    private final Map<Side, Integer> sides = new HashMap<>();

    private int nextSide;
    /** Those that are not closed, in the order in which they opened. */
    private final Set<Fuse> blown = new LinkedHashSet<>();

    /** @param nanoClock monotonic, as {@link System#nanoTime} */
    Breakers(BreakerSettings settings, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.faultsOfAWorker = settings.consecutiveFailures();
        this.forConnections = CircuitRule.connections(settings);
        this.forAnswers = CircuitRule.answers(settings);
    }

    /** A worker joins, with a clean record. */
    synchronized void add(Worker worker) {
        int side = sides.computeIfAbsent(Side.of(worker), fresh -> nextSide++);
        workers.put(worker.id(), new WorkerCircuits(worker, side, forConnections, forAnswers));
    }

    /** A worker has left. What its last requests report changes nothing any more. */
    synchronized void forget(String id) {
        WorkerCircuits gone = workers.remove(id);
        if (gone == null) {
            return;
        }
        blown.remove(gone.connections());
        gone.answers().forEach(blown::remove);
        if (workers.values().stream().noneMatch(other -> other.side() == gone.side())) {
            sides.remove(Side.of(gone.worker()));
        }
    }

    /** Leave to send one leg, or null when the target has been barred since it was chosen, or its worker has left. */
    @Nullable
    Passage enter(Target target) {
        WorkerCircuits circuits = workers.get(target.worker());
        int rank = circuits == null
                ? -1
                : target.rank() - circuits.worker().settings().dpStart();
        if (circuits == null || rank < 0 || rank >= circuits.answers().size()) {
            return null;
        }
        if (closed(circuits.connections()) && closed(circuits.answers(rank))) {
            return new Passage(this, circuits, rank, false, false);
        }
        return enterSlowly(circuits, rank);
    }

    private static boolean closed(Fuse fuse) {
        return fuse.circuit().state() == Circuit.State.CLOSED;
    }

    private synchronized @Nullable Passage enterSlowly(WorkerCircuits circuits, int rank) {
        Fuse connections = circuits.connections();
        Fuse answers = circuits.answers(rank);
        boolean workerProbe = !closed(connections);
        boolean rankProbe = !closed(answers);
        if (workerProbe && !take(connections)) {
            return null;
        }
        if (rankProbe && !take(answers)) {
            if (workerProbe) {
                giveBack(connections);
            }
            return null;
        }
        return new Passage(this, circuits, rank, workerProbe, rankProbe);
    }

    private static boolean take(Fuse fuse) {
        boolean taken = fuse.circuit().takeProbe();
        if (taken) {
            fuse.bar();
        }
        return taken;
    }

    /** The probe came to nothing: another request may take it. */
    synchronized void giveBack(Fuse fuse) {
        if (fuse.circuit().state() == Circuit.State.HALF_OPEN && present(fuse.of())) {
            fuse.circuit().giveBack();
            fuse.admit();
        }
    }

    void unreachable(WorkerCircuits circuits, boolean refused, boolean probe) {
        blow(circuits, circuits.connections(), refused ? "connect" : "reset", probe, refused);
    }

    void faulted(WorkerCircuits circuits, int rank, boolean probe) {
        blow(circuits, circuits.answers(rank), "faults", probe, false);
        everyRankIfTheWorkerFails(circuits, rank);
    }

    private synchronized void everyRankIfTheWorkerFails(WorkerCircuits circuits, int rank) {
        if (circuits.wholeWorkerFails(rank, faultsOfAWorker)) {
            circuits.answers().forEach(fuse -> blow(circuits, fuse, "worker_faults", false, true));
        }
    }

    private synchronized void blow(WorkerCircuits circuits, Fuse fuse, String reason, boolean probe, boolean grave) {
        if (!present(circuits)) {
            return;
        }
        long now = nanoClock.getAsLong();
        if (probe) {
            fuse.circuit().probeFailed(now);
        } else if (!fuse.circuit().failed(now, grave)) {
            return;
        }
        fuse.bar();
        blown.add(fuse);
        // The first time is news; that what was dead is still dead is not.
        (probe ? log.atDebug() : log.atWarn())
                .addKeyValue("target", fuse.name())
                .addKeyValue("state", fuse.reason().key())
                .addKeyValue("reason", reason)
                .addKeyValue("wait_ms", fuse.circuit().waitNanos() / 1_000_000)
                .log("no request is sent there for now");
    }

    /** The worker answered something. */
    void reached(WorkerCircuits circuits) {
        Fuse connections = circuits.connections();
        if (!connections.circuit().quiet()) {
            mend(connections);
        }
    }

    private synchronized void mend(Fuse fuse) {
        fuse.circuit().close();
        mended(fuse);
    }

    /** The probe is being answered well. */
    synchronized void probeAnswered(WorkerCircuits circuits, int rank) {
        Fuse fuse = circuits.answers(rank);
        fuse.circuit().probeAnswered();
        mended(fuse);
    }

    private void mended(Fuse fuse) {
        if (fuse.circuit().state() == Circuit.State.CLOSED && blown.remove(fuse)) {
            fuse.admit();
            log.atInfo()
                    .addKeyValue("target", fuse.name())
                    .addKeyValue("state", fuse.reason().key())
                    .log("target serves again");
            look();
        }
    }

    /** A leg came to a good end. */
    void completed(WorkerCircuits circuits, int rank) {
        if (circuits.faulty() || !circuits.answers(rank).circuit().quiet()) {
            didWell(circuits, rank);
        }
    }

    private synchronized void didWell(WorkerCircuits circuits, int rank) {
        circuits.answers(rank).circuit().succeeded();
        circuits.didWell();
    }

    private boolean present(WorkerCircuits circuits) {
        return workers.get(circuits.worker().id()) == circuits;
    }

    /** Lets those be tried again whose time has come. */
    synchronized void look() {
        long now = nanoClock.getAsLong();
        for (Fuse fuse : List.copyOf(blown)) {
            if (fuse.circuit().due(now)) {
                letTry(fuse, now);
            }
        }
    }

    private void letTry(Fuse next, long now) {
        Fuse idle = null;
        for (Fuse other : blown) {
            if (other == next || other.of().side() != next.of().side()) {
                continue;
            }
            Circuit circuit = other.circuit();
            boolean before =
                    circuit.due(now) && circuit.until() - next.circuit().until() < 0;
            boolean justFailed = now - circuit.failedAt() < forConnections.openMinNanos();
            boolean trying = circuit.state() == Circuit.State.HALF_OPEN;
            if (before || justFailed || (trying && now - circuit.halfOpenedAt() < TRIAL_TURN.toNanos())) {
                return;
            }
            idle = trying && !circuit.probeOut() ? other : idle;
        }
        if (idle != null) {
            idle.circuit().turnOver(now);
            idle.bar();
        }
        next.circuit().halfOpen(now);
        next.admit();
        log.atDebug().addKeyValue("target", next.name()).log("may be tried again");
    }

    /** Of a worker's connections. */
    Circuit.State connections(String worker) {
        WorkerCircuits circuits = workers.get(worker);
        return circuits == null
                ? Circuit.State.CLOSED
                : circuits.connections().circuit().state();
    }

    /** Of a target's answers. */
    Circuit.State answers(Target target) {
        WorkerCircuits circuits = workers.get(target.worker());
        if (circuits == null) {
            return Circuit.State.CLOSED;
        }
        int rank = target.rank() - circuits.worker().settings().dpStart();
        return circuits.answers(rank).circuit().state();
    }
}
