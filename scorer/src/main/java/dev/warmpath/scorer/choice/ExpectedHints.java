package dev.warmpath.scorer.choice;

import dev.warmpath.events.kv.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What bookings expect of their targets, until it is told to other routers, so that siblings of a prompt that come to
 * them follow. Bounded by bookings: only those with a miss are noted, and what comes over the bound is not told, which
 * costs the siblings a second prefill at worst. Guarded by the ledger's lock.
 */
final class ExpectedHints {

    /** Between two tellings, some milliseconds apart. */
    static final int MOST = 64;

    private final List<ExpectedHint> hints = new ArrayList<>();
    private boolean watched;
    private long dropped;

    void watch() {
        watched = true;
    }

    void note(Target target, long[] chain) {
        if (!watched) {
            return;
        }
        if (hints.size() < MOST) {
            hints.add(new ExpectedHint(target, chain));
        } else {
            dropped++;
        }
    }

    void drain(Consumer<ExpectedHint> taker) {
        for (int i = 0; i < hints.size(); i++) {
            taker.accept(hints.get(i));
        }
        hints.clear();
    }

    long dropped() {
        return dropped;
    }
}
