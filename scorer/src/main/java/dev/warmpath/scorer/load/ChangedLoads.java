package dev.warmpath.scorer.load;

import dev.warmpath.events.kv.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which targets' loads have changed since somebody last asked; each once, however often it changed, so there are never
 * more than targets. Off, and a single branch per change, until {@link #watch}. Guarded by the ledger's lock.
 */
final class ChangedLoads {

    private final List<TargetLoad> changed = new ArrayList<>();
    private boolean watched;

    void watch() {
        watched = true;
    }

    void note(TargetLoad load) {
        if (watched && load.markChanged()) {
            changed.add(load);
        }
    }

    void drain(Consumer<Target> taker) {
        for (int i = 0; i < changed.size(); i++) {
            TargetLoad load = changed.get(i);
            load.markTold();
            Target target = load.target();
            if (target != null) {
                taker.accept(target);
            }
        }
        changed.clear();
    }
}
