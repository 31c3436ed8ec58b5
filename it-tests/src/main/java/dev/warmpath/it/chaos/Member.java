package dev.warmpath.it.chaos;

import dev.warmpath.config.settings.Role;
import dev.warmpath.it.sim.SimEngine;

/** One engine of the run. */
final class Member {

    private final SimEngine engine;
    private volatile long lastTrouble = System.nanoTime();
    private volatile long lastThaw = lastTrouble;

    Member(SimEngine engine) {
        this.engine = engine;
    }

    SimEngine engine() {
        return engine;
    }

    String name() {
        return engine.config().name();
    }

    boolean answers() {
        return engine.config().role() != Role.PREFILL;
    }

    /** Something begins or ends to be wrong with it now. */
    void troubled() {
        lastTrouble = System.nanoTime();
    }

    /** It is about to read again what came while it hung. */
    void thaws() {
        lastThaw = System.nanoTime();
    }

    /** Whether it has hung at some time since, so that it may have read late what was sent in time. */
    boolean hungSince(long nanos) {
        return lastThaw - nanos > 0;
    }

    /** As {@link System#nanoTime} has it. */
    long lastTrouble() {
        return lastTrouble;
    }
}
