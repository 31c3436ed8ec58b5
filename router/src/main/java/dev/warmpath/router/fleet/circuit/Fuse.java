package dev.warmpath.router.fleet.circuit;

import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A circuit and the candidates that it keeps from being chosen. Guarded by {@link Breakers}. */
final class Fuse {

    /** The bars that breakers set. */
    private static final Set<Ineligibility> OURS = EnumSet.of(Ineligibility.UNREACHABLE, Ineligibility.FAILING);

    private final WorkerCircuits of;
    private final Circuit circuit;
    private final Ineligibility reason;
    private final List<Candidate> candidates;
    private boolean toldOfLastResort;

    Fuse(WorkerCircuits of, Circuit circuit, Ineligibility reason, List<Candidate> candidates) {
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

    boolean closed() {
        return circuit.state() == Circuit.State.CLOSED;
    }

    boolean onTrial() {
        return circuit.state() == Circuit.State.HALF_OPEN;
    }

    /** Whether it is the one for the worker's connections. */
    boolean ofConnections() {
        return reason == Ineligibility.UNREACHABLE;
    }

    void bar() {
        candidates.forEach(candidate -> candidate.bar(reason));
    }

    void admit() {
        candidates.forEach(candidate -> candidate.admit(reason));
    }

    /** Whether breakers alone keep some candidate from being chosen, so that a trial could come to something. */
    boolean triable() {
        return candidates.stream().anyMatch(candidate -> candidate.barredByNoneBut(OURS));
    }

    /** Notes that requests go there for want of a better; whether that is news since it blew. */
    boolean lastResort() {
        boolean news = !toldOfLastResort;
        toldOfLastResort = true;
        return news;
    }

    void mended() {
        toldOfLastResort = false;
        admit();
    }

    /** What it stands for: a worker, or a target. */
    String name() {
        return ofConnections() ? of.worker().id() : candidates.get(0).target().toString();
    }
}
