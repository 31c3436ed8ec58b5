package dev.warmpath.router.cluster;

import dev.warmpath.router.cluster.wire.Refused;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of messages. Any thread. */
final class Tally {

    final AtomicLong sent = new AtomicLong();
    final AtomicLong sentBytes = new AtomicLong();
    final AtomicLong fullsAsked = new AtomicLong();
    final AtomicLong joins = new AtomicLong();
    private final Map<Refused, AtomicLong> refused = new EnumMap<>(Refused.class);

    Tally() {
        for (Refused reason : Refused.values()) {
            refused.put(reason, new AtomicLong());
        }
    }

    /** Counts one, and says whether it is the first for this reason. */
    boolean refuse(Refused reason) {
        AtomicLong count = refused.get(reason);
        return count != null && count.getAndIncrement() == 0;
    }

    Map<Refused, Long> refused() {
        Map<Refused, Long> counts = new EnumMap<>(Refused.class);
        refused.forEach((reason, count) -> counts.put(reason, count.get()));
        return counts;
    }
}
