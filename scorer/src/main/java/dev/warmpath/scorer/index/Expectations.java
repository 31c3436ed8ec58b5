package dev.warmpath.scorer.index;

import dev.warmpath.scorer.chain.ChainTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bookings that expect one run of blocks, in order of birth. Guarded by the monitor of {@link ExpectedBlocks}. */
final class Expectations {

    /** What one booking expects: {@code chain[from .. to)} on a rank. Keeps the prompt's chain, which is shared. */
    static final class Ticket {

        /** {@link #since} while the prefill is not done: whatever the rank loses until then, it has yet to compute. */
        static final long OPEN = Long.MAX_VALUE;

        final long id;
        final RankIndex rank;
        final long[] chain;
        final int from;
        final int to;

        /** Whether an adapter or a salt went into the chain. */
        final boolean apart;

        /** Where the blocks before {@code from} end in the tree of chains, and where those expected do. */
        ChainTree.@Nullable Run<Expectations> before;

        ChainTree.@Nullable Run<Expectations> last;

        /** Losses from this number on count against it. */
        long since = OPEN;

        /** Of no meaning while it is open. */
        long deadlineNanos;

        /** Whether events have to bear it out in time: it is of a prefill that is done. */
        boolean judged;

        @Nullable
        Ticket older;

        @Nullable
        Ticket younger;

        Ticket(long id, RankIndex rank, long[] chain, int from, int to, boolean apart) {
            this.id = id;
            this.rank = rank;
            this.chain = chain;
            this.from = from;
            this.to = to;
            this.apart = apart;
        }
    }

    private @Nullable Ticket[] tickets;
    private int size;

    Expectations() {
        this(new Ticket[1], 0);
    }

    private Expectations(@Nullable Ticket[] tickets, int size) {
        this.tickets = tickets;
        this.size = size;
    }

    /** For a run that is split: those who expect it expect both parts. */
    Expectations copy() {
        return new Expectations(tickets.clone(), size);
    }

    void add(Ticket ticket) {
        if (size == tickets.length) {
            tickets = Arrays.copyOf(tickets, 2 * size);
        }
        tickets[size++] = ticket;
    }

    /** Returns whether nobody is left. Tickets mostly go in the order in which they came. */
    boolean remove(Ticket ticket) {
        for (int i = 0; i < size; i++) {
            if (tickets[i] == ticket) {
                System.arraycopy(tickets, i + 1, tickets, i, size - i - 1);
                tickets[--size] = null;
                break;
            }
        }
        return size == 0;
    }

    int size() {
        return size;
    }

    /** @param i below {@link #size} */
    Ticket get(int i) {
        Ticket ticket = tickets[i];
        if (ticket == null) {
            throw new IndexOutOfBoundsException(i);
        }
        return ticket;
    }
}
