package dev.warmpath.it.sim.pd;

import dev.warmpath.it.sim.schedule.Rank;

/** Runs legs as a worker of its role and engine does. */
public interface LegRunner {

    /** Starts a leg on a rank. The listener may be called before this returns. */
    Leg start(Rank rank, LegSpec spec, LegListener listener);

    /** Tokens that a leg generates of an answer of this length. */
    default int answerLength(int asked) {
        return asked;
    }
}
