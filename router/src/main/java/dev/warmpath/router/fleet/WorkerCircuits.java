package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.Protocol;
import dev.warmpath.config.settings.Role;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.breaker.CircuitRule;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The breakers of one worker: one for its connections, one for the answers of each rank. Guarded by {@link Breakers}. */
final class WorkerCircuits {

    /** Workers with the same side can do the same legs. */
    record Side(Role role, Protocol protocol, String group, List<String> models) {

        static Side of(Worker worker) {
            return new Side(
                    worker.settings().role(),
                    worker.settings().protocol(),
                    worker.settings().group(),
                    worker.settings().models());
        }
    }

    /** A circuit and the candidates that it keeps from being chosen. */
    static final class Fuse {

        private final WorkerCircuits of;
        private final Circuit circuit;
        private final Ineligibility reason;
        private final List<Candidate> candidates;

        private Fuse(WorkerCircuits of, Circuit circuit, Ineligibility reason, List<Candidate> candidates) {
            this.of = of;
            this.circuit = circuit;
            this.reason = reason;
            this.candidates = candidates;
        }

        WorkerCircuits of() {
            return of;
        }

        Circuit circuit() {
            return circuit;
        }

        Ineligibility reason() {
            return reason;
        }

        void bar() {
            candidates.forEach(candidate -> candidate.bar(reason));
        }

        void admit() {
            candidates.forEach(candidate -> candidate.admit(reason));
        }

        /** What it stands for: a worker, or a target. */
        String name() {
            return reason == Ineligibility.UNREACHABLE
                    ? of.worker.id()
                    : candidates.get(0).target().toString();
        }
    }

    private final Worker worker;
    private final int side;
    private final Fuse connections;
    private final List<Fuse> answers = new ArrayList<>();
    /** Ranks that have failed since any rank of the worker did well, and how often in a row that was. */
    private final BitSet failing = new BitSet();

    private final AtomicInteger faultsInARow = new AtomicInteger();

    /** @param side a number that stands for its {@link Side} */
    WorkerCircuits(Worker worker, int side, CircuitRule forConnections, CircuitRule forAnswers) {
        this.worker = worker;
        this.side = side;
        List<Candidate> all =
                worker.ranks().stream().map(Worker.Rank::candidate).toList();
        connections = new Fuse(this, new Circuit(forConnections), Ineligibility.UNREACHABLE, all);
        all.forEach(candidate ->
                answers.add(new Fuse(this, new Circuit(forAnswers), Ineligibility.FAILING, List.of(candidate))));
    }

    Worker worker() {
        return worker;
    }

    int side() {
        return side;
    }

    Fuse connections() {
        return connections;
    }

    Fuse answers(int rank) {
        return answers.get(rank);
    }

    List<Fuse> answers() {
        return answers;
    }

    /** Notes a fault; whether so many have come in a row from several ranks that it is the worker that fails. */
    boolean wholeWorkerFails(int rank, int threshold) {
        failing.set(rank);
        return faultsInARow.incrementAndGet() >= threshold && failing.cardinality() > 1;
    }

    /** Whether some rank has failed since any did well. Read without the lock. */
    boolean faulty() {
        return faultsInARow.get() > 0;
    }

    void didWell() {
        failing.clear();
        faultsInARow.set(0);
    }
}
