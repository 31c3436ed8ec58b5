package dev.warmpath.router.fleet.circuit;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.fleet.worker.Worker;
import java.util.ArrayList;
import java.util.List;

/** Workers that stand in for one another: they can do the same legs. Guarded by {@link Breakers}. */
final class Peers {

    /** What they have in common. */
    record Side(Role role, Protocol protocol, String group, List<String> models) {

        static Side of(Worker worker) {
            return new Side(
                    worker.settings().role(),
                    worker.settings().protocol(),
                    worker.settings().group(),
                    worker.settings().models());
        }
    }

    private final List<Worker> workers = new ArrayList<>();

    void add(Worker worker) {
        workers.add(worker);
    }

    /** Takes a worker out; returns whether none is left. */
    boolean remove(Worker worker) {
        workers.removeIf(other -> other.id().equals(worker.id()));
        return workers.isEmpty();
    }

    /** Whether some target of theirs may be chosen, be it on trial. */
    boolean serve() {
        for (Worker worker : workers) {
            for (Worker.Rank rank : worker.ranks()) {
                if (rank.candidate().ineligible() == null) {
                    return true;
                }
            }
        }
        return false;
    }
}
