package dev.warmpath.router.fleet;

import dev.warmpath.events.kv.Target;

/**
 * Leave to send one leg to a target, and the place to tell what became of it: that is all that the target's breakers
 * learn from. Ends with one of {@link #completed}, {@link #refused}, {@link #broke}, {@link #faulted} and
 * {@link #abandoned}; what is told after that changes nothing, except that a leg which was taken to be complete may turn
 * out faulty. Used from one event loop; while all is well each call costs a few reads.
 */
public final class Passage {

    private final Breakers breakers;
    private final WorkerCircuits circuits;
    private final int rank;
    /** Whether this leg is the one that decides over a half-open circuit. */
    private boolean workerProbe;

    private boolean rankProbe;
    private boolean told;
    private boolean complete;

    Passage(Breakers breakers, WorkerCircuits circuits, int rank, boolean workerProbe, boolean rankProbe) {
        this.breakers = breakers;
        this.circuits = circuits;
        this.rank = rank;
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
        workerProbe = false;
        breakers.reached(circuits);
    }

    /** A good answer has begun. */
    public void began() {
        reached();
        if (rankProbe) {
            rankProbe = false;
            breakers.probeAnswered(circuits, rank);
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
            if (takeRankProbe()) {
                breakers.faulted(circuits, rank, true);
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

    private boolean takeWorkerProbe() {
        boolean probe = workerProbe;
        workerProbe = false;
        return probe;
    }

    private boolean takeRankProbe() {
        boolean probe = rankProbe;
        rankProbe = false;
        return probe;
    }

    private void giveBackProbes() {
        if (takeWorkerProbe()) {
            breakers.giveBack(circuits.connections());
        }
        if (takeRankProbe()) {
            breakers.giveBack(circuits.answers(rank));
        }
    }
}
