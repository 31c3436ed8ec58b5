package dev.warmpath.scorer.index;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stored blocks of one rank whose parent is unknown, until the parent comes, they are removed, or they are the oldest
 * when room is needed. They count for nothing meanwhile: without the parent nobody knows which prompts they continue.
 *
 * <p>Each block waits by itself for the engine hash before it, the first of a run for the event's parent and every other
 * for its predecessor, so that removing one from the middle leaves the others waiting for exactly what is missing. A
 * block that names itself as its parent, or a circle of blocks, waits like any other and ages out.
 *
 * <p>Found by own engine hash and by parent; ages in order of arrival. Confined to the thread that writes the rank.
 */
final class OrphanBuffer {

    /** A block that waits. */
    static final class Orphan {
        final long engine;
        final int group;
        final long parent;
        final int[] tokens;
        final long extraKey;
        int tiers;

        private @Nullable Orphan sameEngine;
        private @Nullable Orphan sibling;
        private @Nullable Orphan siblingBefore;
        private @Nullable Orphan older;
        private @Nullable Orphan younger;

        Orphan(long engine, int group, long parent, int[] tokens, long extraKey, int tiers) {
            this.engine = engine;
            this.group = group;
            this.parent = parent;
            this.tokens = tokens;
            this.extraKey = extraKey;
            this.tiers = tiers;
        }

        /** The next of those that {@link #takeChildren} gave. */
        @Nullable
        Orphan sibling() {
            return sibling;
        }
    }

    /** Tokens are copies, so they have a bound too: engines with larger blocks than this keep fewer of them waiting. */
    private static final long TOKENS_PER_BLOCK = 64;

    /** Orphan object, its links and map cells, roughly; for the memory gauge. */
    private static final long BYTES_PER_ORPHAN = 120;

    private final int maxBlocks;
    private final Long2ObjectHashMap<Orphan> byEngine = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<Orphan> byParent = new Long2ObjectHashMap<>();
    private @Nullable Orphan oldest;
    private @Nullable Orphan youngest;
    private int size;
    private long tokens;

    OrphanBuffer(int maxBlocks) {
        this.maxBlocks = maxBlocks;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    long bytes() {
        return size * BYTES_PER_ORPHAN + tokens * Integer.BYTES;
    }

    /**
     * Adds a block, or a tier to one that waits already. One that waits under the same name with other content is
     * replaced.
     *
     * @return how many blocks were dropped to make room, this one included when it does not fit at all
     */
    int add(long engine, int group, int tier, long parent, int[] from, int offset, int blockSize, long extraKey) {
        Orphan known = find(engine, group);
        if (known != null) {
            if (known.parent == parent
                    && known.extraKey == extraKey
                    && Arrays.equals(known.tokens, 0, known.tokens.length, from, offset, offset + blockSize)) {
                known.tiers |= 1 << tier;
                return 0;
            }
            unlink(known);
        }
        long maxTokens = maxBlocks * TOKENS_PER_BLOCK;
        if (maxBlocks == 0 || blockSize > maxTokens) {
            return 1;
        }
        int dropped = 0;
        for (Orphan first = oldest; first != null && (size >= maxBlocks || tokens + blockSize > maxTokens); ) {
            unlink(first);
            dropped++;
            first = oldest;
        }
        link(new Orphan(
                engine, group, parent, Arrays.copyOfRange(from, offset, offset + blockSize), extraKey, 1 << tier));
        return dropped;
    }

    /** Takes out all blocks that wait for this one, linked by {@link Orphan#sibling()}. */
    @Nullable
    Orphan takeChildren(long parent) {
        Orphan first = byParent.get(parent);
        for (Orphan child = first; child != null; child = child.sibling) {
            unlinkEngine(child);
            unlinkAge(child);
        }
        byParent.remove(parent);
        return first;
    }

    /** A block that waits lies in one more tier; false when none waits. */
    boolean addTier(long engine, int group, int tier) {
        Orphan known = find(engine, group);
        if (known == null) {
            return false;
        }
        known.tiers |= 1 << tier;
        return true;
    }

    /** A waiting block left a tier, and the buffer if that was its last; false when none waits there. */
    boolean remove(long engine, int group, int tier) {
        Orphan known = find(engine, group);
        if (known == null || (known.tiers & (1 << tier)) == 0) {
            return false;
        }
        known.tiers &= ~(1 << tier);
        if (known.tiers == 0) {
            unlink(known);
        }
        return true;
    }

    /** The block has been stored with a known parent: what waited under its name is out of date. */
    void discard(long engine, int group) {
        Orphan known = find(engine, group);
        if (known != null) {
            unlink(known);
        }
    }

    /** Bit set of the groups under which a block waits. */
    int groups(long engine) {
        int groups = 0;
        for (Orphan orphan = byEngine.get(engine); orphan != null; orphan = orphan.sameEngine) {
            groups |= 1 << orphan.group;
        }
        return groups;
    }

    void clear() {
        byEngine.clear();
        byEngine.compact();
        byParent.clear();
        byParent.compact();
        oldest = null;
        youngest = null;
        size = 0;
        tokens = 0;
    }

    private @Nullable Orphan find(long engine, int group) {
        Orphan orphan = byEngine.get(engine);
        while (orphan != null && orphan.group != group) {
            orphan = orphan.sameEngine;
        }
        return orphan;
    }

    private void link(Orphan orphan) {
        orphan.sameEngine = byEngine.put(orphan.engine, orphan);
        orphan.sibling = byParent.put(orphan.parent, orphan);
        if (orphan.sibling != null) {
            orphan.sibling.siblingBefore = orphan;
        }
        orphan.older = youngest;
        if (youngest == null) {
            oldest = orphan;
        } else {
            youngest.younger = orphan;
        }
        youngest = orphan;
        size++;
        tokens += orphan.tokens.length;
    }

    private void unlink(Orphan orphan) {
        unlinkEngine(orphan);
        unlinkParent(orphan);
        unlinkAge(orphan);
    }

    private void unlinkEngine(Orphan orphan) {
        Orphan first = byEngine.get(orphan.engine);
        if (first == orphan) {
            if (orphan.sameEngine == null) {
                byEngine.remove(orphan.engine);
            } else {
                byEngine.put(orphan.engine, orphan.sameEngine);
            }
            return;
        }
        for (Orphan at = first; at != null; at = at.sameEngine) {
            if (at.sameEngine == orphan) {
                at.sameEngine = orphan.sameEngine;
                return;
            }
        }
    }

    private void unlinkParent(Orphan orphan) {
        if (orphan.sibling != null) {
            orphan.sibling.siblingBefore = orphan.siblingBefore;
        }
        if (orphan.siblingBefore != null) {
            orphan.siblingBefore.sibling = orphan.sibling;
        } else if (orphan.sibling != null) {
            byParent.put(orphan.parent, orphan.sibling);
        } else {
            byParent.remove(orphan.parent);
        }
    }

    private void unlinkAge(Orphan orphan) {
        if (orphan.older == null) {
            oldest = orphan.younger;
        } else {
            orphan.older.younger = orphan.younger;
        }
        if (orphan.younger == null) {
            youngest = orphan.older;
        } else {
            orphan.younger.older = orphan.older;
        }
        size--;
        tokens -= orphan.tokens.length;
    }
}
