package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A place behind one rank's device cache, as SGLang's HiCache and vLLM's offloading write it: every block that is stored
 * on the device is written through at once, stays when the device evicts it, and is loaded back when a prompt needs it.
 * The block that was longest unused goes first.
 *
 * <p>CPU memory ends with its engine. A store of its own (an offload daemon's) does not: the same object is then given to
 * the next engine, which announces what it finds there.
 *
 * <p>Belongs to the engine's thread; one engine at a time has it.
 */
public final class LowerTier {

    private final Tier tier;
    private final int capacity;
    private final Map<Digest, BlockContent> blocks = new LinkedHashMap<>(16, 0.75f, true);
    private long readBlocks;
    private long storedBlocks;

    /** @param capacity most blocks; 0 for no such tier */
    public LowerTier(Tier tier, int capacity) {
        this.tier = tier;
        this.capacity = capacity;
    }

    /** Copies blocks that the device has just stored. */
    void writeThrough(List<BlockContent> stored, ChangeLog log) {
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
            storedBlocks += fresh.size();
            log.stored(fresh, tier);
        }
        evict(log);
    }

    private void evict(ChangeLog log) {
        List<Digest> evicted = new ArrayList<>();
        Iterator<Digest> oldest = blocks.keySet().iterator();
        while (blocks.size() > capacity) {
            evicted.add(oldest.next());
            oldest.remove();
        }
        if (!evicted.isEmpty()) {
            log.removed(evicted, tier);
        }
    }

    /** Whether a block lies here; it is then the one used last. */
    boolean has(Digest digest) {
        return blocks.get(digest) != null;
    }

    /** A prompt takes a block that lies here. */
    void read() {
        readBlocks++;
    }

    /** Announces all that lies here, as an engine does that finds it when it starts: parents before children. */
    void announce(ChangeLog log) {
        Map<Digest, List<BlockContent>> children = new HashMap<>();
        Deque<BlockContent> starts = new ArrayDeque<>();
        for (BlockContent block : blocks.values()) {
            Digest parent = block.parent();
            if (parent == null || !blocks.containsKey(parent)) {
                starts.addLast(block);
            } else {
                children.computeIfAbsent(parent, unseen -> new ArrayList<>(1)).add(block);
            }
        }
        while (!starts.isEmpty()) {
            List<BlockContent> run = new ArrayList<>();
            for (BlockContent next = starts.removeLast(); next != null; ) {
                run.add(next);
                List<BlockContent> following = children.getOrDefault(next.digest(), List.of());
                next = following.isEmpty() ? null : following.get(0);
                starts.addAll(following.subList(Math.min(1, following.size()), following.size()));
            }
            log.stored(run, tier);
        }
    }

    void clear() {
        blocks.clear();
    }

    Tier tier() {
        return tier;
    }

    TierUse use() {
        return new TierUse(tier, blocks.size(), readBlocks, storedBlocks);
    }

    Set<Long> truth() {
        Set<Long> own = new HashSet<>();
        for (BlockContent block : blocks.values()) {
            own.add(block.own());
        }
        return own;
    }
}
