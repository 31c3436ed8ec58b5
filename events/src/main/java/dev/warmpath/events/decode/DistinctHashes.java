package dev.warmpath.events.decode;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Whether the blocks of one event are all different, and none is the parent of the first. Exact, linear, and without
 * an allocation per event: an open-addressing set that is kept from one event to the next. Its hash is seeded, because
 * block hashes follow from prompts and a chosen set of them must not pile up in one place.
 */
final class DistinctHashes {

    /** 8 MiB of table, for events of 256 Ki blocks; a larger table is let go when the batch ends. */
    private static final int KEPT_SLOTS = 1 << 20;

    private static final int FIRST_SLOTS = 16;

    private final long seed = new SplittableRandom().nextLong();
    private long[] slots = new long[FIRST_SLOTS];

    boolean check(long[] hashes, int count, boolean hasParent, long parent) {
        if (count == 1) {
            return !hasParent || hashes[0] != parent;
        }
        // At most half full, with the parent in it, too.
        int size = Math.max(FIRST_SLOTS, Integer.highestOneBit(count + 1) << 2);
        if (slots.length < size) {
            slots = new long[size];
        } else {
            Arrays.fill(slots, 0, size, 0L);
        }
        // An empty slot is 0, so the hash 0 is kept beside the table.
        boolean zeroSeen = false;
        if (hasParent) {
            zeroSeen = parent == 0;
            add(parent, size - 1);
        }
        for (int i = 0; i < count; i++) {
            if (hashes[i] == 0) {
                if (zeroSeen) {
                    return false;
                }
                zeroSeen = true;
            } else if (!add(hashes[i], size - 1)) {
                return false;
            }
        }
        return true;
    }

    void trim() {
        if (slots.length > KEPT_SLOTS) {
            slots = new long[FIRST_SLOTS];
        }
    }

    private boolean add(long hash, int mask) {
        int slot = (int) mix(hash ^ seed) & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == hash) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = hash;
        return true;
    }

    /** Finalizer of MurmurHash3 (Austin Appleby, public domain): every input bit moves every output bit. */
    private static long mix(long value) {
        long mixed = value;
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
