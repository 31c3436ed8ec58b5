package dev.warmpath.scorer.choice;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Images, sounds and files that a target was sent lately, by a key of each: its engine may still have them encoded. Bounded;
 * of more than there is room for, those that were asked for longest ago are forgotten. Guarded by the ledger's lock.
 */
final class ContentKeys {

    /** Least recently used first. Requests with such content are few and large, so boxes cost nothing here. */
    private final Map<Long, Boolean> lately = new LinkedHashMap<>(16, 0.75f, true);

    /** How many of these it was sent. */
    int held(long[] keys) {
        int held = 0;
        for (long key : keys) {
            // Not a use: a target that is only looked at does not keep what it has.
            held += lately.containsKey(key) ? 1 : 0;
        }
        return held;
    }

    /** It is sent these, in this order. */
    void remember(long[] keys, int most) {
        for (long key : keys) {
            lately.put(key, Boolean.TRUE);
        }
        var oldest = lately.keySet().iterator();
        while (lately.size() > most && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
    }
}
