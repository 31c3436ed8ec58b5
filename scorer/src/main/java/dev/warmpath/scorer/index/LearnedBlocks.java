package dev.warmpath.scorer.index;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.collections.LongHashSet;

/**
 * Blocks that one rank's engine proved to hold, by its own count of cached tokens, and that no event announced (design
 * 3.6): an engine does not announce again what was warm before anybody followed its events.
 *
 * <p>What readers see is a bit in {@link SlotGroup#learned()}. No event will take such a block out, for the engine's name
 * of it is not known, so four other things do: the engine's word that it does not hold it, the rank's loss of its cache,
 * an event that announces it after all, and age. Age is kept in two generations, without a time per block: what is proved
 * joins the young one; when half the lifetime has passed the old one goes and the young one becomes old. A block lives
 * between half and the whole of its lifetime after it was last proved. Both generations together are bounded; what is over
 * the bound is not learned.
 *
 * <p>Event loops learn and forget, stream threads clear and announce; this object's monitor orders them. A block that is
 * announced in the very moment in which it is learned may keep its bit beside the announced one: it goes with age.
 */
final class LearnedBlocks {

    private final SlotTable table;
    private final SlotGroup slots;
    private final long bit;
    private final int max;
    private final long generationNanos;
    private final AtomicInteger shown = new AtomicInteger();
    private LongHashSet young = new LongHashSet();
    private LongHashSet old = new LongHashSet();
    private long youngSince;
    private boolean closed;

    LearnedBlocks(SlotGroup slots, long bit, int max, long ttlNanos) {
        this.slots = slots;
        this.table = slots.learned();
        this.bit = bit;
        this.max = max;
        this.generationNanos = ttlNanos / 2;
    }

    /** The engine holds {@code chain[from .. to)}; those of them that no event holds are learned. */
    synchronized void learn(long[] chain, int from, int to, long nowNanos) {
        if (closed) {
            return;
        }
        if (young.isEmpty() && old.isEmpty()) {
            youngSince = nowNanos;
        }
        for (int i = from; i < to; i++) {
            long hash = chain[i];
            if (announced(hash) || (!old.remove(hash) && !young.contains(hash) && size() >= max)) {
                continue;
            }
            young.add(hash);
            if (table.add(hash, bit)) {
                shown.incrementAndGet();
            }
        }
    }

    /** What an earlier run had learned, not longer than half a lifetime ago: that half is over for all of it. */
    synchronized void restore(long[] hashes, long nowNanos) {
        if (closed) {
            return;
        }
        youngSince = nowNanos;
        for (long hash : hashes) {
            if (size() < max && !announced(hash) && old.add(hash) && table.add(hash, bit)) {
                shown.incrementAndGet();
            }
        }
    }

    /** In no order. */
    synchronized long[] hashes() {
        long[] hashes = new long[size()];
        int next = 0;
        for (LongHashSet generation : List.of(young, old)) {
            LongHashSet.LongIterator each = generation.iterator();
            while (each.hasNext()) {
                hashes[next++] = each.nextValue();
            }
        }
        return hashes;
    }

    private boolean announced(long hash) {
        long held = 0;
        for (int tier = 0; tier < TierBits.COUNT; tier++) {
            held |= slots.table(tier).get(hash);
        }
        return (held & bit) != 0;
    }

    /** The engine does not hold {@code chain[from .. to)}. */
    synchronized void forget(long[] chain, int from, int to) {
        for (int i = from; i < to && size() > 0; i++) {
            forget(chain[i]);
        }
    }

    private synchronized void forget(long hash) {
        young.remove(hash);
        old.remove(hash);
        hide(hash);
    }

    /** Lets go of what has not been proved for its lifetime. */
    synchronized void expire(long nowNanos) {
        if (size() == 0 || nowNanos - youngSince < generationNanos) {
            return;
        }
        LongHashSet.LongIterator gone = old.iterator();
        while (gone.hasNext()) {
            hide(gone.nextValue());
        }
        old = young;
        young = new LongHashSet();
        youngSince = nowNanos;
    }

    /** An event holds this block from now on. The rank's writer, once per block. */
    void announce(long hash) {
        if (shown.get() > 0 && (table.get(hash) & bit) != 0) {
            forget(hash);
        }
    }

    /** The rank holds nothing any more. */
    synchronized void clear() {
        hideAll(young);
        hideAll(old);
        young = new LongHashSet();
        old = new LongHashSet();
    }

    /** The same, for good. */
    synchronized void close() {
        closed = true;
        clear();
    }

    private void hideAll(LongHashSet generation) {
        LongHashSet.LongIterator hashes = generation.iterator();
        while (hashes.hasNext()) {
            hide(hashes.nextValue());
        }
    }

    private void hide(long hash) {
        if (table.remove(hash, bit)) {
            shown.decrementAndGet();
        }
    }

    private int size() {
        return young.size() + old.size();
    }

    /** Blocks that are believed because they were learned. Any thread. */
    int shown() {
        return shown.get();
    }

    synchronized long bytes() {
        return size() == 0 ? 0 : (long) Long.BYTES * (young.capacity() + old.capacity());
    }
}
