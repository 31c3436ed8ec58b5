package dev.warmpath.scorer.index;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that bookings expect their targets to hold soon (design 3.6), until an event confirms them, the booking fails,
 * or their time passes.
 *
 * <p>What readers see is a bit in {@link SlotGroup#expected()}, read without a lock like every other table. Several
 * bookings may expect one block on one slot, so behind the bit stands a count per slot and block; the bit goes when the
 * count does, or before that when the real event comes, after which the rank's own word holds. Every ticket lives equally
 * long, so the oldest expires first and a list in order of birth is all that expiry needs.
 *
 * <p>The chooser expects, withdraws and expires under its own lock; stream threads come only to clear a slot. This
 * object's monitor orders the two, and is otherwise uncontended.
 */
final class ExpectedBlocks {

    /** What one booking expects. Keeps the prompt's chain, which is shared, rather than a copy. */
    private static final class Ticket {
        final long id;
        final RankIndex rank;
        final long generation;
        final long[] chain;
        final int from;
        final int to;
        final long deadlineNanos;
        final boolean apart;

        /** Whether the prefill is done, so that the events have to come. */
        boolean settled;

        @Nullable
        Ticket older;

        @Nullable
        Ticket younger;

        Ticket(
                long id,
                RankIndex rank,
                long generation,
                long[] chain,
                int from,
                int to,
                long deadlineNanos,
                boolean apart) {
            this.id = id;
            this.rank = rank;
            this.generation = generation;
            this.chain = chain;
            this.from = from;
            this.to = to;
            this.deadlineNanos = deadlineNanos;
            this.apart = apart;
        }
    }

    /** What is expected of one rank. */
    private static final class Expectations {
        final Long2LongHashMap counts = new Long2LongHashMap(0);
        final long generation;

        Expectations(long generation) {
            this.generation = generation;
        }
    }

    /** Ticket object and its map cell, roughly; for the memory gauge. */
    private static final long BYTES_PER_TICKET = 100;

    private final int maxBlocks;
    private final long ttlNanos;
    private final Long2ObjectHashMap<Ticket> tickets = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<Expectations> bySlot = new Long2ObjectHashMap<>();
    private @Nullable Ticket oldest;
    private @Nullable Ticket youngest;
    private long lastId;
    private long lastGeneration;
    private int blocks;

    ExpectedBlocks(int maxBlocks, long ttlNanos) {
        this.maxBlocks = maxBlocks;
        this.ttlNanos = ttlNanos;
    }

    /** Blocks over the bound are left out from the end of the chain, where they are worth least. */
    synchronized long expect(RankIndex rank, long[] chain, int from, int length, boolean apart, long nowNanos) {
        int to = Math.min(length, from + (maxBlocks - blocks));
        if (to <= from || rank.isRemoved()) {
            return 0;
        }
        Expectations expectations = bySlot.get(rank.slot());
        if (expectations == null) {
            expectations = new Expectations(++lastGeneration);
            bySlot.put(rank.slot(), expectations);
        }
        for (int i = from; i < to; i++) {
            Long2LongHashMap counts = expectations.counts;
            counts.put(chain[i], counts.get(chain[i]) + 1);
            rank.showExpected(chain[i]);
        }
        blocks += to - from;
        Ticket ticket =
                new Ticket(++lastId, rank, expectations.generation, chain, from, to, nowNanos + ttlNanos, apart);
        tickets.put(ticket.id, ticket);
        ticket.older = youngest;
        if (youngest == null) {
            oldest = ticket;
        } else {
            youngest.younger = ticket;
        }
        youngest = ticket;
        return ticket.id;
    }

    /** The blocks have been computed. */
    synchronized void settle(long id) {
        Ticket ticket = tickets.get(id);
        if (ticket != null) {
            ticket.settled = true;
        }
    }

    synchronized void withdraw(long id) {
        Ticket ticket = tickets.get(id);
        if (ticket != null) {
            end(ticket);
        }
    }

    synchronized void expire(long nowNanos) {
        for (Ticket first = oldest; first != null && nowNanos - first.deadlineNanos >= 0; first = oldest) {
            judge(first);
            end(first);
        }
    }

    /** Nothing is expected of this slot any more: its rank lost its cache, or is gone. */
    synchronized void clear(RankIndex rank) {
        Expectations expectations = bySlot.remove(rank.slot());
        if (expectations == null) {
            return;
        }
        Long2LongHashMap.EntryIterator entries = expectations.counts.entrySet().iterator();
        while (entries.hasNext()) {
            entries.next();
            blocks -= (int) entries.getLongValue();
            rank.hideExpected(entries.getLongKey());
        }
    }

    synchronized int blocks() {
        return blocks;
    }

    synchronized long bytes() {
        long bytes = tickets.size() * BYTES_PER_TICKET;
        for (Expectations expectations : bySlot.values()) {
            bytes += 2L * Long.BYTES * expectations.counts.capacity();
        }
        return bytes;
    }

    /** One whose prefill took longer than its time says nothing, nor one whose rank has lost its cache since. */
    private void judge(Ticket ticket) {
        Expectations expectations = bySlot.get(ticket.rank.slot());
        if (ticket.settled && expectations != null && expectations.generation == ticket.generation) {
            ticket.rank.judgeExpected(ticket.chain[ticket.from], ticket.apart);
        }
    }

    private void end(Ticket ticket) {
        tickets.remove(ticket.id);
        unlink(ticket);
        RankIndex rank = ticket.rank;
        Expectations expectations = bySlot.get(rank.slot());
        if (expectations == null || expectations.generation != ticket.generation) {
            return;
        }
        blocks -= ticket.to - ticket.from;
        Long2LongHashMap counts = expectations.counts;
        for (int i = ticket.from; i < ticket.to; i++) {
            long hash = ticket.chain[i];
            long others = counts.get(hash) - 1;
            if (others > 0) {
                counts.put(hash, others);
            } else {
                counts.remove(hash);
                rank.hideExpected(hash);
            }
        }
        if (counts.isEmpty()) {
            bySlot.remove(rank.slot());
        }
    }

    private void unlink(Ticket ticket) {
        if (ticket.older == null) {
            oldest = ticket.younger;
        } else {
            ticket.older.younger = ticket.younger;
        }
        if (ticket.younger == null) {
            youngest = ticket.older;
        } else {
            ticket.younger.older = ticket.older;
        }
    }
}
