package dev.warmpath.scorer.choice;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Images, sounds and files that a target was sent lately, by a key of each: its engine may still have them encoded. Bounded;
 * of more than there is room for, those that were asked for longest ago are forgotten. Guarded by the ledger's lock.
 */
final class ContentKeys {

    /**
     * Which booking was the last to bring each; least recently used first. Requests with such content are few and large, so
     * boxes cost nothing here.
     */
    private final Map<Long, Long> lately = new LinkedHashMap<>(16, 0.75f, true);

    private long bookings;

    /** How many of these it was sent. */
    int held(long[] keys) {
        int held = 0;
        for (long key : keys) {
            // Not a use: a target that is only looked at does not keep what it has.
            held += lately.containsKey(key) ? 1 : 0;
        }
        return held;
    }

    /**
     * It is sent these, in this order.
     *
     * @return takes back those that nobody else has sent it, should they never get there
     */
    Runnable remember(long[] keys, int most) {
        long booking = ++bookings;
        boolean[] fresh = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            fresh[i] = lately.put(keys[i], booking) == null;
        }
        var oldest = lately.keySet().iterator();
        while (lately.size() > most && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
        return () -> takeBack(keys, fresh, booking);
    }

    private void takeBack(long[] keys, boolean[] fresh, long booking) {
        for (int i = 0; i < keys.length; i++) {
            if (fresh[i]) {
                lately.remove(keys[i], booking);
            }
        }
    }
}
