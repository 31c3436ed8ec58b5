package dev.warmpath.router.fleet.circuit;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.breaker.CircuitRule;
import dev.warmpath.router.fleet.circuit.Peers.Side;
import dev.warmpath.router.fleet.worker.Worker;
import java.util.HashMap;
import java.util.Map;
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
 * and until its outcome the target is barred again. Who may be tried when is told at {@link Trials}.
 *
 * <p>A breaker is there to send requests elsewhere. Where there is nowhere else it would make of some failures nothing but
 * failures, so the choice falls back on targets that are barred for failing and for nothing else; {@link #enter} lets such
 * requests pass, and the first that is answered well closes the breaker. Workers that cannot be connected to are not used
 * so: that would only make clients wait for what is certain.
 *
 * <p>No thread of its own: {@link #look} is called from time to time. Thread-safe; the lock is taken for a target in
 * trouble only, and the usual path is one map look-up and a few volatile reads.
 */
public final class Breakers {

    private static final Logger log = LoggerFactory.getLogger(Breakers.class);

    private final LongSupplier nanoClock;
    private final int faultsOfAWorker;
    private final CircuitRule forConnections;
    private final CircuitRule forAnswers;
    private final Map<String, WorkerCircuits> workers = new ConcurrentHashMap<>();
    private final Map<Side, Peers> sides = new HashMap<>();
    private final Trials trials;

    /** @param nanoClock monotonic, as {@link System#nanoTime} */
    public Breakers(BreakerSettings settings, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.faultsOfAWorker = settings.consecutiveFailures();
        this.forConnections = CircuitRule.connections(settings);
        this.forAnswers = CircuitRule.answers(settings);
        this.trials = new Trials(settings.openMin().toNanos());
    }

    /** A worker joins, with a clean record. */
    public synchronized void add(Worker worker) {
        Peers peers = sides.computeIfAbsent(Side.of(worker), fresh -> new Peers());
        peers.add(worker);
        workers.put(worker.id(), new WorkerCircuits(worker, peers, forConnections, forAnswers));
    }

    /** A worker has left. What its last requests report changes nothing any more. */
    public synchronized void forget(String id) {
        WorkerCircuits gone = workers.remove(id);
        if (gone == null) {
            return;
        }
        gone.all().forEach(trials::remove);
        if (gone.peers().remove(gone.worker())) {
            sides.remove(Side.of(gone.worker()));
        }
    }

    /**
     * Leave to send one leg, or null when the target has been barred since it was chosen, or its worker has left.
     *
     * @param lastResort whether it was chosen although it fails, for want of a better
     */
    public @Nullable Passage enter(Target target, boolean lastResort) {
        WorkerCircuits circuits = workers.get(target.worker());
        int rank = circuits == null
                ? -1
                : target.rank() - circuits.worker().settings().dpStart();
        if (circuits == null || rank < 0 || rank >= circuits.answers().size()) {
            return null;
        }
        if (circuits.connections().closed() && circuits.answers(rank).closed()) {
            return new Passage(this, circuits, rank, false, 0, 0);
        }
        return enterSlowly(circuits, rank, lastResort);
    }

    private synchronized @Nullable Passage enterSlowly(WorkerCircuits circuits, int rank, boolean lastResort) {
        Fuse connections = circuits.connections();
        Fuse answers = circuits.answers(rank);
        int workerProbe = connections.closed() ? 0 : take(connections);
        if (workerProbe == 0 && !connections.closed()) {
            return null;
        }
        int rankProbe = answers.closed() ? 0 : take(answers);
        boolean noProbe = rankProbe == 0 && !answers.closed();
        if (noProbe && !lastResort) {
            giveBack(connections, workerProbe);
            return null;
        }
        if (noProbe && answers.lastResort()) {
            log.atWarn()
                    .addKeyValue("target", answers.name())
                    .addKeyValue("state", answers.reason().key())
                    .log("nobody else can serve: requests are sent there all the same");
        }
        if (workerProbe != 0 || rankProbe != 0) {
            // It may have been the last that could be chosen.
            look();
        }
        return new Passage(this, circuits, rank, noProbe, workerProbe, rankProbe);
    }

    private int take(Fuse fuse) {
        int probe = fuse.circuit().takeProbe(nanoClock.getAsLong());
        if (probe != 0) {
            fuse.bar();
        }
        return probe;
    }

    /** The probe of this number, if it is one, came to nothing: another request may take it. */
    void giveBack(Fuse fuse, int probe) {
        if (probe != 0) {
            handBack(fuse, probe);
        }
    }

    private synchronized void handBack(Fuse fuse, int probe) {
        if (present(fuse.of()) && fuse.circuit().giveBack(probe)) {
            fuse.admit();
        }
    }

    void unreachable(WorkerCircuits circuits, boolean refused, int probe) {
        blow(circuits, circuits.connections(), refused ? "connect" : "reset", probe, refused);
    }

    void faulted(WorkerCircuits circuits, int rank, int probe) {
        blow(circuits, circuits.answers(rank), "faults", probe, false);
        everyRankIfTheWorkerFails(circuits, rank);
    }

    private synchronized void everyRankIfTheWorkerFails(WorkerCircuits circuits, int rank) {
        if (circuits.wholeWorkerFails(rank, faultsOfAWorker)) {
            circuits.answers().forEach(fuse -> blow(circuits, fuse, "worker_faults", 0, true));
        }
    }

    private synchronized void blow(WorkerCircuits circuits, Fuse fuse, String reason, int probe, boolean grave) {
        if (!present(circuits)) {
            return;
        }
        long now = nanoClock.getAsLong();
        // Where the circuit is not on trial by this leg any more, its failure counts as any other.
        boolean stillDead = probe != 0 && fuse.circuit().probeFailed(now, probe);
        if (!stillDead && !fuse.circuit().failed(now, grave)) {
            return;
        }
        fuse.bar();
        trials.add(fuse, now);
        // The first time is news; that what was dead is still dead is not.
        (stillDead ? log.atDebug() : log.atWarn())
                .addKeyValue("target", fuse.name())
                .addKeyValue("state", fuse.reason().key())
                .addKeyValue("reason", reason)
                .addKeyValue("wait_ms", fuse.circuit().waitNanos() / 1_000_000)
                .log("no request is sent there for now");
        look();
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

    /** A leg that was sent to a failing target is being answered well. */
    synchronized void answered(WorkerCircuits circuits, int rank) {
        Fuse fuse = circuits.answers(rank);
        fuse.circuit().answered();
        mended(fuse);
    }

    private void mended(Fuse fuse) {
        if (fuse.closed() && trials.remove(fuse)) {
            fuse.mended();
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
    public synchronized void look() {
        trials.look(nanoClock.getAsLong());
    }

    /**
     * A health probe was answered well. Where the one before was not, the worker has come back. Else it says no more than
     * that the process lives: a worker that answers probes and fails requests stays damped, unless there is nobody else to
     * serve.
     *
     * <p>A worker that answers a probe has been connected to, so all may connect again, on probation: where the whole fleet
     * was away, one request at a time would leave all others without an answer until the first token of that one.
     * How it answers requests a probe does not tell: that takes one of them, which is let through at once.
     *
     * @param sentAt when the probe was sent; what failed after that is not spoken for
     * @param news whether the probe before was bad
     */
    public synchronized void probedWell(Worker worker, long sentAt, boolean news) {
        WorkerCircuits circuits = workers.get(worker.id());
        if (circuits == null || !circuits.worker().equals(worker)) {
            return;
        }
        long now = nanoClock.getAsLong();
        for (Fuse fuse : circuits.all()) {
            boolean spokenFor = fuse.circuit().failedAt() - sentAt < 0 && (news || fuse.ofConnections());
            if (!spokenFor || (!news && circuits.peers().serve())) {
                continue;
            }
            if (fuse.ofConnections()) {
                fuse.circuit().answered();
                mended(fuse);
            } else {
                fuse.circuit().hasten(now);
            }
        }
        look();
    }

    /** Of a worker's connections. */
    public Circuit.State connections(String worker) {
        WorkerCircuits circuits = workers.get(worker);
        return circuits == null
                ? Circuit.State.CLOSED
                : circuits.connections().circuit().state();
    }

    /** Of a target's answers. */
    public Circuit.State answers(Target target) {
        WorkerCircuits circuits = workers.get(target.worker());
        if (circuits == null) {
            return Circuit.State.CLOSED;
        }
        int rank = target.rank() - circuits.worker().settings().dpStart();
        return circuits.answers(rank).circuit().state();
    }
}
