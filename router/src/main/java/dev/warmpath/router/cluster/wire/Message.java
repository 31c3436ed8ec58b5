package dev.warmpath.router.cluster.wire;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.ExpectedHint;
import dev.warmpath.scorer.load.SharedLoad;
import java.util.List;

/** What one router says to all others. */
public sealed interface Message {

    /**
     * Load that has changed, or all there is.
     *
     * @param hello who says it, with all load there is; null with what has changed
     * @param loads numbers as they are now, not by how much they differ: one that is lost leaves no lasting error
     * @param hints what bookings expect; of no use later, so not among all there is
     */
    record Load(@org.jspecify.annotations.Nullable Hello hello, List<TargetLoad> loads, List<ExpectedHint> hints)
            implements Message {}

    /** A router missed something that {@code member} said, and asks it for all there is. */
    record AskFull(String member) implements Message {}

    /** What operators have changed, the newest of each. */
    record Settings(List<Register> registers) implements Message {}

    /** It stops: what it has put on targets ends with it. */
    record Bye() implements Message {}

    /** One target's load by one router. */
    record TargetLoad(Target target, SharedLoad load) {}
}
