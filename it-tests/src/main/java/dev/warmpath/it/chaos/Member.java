package dev.warmpath.it.chaos;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import org.jspecify.annotations.Nullable;

/** One engine of the run. */
final class Member {

    private final SimEngine engine;
    private volatile long lastTrouble = System.nanoTime();
    private volatile @Nullable Hang lastHang;

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
    void hung(Hang hang) {
        lastHang = hang;
    }

    @Nullable
    Hang lastHang() {
        return lastHang;
    }

    /** As {@link System#nanoTime} has it. */
    long lastTrouble() {
        return lastTrouble;
    }
}
