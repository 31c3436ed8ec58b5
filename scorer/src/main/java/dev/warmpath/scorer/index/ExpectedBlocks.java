package dev.warmpath.scorer.index;

import dev.warmpath.scorer.chain.ChainTree;
import dev.warmpath.scorer.index.Expectations.Ticket;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that bookings expect their targets to hold soon (design 3.6), until the booking fails, their time passes, or the
 * rank has had them and lost them again.
 *
 * <p><b>Layout.</b> Entering each block of a booking in a table costs a probe per block, three times over: to enter it, to
 * take it out, and for the event to find it. Instead the bookings' chains stand in one {@link ChainTree}, whose runs note
 * which bookings expect them. Entering and ending cost a few probes, whatever the length. A look-up goes along its chain's
 * runs once and copies what they say ({@link ExpectedPath}), before it walks the blocks without any lock.
 *
 * <p><b>The real event.</b> A block that its rank announced is believed for that, and the expectation does not matter: so
 * storing costs nothing here. It must not come back when the rank loses the block again, so what a rank loses is kept for
 * as long as something is expected of it, with the last ticket of that moment ({@link LostBlocks}): a ticket up to that
 * one says nothing of the block any more, a later one does.
 *
 * <p>Every ticket lives equally long, so the oldest expires first and a list in order of birth is all that expiry needs.
 *
 * <p>The chooser expects, withdraws, expires and looks up under its own lock; stream threads come only to clear a rank.
 * This object's monitor orders the two, and is otherwise uncontended.
 */
final class ExpectedBlocks {

    /** Ticket object and its map cell, roughly; for the memory gauge. */
    private static final long BYTES_PER_TICKET = 120;

    private final int maxBlocks;
    private final long ttlNanos;
    private final Long2ObjectHashMap<Ticket> tickets = new Long2ObjectHashMap<>();
    private final ChainTree<Expectations> chains = new ChainTree<>(Expectations::copy);
    private @Nullable Ticket oldest;
    private @Nullable Ticket youngest;
    private int blocks;

    /** Both for {@link LostBlocks}, which read them without the monitor. */
    private volatile long lastId;

    private volatile long oldestId;

    /** Whether look-ups may pass by without the monitor. */
    private volatile boolean empty = true;

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
        Ticket ticket = new Ticket(lastId + 1, rank, chain, from, to, nowNanos + ttlNanos, apart);
        lastId = ticket.id;
        ticket.before = chains.add(chain, from);
        ticket.last = chains.add(chain, to);
        for (ChainTree.Run<Expectations> run = ticket.last; run != null && run.from() >= from; run = run.parent()) {
            Expectations note = run.note();
            if (note == null) {
                note = new Expectations();
                run.note(note);
            }
            note.add(ticket);
        }
        blocks += to - from;
        tickets.put(ticket.id, ticket);
        link(ticket);
        rank.lost().watch();
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

    /** One whose prefill took longer than its time says nothing. */
    synchronized void expire(long nowNanos) {
        for (Ticket first = oldest; first != null && nowNanos - first.deadlineNanos >= 0; first = oldest) {
            if (first.settled) {
                first.rank.judgeExpected(first.chain[first.from], first.apart);
            }
            end(first);
        }
    }

    /** Nothing is expected of this rank any more: it lost its cache, or is gone. */
    synchronized void clear(RankIndex rank) {
        Ticket next = rank.lost().isWatching() ? oldest : null;
        for (Ticket ticket = next; ticket != null; ticket = next) {
            next = ticket.younger;
            if (ticket.rank == rank) {
                end(ticket);
            }
        }
    }

    /** Tells what is expected along a chain. */
    void trace(long[] chain, int length, ExpectedPath out) {
        if (empty) {
            return;
        }
        synchronized (this) {
            ChainTree.Run<Expectations> run = null;
            int at = 0;
            while (at < length) {
                run = chains.next(run, chain, at);
                if (run == null) {
                    return;
                }
                int end = run.shared(chain, length);
                Expectations note = run.note();
                if (note != null) {
                    out.add(at, end, note);
                }
                if (end < run.to()) {
                    return;
                }
                at = end;
            }
        }
    }

    /** The youngest ticket that there ever was. Any thread. */
    long lastId() {
        return lastId;
    }

    /** No ticket before this one is alive. Any thread. */
    long oldestId() {
        return oldestId;
    }

    synchronized int blocks() {
        return blocks;
    }

    synchronized long bytes() {
        return tickets.size() * BYTES_PER_TICKET + chains.bytes();
    }

    private void end(Ticket ticket) {
        tickets.remove(ticket.id);
        unlink(ticket);
        blocks -= ticket.to - ticket.from;
        for (ChainTree.Run<Expectations> run = ticket.last;
                run != null && run.from() >= ticket.from;
                run = run.parent()) {
            Expectations note = run.note();
            if (note != null && note.remove(ticket)) {
                run.note(null);
            }
        }
        chains.remove(ticket.last);
        chains.remove(ticket.before);
        ticket.rank.lost().unwatch();
    }

    private void link(Ticket ticket) {
        ticket.older = youngest;
        if (youngest == null) {
            oldest = ticket;
            oldestId = ticket.id;
            empty = false;
        } else {
            youngest.younger = ticket;
        }
        youngest = ticket;
    }

    private void unlink(Ticket ticket) {
        if (ticket.older == null) {
            oldest = ticket.younger;
            oldestId = oldest == null ? lastId + 1 : oldest.id;
            empty = oldest == null;
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
