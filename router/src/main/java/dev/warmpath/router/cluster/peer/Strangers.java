package dev.warmpath.router.cluster.peer;

import dev.warmpath.router.cluster.wire.Greeting;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Routers that were heard, and have not shown yet that they are there now: what they say may be what was said long ago. So many
 * at most; one that is left out is met again with its next message. On the cluster's thread.
 */
final class Strangers {

    static final int MOST = 64;
    private static final long FORGOTTEN_NANOS = Duration.ofSeconds(10).toNanos();

    private final Map<String, Stranger> known = new LinkedHashMap<>();

    private record Stranger(Acquaintance acquaintance, long sinceNanos) {}

    /** The acquaintance with this one, begun now if there is none. */
    Acquaintance with(String id, long now) {
        Stranger stranger = known.get(id);
        if (stranger == null) {
            if (known.size() >= MOST) {
                Iterator<Stranger> oldest = known.values().iterator();
                oldest.next();
                oldest.remove();
            }
            stranger = new Stranger(new Acquaintance(id), now);
            known.put(id, stranger);
        }
        return stranger.acquaintance();
    }

    void forget(String id) {
        known.remove(id);
    }

    void age(long now) {
        known.values().removeIf(stranger -> now - stranger.sinceNanos() >= FORGOTTEN_NANOS);
    }

    List<Greeting> greetings() {
        return known.values().stream()
                .map(stranger -> stranger.acquaintance().greeting())
                .toList();
    }
}
