package dev.warmpath.router.cluster;

import dev.warmpath.router.cluster.wire.Refused;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts of messages. Any thread. */
final class Tally {

    private static final Logger log = LoggerFactory.getLogger(Tally.class);

    final AtomicLong sent = new AtomicLong();
    final AtomicLong sentBytes = new AtomicLong();
    final AtomicLong fullsAsked = new AtomicLong();
    final AtomicLong joins = new AtomicLong();
    private volatile @Nullable String otherSecretAt;
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

    /** Counts a connection that was not let in, and logs the first for this reason. */
    void refuse(Refused reason, String from) {
        if (reason == Refused.OTHER_SECRET) {
            otherSecretAt = from;
        }
        if (refuse(reason)) {
            log.atWarn()
                    .addKeyValue("reason", reason.key())
                    .addKeyValue("from", from)
                    .log("a connection between routers is not let in; later ones are only counted");
        }
    }

    /** Where somebody was met last who knows another secret; null if nobody was. */
    @Nullable
    String otherSecretAt() {
        return otherSecretAt;
    }

    Map<Refused, Long> refused() {
        Map<Refused, Long> counts = new EnumMap<>(Refused.class);
        refused.forEach((reason, count) -> counts.put(reason, count.get()));
        return counts;
    }
}
