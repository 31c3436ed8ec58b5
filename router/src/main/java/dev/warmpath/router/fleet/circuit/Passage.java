package dev.warmpath.router.fleet.circuit;

import dev.warmpath.events.kv.Target;

/**
 * Leave to send one leg to a target, and the place to tell what became of it: that is all that the target's breakers
 * learn from. Ends with one of {@link #completed}, {@link #refused}, {@link #broke}, {@link #cut}, {@link #faulted} and
 * {@link #abandoned}; what is told after that changes nothing, except that a leg which was taken to be complete may turn
 * out faulty. Used from one event loop; while all is well each call costs a few reads.
 */
public final class Passage {

    private final Breakers breakers;
    private final WorkerCircuits circuits;
    private final int rank;
    /** Whether the target is used for want of a better; then a good answer speaks for it as that to a probe does. */
    private final boolean lastResort;
    /** The number of the probe that makes this leg decide over a half-open circuit, or 0. */
    private int workerProbe;

    private int rankProbe;
    private boolean told;
    private boolean complete;

    Passage(Breakers breakers, WorkerCircuits circuits, int rank, boolean lastResort, int workerProbe, int rankProbe) {
        this.breakers = breakers;
        this.circuits = circuits;
        this.rank = rank;
        this.lastResort = lastResort;
        this.workerProbe = workerProbe;
        this.rankProbe = rankProbe;
    }

    public Target target() {
        return circuits.worker().ranks().get(rank).candidate().target();
    }

    /** Whether the target's worker has other ranks too. */
    public boolean ofSeveral() {
        return circuits.answers().size() > 1;
    }

    /** The worker answered, well or not. */
    public void reached() {
        workerProbe = 0;
        breakers.reached(circuits);
    }

    /** A good answer has begun. */
    public void began() {
        reached();
        if (takeRankProbe() != 0 || lastResort) {
            breakers.answered(circuits, rank);
        }
    }

    /** The leg came to a good end. */
    public void completed() {
        if (tell()) {
            complete = true;
            breakers.completed(circuits, rank);
        }
    }

    /** No connection could be made: the whole worker is out of reach. */
    public void refused() {
        if (tell()) {
            breakers.unreachable(circuits, true, takeWorkerProbe());
            giveBackProbes();
        }
    }

    /** The connection broke before an answer; twice in a row is as bad as {@link #refused}. */
    public void broke() {
        if (tell()) {
            breakers.unreachable(circuits, false, takeWorkerProbe());
            int probe = takeRankProbe();
            if (probe != 0) {
                breakers.faulted(circuits, rank, probe);
            }
        }
    }

    /** The target failed the leg. Not for what the client or the other leg is to blame for. */
    public void faulted() {
        if (tell() || complete) {
            complete = false;
            breakers.faulted(circuits, rank, takeRankProbe());
            giveBackProbes();
        }
    }

    /** The answer broke off. The worker was there when it began, which is long ago perhaps. */
    public void cut() {
        if (workerProbe != 0) {
            reached();
        }
        faulted();
    }

    /** The leg came to an end that says nothing of its target: the client left or erred, or the other leg failed. */
    public void abandoned() {
        if (tell()) {
            giveBackProbes();
        }
    }

    private boolean tell() {
        boolean first = !told;
        told = true;
        return first;
    }

    private int takeWorkerProbe() {
        int probe = workerProbe;
        workerProbe = 0;
        return probe;
    }

    private int takeRankProbe() {
        int probe = rankProbe;
        rankProbe = 0;
        return probe;
    }

    private void giveBackProbes() {
        breakers.giveBack(circuits.connections(), takeWorkerProbe());
        breakers.giveBack(circuits.answers(rank), takeRankProbe());
    }
}
