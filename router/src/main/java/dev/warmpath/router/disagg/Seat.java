package dev.warmpath.router.disagg;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.fleet.Worker;

/** A chosen target together with its worker. */
public record Seat(Worker worker, Target target) {

    /** Whether the worker must be told the rank, because it has more than one or they do not start at 0. */
    public boolean needsRank() {
        return worker.settings().dpSize() > 1 || worker.settings().dpStart() > 0;
    }

    /** The rank's position among the worker's own. */
    public int localRank() {
        return target.rank() - worker.settings().dpStart();
    }
}
