package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * CPU memory behind the device cache, as SGLang's HiCache writes it: every block that is stored on the device is
 * written through at once, stays when the device evicts it, and is loaded back when a prompt needs it. The block that
 * was longest unused goes first.
 */
final class HostTier {

    private final int capacity;
    private final ChangeLog log;
    private final Map<Digest, BlockContent> blocks = new LinkedHashMap<>(16, 0.75f, true);

    HostTier(int capacity, ChangeLog log) {
        this.capacity = capacity;
        this.log = log;
    }

    /** Copies blocks that the device has just stored. */
    void writeThrough(List<BlockContent> stored) {
        if (capacity == 0) {
            return;
        }
        List<BlockContent> fresh = new ArrayList<>();
        for (BlockContent block : stored) {
            if (blocks.put(block.digest(), block) == null) {
                fresh.add(block);
            }
        }
        if (!fresh.isEmpty()) {
            log.stored(fresh, Tier.HOST);
        }
        evict();
    }

    private void evict() {
        List<Digest> evicted = new ArrayList<>();
        Iterator<Digest> oldest = blocks.keySet().iterator();
        while (blocks.size() > capacity) {
            evicted.add(oldest.next());
            oldest.remove();
        }
        if (!evicted.isEmpty()) {
            log.removed(evicted, Tier.HOST);
        }
    }

    /** How many blocks of {@code chain} lie here without a hole, from block {@code from} on and before {@code limit}. */
    int follow(TokenChain chain, int from, int limit) {
        int index = from;
        while (index < limit && blocks.get(chain.block(index).digest()) != null) {
            index++;
        }
        return index - from;
    }

    void clear() {
        blocks.clear();
    }

    Set<Long> truth() {
        Set<Long> own = new HashSet<>();
        for (BlockContent block : blocks.values()) {
            own.add(block.own());
        }
        return own;
    }
}
