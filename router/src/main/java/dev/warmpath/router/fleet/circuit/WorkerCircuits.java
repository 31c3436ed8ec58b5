package dev.warmpath.router.fleet.circuit;

import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.breaker.CircuitRule;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The breakers of one worker: one for its connections, one for the answers of each rank. Guarded by {@link Breakers}. */
final class WorkerCircuits {

    private final Worker worker;
    private final Peers peers;
    private final Fuse connections;
    private final List<Fuse> answers = new ArrayList<>();
    /** Ranks that have failed since any rank of the worker did well, and how often in a row that was. */
    private final BitSet failing = new BitSet();

    private final AtomicInteger faultsInARow = new AtomicInteger();

    /** @param peers those that stand in for it, and itself */
    WorkerCircuits(Worker worker, Peers peers, CircuitRule forConnections, CircuitRule forAnswers) {
        this.worker = worker;
        this.peers = peers;
        List<Candidate> all =
                worker.ranks().stream().map(Worker.Rank::candidate).toList();
        connections = new Fuse(this, new Circuit(forConnections), Ineligibility.UNREACHABLE, all);
        all.forEach(candidate ->
                answers.add(new Fuse(this, new Circuit(forAnswers), Ineligibility.FAILING, List.of(candidate))));
    }

    Worker worker() {
        return worker;
    }

    Peers peers() {
        return peers;
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

    /** That of its connections, and those of its ranks. */
    List<Fuse> all() {
        List<Fuse> all = new ArrayList<>(answers);
        all.add(connections);
        return all;
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
