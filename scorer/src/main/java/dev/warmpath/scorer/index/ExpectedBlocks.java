package dev.warmpath.scorer.index;

import dev.warmpath.scorer.chain.ChainTree;
import dev.warmpath.scorer.index.Expectations.Ticket;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that bookings expect their targets to hold soon (design 3.6): for as long as the prefill waits or runs, and then for
 * a time in which its events have to come; until the booking fails, or the rank has had them and lost them again.
 *
 * <p><b>Why as long as the prefill waits.</b> An engine looks a prompt up in its cache when its turn comes, not when it comes
 * in. What a rank has queued is in its cache by the time a later request gets its turn there, however long both wait; with an
 * end after some seconds, siblings of a prompt would be strewn over a fleet just when it has no time to compute them again.
 *
 * <p><b>Layout.</b> Entering each block of a booking in a table costs a probe per block, three times over: to enter it, to
 * take it out, and for the event to find it. Instead the bookings' chains stand in one {@link ChainTree}, whose runs note
 * which bookings expect them. Entering and ending cost a few probes, whatever the length. A look-up goes along its chain's
 * runs once and copies what they say ({@link ExpectedPath}), before it walks the blocks without any lock.
 *
 * <p><b>The real event.</b> A block that its rank announced is believed for that, and the expectation does not matter: so
 * storing costs nothing here. It must not come back when the rank loses the block again, so what a rank loses is kept for
 * as long as something is expected of it, with the last number of that moment ({@link LostBlocks}). Tickets have a number
 * from when their prefill is done: up to that one they say nothing of the block any more, later ones do, and those whose
 * prefill is to come anyway.
 *
 * <p>After their prefill all tickets live equally long, so a list in the order in which that began is all that expiry needs.
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

    /** Those that have a deadline, in its order. */
    private @Nullable Ticket oldest;

    private @Nullable Ticket youngest;
    private int blocks;

    /** Both for {@link LostBlocks}, which read them without the monitor. */
    private volatile long lastId;

    private volatile long oldestId = Ticket.OPEN;

    /** Whether look-ups may pass by without the monitor. */
    private volatile boolean empty = true;

    ExpectedBlocks(int maxBlocks, long ttlNanos) {
        this.maxBlocks = maxBlocks;
        this.ttlNanos = ttlNanos;
    }

    /**
     * Expects blocks until the ticket is settled or withdrawn. Blocks over the bound are left out from the end of the chain,
     * where they are worth least.
     *
     * @return the ticket; 0 for none
     */
    synchronized long expect(RankIndex rank, long[] chain, int from, int length, boolean apart) {
        Ticket ticket = enter(rank, chain, from, length, apart);
        return ticket == null ? 0 : ticket.id;
    }

    /** Expects blocks of which nobody will tell when they have been computed. */
    synchronized void expectFor(RankIndex rank, long[] chain, long nowNanos) {
        Ticket ticket = enter(rank, chain, 0, chain.length, false);
        if (ticket != null) {
            begin(ticket, nowNanos);
        }
    }

    private @Nullable Ticket enter(RankIndex rank, long[] chain, int from, int length, boolean apart) {
        int to = Math.min(length, from + (maxBlocks - blocks));
        if (to <= from || rank.isRemoved()) {
            return null;
        }
        Ticket ticket = new Ticket(lastId + 1, rank, chain, from, to, apart);
        lastId = ticket.id;
        empty = false;
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
        rank.lost().watch();
        return ticket;
    }

    /** The blocks have been computed. */
    synchronized void settle(long id, long nowNanos) {
        Ticket ticket = tickets.get(id);
        if (ticket != null && ticket.since == Ticket.OPEN) {
            ticket.judged = true;
            begin(ticket, nowNanos);
        }
    }

    /** From now on the rank's events decide, and the ticket's time runs. */
    private void begin(Ticket ticket, long nowNanos) {
        ticket.since = lastId + 1;
        lastId = ticket.since;
        ticket.deadlineNanos = nowNanos + ttlNanos;
        link(ticket);
    }

    synchronized void withdraw(long id) {
        Ticket ticket = tickets.get(id);
        if (ticket != null) {
            end(ticket);
        }
    }

    /** Ends those whose time has passed. */
    synchronized void expire(long nowNanos) {
        for (Ticket first = oldest; first != null && nowNanos - first.deadlineNanos >= 0; first = oldest) {
            if (first.judged) {
                first.rank.judgeExpected(first.chain[first.from], first.apart);
            }
            end(first);
        }
    }

    /** Nothing is expected of this rank any more: it lost its cache, or is gone. */
    synchronized void clear(RankIndex rank) {
        if (!rank.lost().isWatching()) {
            return;
        }
        List<Ticket> ending = new ArrayList<>();
        for (Ticket ticket : tickets.values()) {
            if (ticket.rank == rank) {
                ending.add(ticket);
            }
        }
        ending.forEach(this::end);
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

    /** The last number that was given out. Any thread. */
    long lastId() {
        return lastId;
    }

    /** Losses before this number count against no ticket. Any thread. */
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
        empty = tickets.isEmpty();
        if (ticket.since != Ticket.OPEN) {
            unlink(ticket);
        }
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
            oldestId = ticket.since;
        } else {
            youngest.younger = ticket;
        }
        youngest = ticket;
    }

    private void unlink(Ticket ticket) {
        if (ticket.older == null) {
            oldest = ticket.younger;
            oldestId = oldest == null ? Ticket.OPEN : oldest.since;
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
