package dev.warmpath.scorer.index;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one index of a router: which rank holds which blocks, asked for all ranks at once.
 *
 * <p><b>Idea.</b> Asking every rank "how many leading blocks of this prompt do you hold" costs ranks times blocks. Turned
 * round, {@code block -> set of ranks}, one walk along the prompt answers for all: the sets of successive blocks are
 * intersected until nobody is left. Each rank has a slot, a set is one 64-bit mask per 64 slots, and an intersection is
 * one AND. A chained hash stands for its whole prefix, so there is no tree to keep: a block is one cell of a hash table.
 *
 * <p><b>Layout.</b> Slots come in groups of 64 ({@link SlotGroup}), each with one table per tier ({@link SlotTable}) of
 * (hash, mask) cells, 16 bytes. A row over all slots and tiers would be denser to read and, at 1024 slots, 392 bytes for
 * a block that one rank holds. Beside the shared tables each rank keeps, in {@link EngineBlocks}, what its engine calls
 * each block and which block that continues: 29 to 32 bytes. The shared ones are filled between a third and a half, so that
 * most blocks lie in their first cell: a block that one rank holds takes 61 to 80 bytes, and one that eight ranks share 33
 * to 38 per rank.
 *
 * <p><b>Cost.</b> A look-up is one probe in every group, whatever the number of slots, and in those that hold the first
 * block one per sixteen blocks and some more where matches end ({@link GroupWalk}); where a rank's blocks have holes, one
 * per block, plus one in the host and disk tables where a matching slot lacks the better tier. Probes are cache misses, made
 * many at a time by {@link LookAhead}. Storing is one hash of the tokens, one probe in the rank's
 * map and one in the shared table. No object is made on either way.
 *
 * <p><b>Concurrency.</b> Each rank has one writer at a time; writers of different ranks share the tables, each of which has
 * one lock, taken for a run of up to 128 changes. Readers take none and never wait or retry; {@link SlotShard} argues why they see no
 * foreign bit. They may see a block that is changing either way. A freed slot is handed out again only after all its
 * bits are cleared, and a caller that knows the new rank looks up after that, so nobody is credited with the blocks of
 * its slot's former owner.
 *
 * <p>Measured by {@code warmpath bench index} and by the benchmarks {@code MatchBenchmark} and {@code StoreBenchmark}.
 */
public final class PrefixIndex {

    private final IndexSettings settings;
    private final IndexBudget budget;
    private final ExpectedBlocks expected;

    /** Both are replaced, never changed, under this object's monitor; readers need no lock. */
    private volatile SlotGroup[] groups = {};

    private volatile @Nullable RankIndex[] ranks = {};

    /** @param expectedTtl how long blocks count as expected: {@code scoring.expected_ttl} */
    public PrefixIndex(IndexSettings settings, Duration expectedTtl) {
        this.settings = settings;
        this.budget = new IndexBudget(settings.maxBlocksPerRank(), settings.maxBlocksTotal());
        this.expected = new ExpectedBlocks(settings.maxExpectedBlocks(), expectedTtl.toNanos());
    }

    /**
     * Gives a target a slot and an empty view.
     *
     * @param configuredBlockSize tokens per block, or 0 to learn it from the first event
     */
    public synchronized RankIndex addRank(Target target, int configuredBlockSize) {
        int slot = freeSlot();
        SlotGroup group = groupNumbered(SlotGroup.of(slot));
        LearnedBlocks learned = new LearnedBlocks(
                group,
                SlotGroup.bit(slot),
                settings.maxLearnedPerRank(),
                settings.learnedTtl().toNanos());
        RankIndex rank = new RankIndex(
                target, slot, configuredBlockSize, settings.maxOrphansPerRank(), group, budget, expected, learned);
        RankIndex[] now = Arrays.copyOf(ranks, Math.max(ranks.length, slot + 1));
        now[slot] = rank;
        ranks = now;
        group.setTaken(group.taken() | SlotGroup.bit(slot));
        return rank;
    }

    /**
     * Takes a rank's blocks out and frees its slot. Its stream should have ended; an event that still comes is ignored.
     * Removing a rank twice does nothing.
     */
    public synchronized void removeRank(RankIndex rank) {
        int slot = rank.slot();
        if (rank.isRemoved()) {
            return;
        }
        rank.remove();
        SlotGroup group = group(slot);
        group.setTaken(group.taken() & ~SlotGroup.bit(slot));
        RankIndex[] now = ranks.clone();
        now[slot] = null;
        ranks = now;
        trim();
    }

    /** Lets go of the last groups while nobody has a slot in them, for every look-up asks all groups. */
    private void trim() {
        int count = groups.length;
        while (count > 0 && groups[count - 1].taken() == 0) {
            count--;
        }
        if (count < groups.length) {
            groups = Arrays.copyOf(groups, count);
            ranks = Arrays.copyOf(ranks, Math.min(ranks.length, count * SlotGroup.SLOTS));
        }
    }

    /** Slots that a look-up answers for: all that were given out, in whole groups of 64. Any thread. */
    public int slots() {
        return groups.length * SlotGroup.SLOTS;
    }

    /**
     * Looks a chain up for all slots at once. Takes no lock, but for a moment where bookings expect something: what
     * they expect along this chain is copied first. Allocates nothing once {@code out} has its size.
     */
    public void match(long[] chain, int length, Matches out) {
        SlotGroup[] now = groups;
        out.reset(now.length * SlotGroup.SLOTS);
        expected.trace(chain, length, out.expected());
        if (length == 0) {
            return;
        }
        // One after the other, so that the processor waits for all of them at once.
        long[] first = out.first();
        for (int i = 0; i < now.length; i++) {
            first[i] = now[i].table(TierBits.DEVICE).get(chain[0]);
        }
        for (int i = 0; i < now.length; i++) {
            out.walk.match(now[i], first[i], chain, length, i * SlotGroup.SLOTS, out);
        }
    }

    /**
     * Enters the blocks {@code chain[from .. length)} as expected on a rank until {@link #settle} plus the time to live; see
     * design 3.6. Called under the chooser's lock, as {@link #match} is when it matters, so that of two choices the second
     * sees what the first expects; readers elsewhere see it a moment later. Blocks over {@code index.max_expected_blocks}
     * are left out.
     *
     * @param chain kept, not copied
     * @param apart whether an adapter or a salt went into it; counted apart in {@link ExpectedOutcome}
     * @return a ticket for {@link #settle} or {@link #withdraw}; 0 when nothing was entered
     */
    public long expect(RankIndex rank, long[] chain, int from, int length, boolean apart) {
        return expected.expect(rank, chain, from, length, apart);
    }

    /**
     * Enters a whole chain as expected until {@code nowNanos} plus the time to live: blocks of a prefill of whose end nobody
     * will tell. What becomes of them is not counted in {@link ExpectedOutcome}.
     *
     * @param chain kept, not copied
     */
    public void expectFor(RankIndex rank, long[] chain, long nowNanos) {
        expected.expectFor(rank, chain, nowNanos);
    }

    /** The prefill that was to store expected blocks is done: they have to be announced within the time to live. */
    public void settle(long ticket, long nowNanos) {
        expected.settle(ticket, nowNanos);
    }

    /** Takes expected blocks back because their leg failed. Unknown or expired tickets are ignored. */
    public void withdraw(long ticket) {
        expected.withdraw(ticket);
    }

    /** Drops expected blocks whose time has passed. */
    public void expire(long nowNanos) {
        expected.expire(nowNanos);
    }

    /** Lets go of learned blocks that nothing has proved for long. To be called now and then, off the way of requests. */
    public void expireLearned(long nowNanos) {
        for (RankIndex rank : ranks) {
            if (rank != null) {
                rank.expireLearned(nowNanos);
            }
        }
    }

    /** (block, rank, tier) memberships from events, all ranks. */
    public long memberships() {
        long memberships = 0;
        for (RankIndex rank : ranks) {
            if (rank != null) {
                memberships += rank.blocks(Tier.DEVICE) + rank.blocks(Tier.HOST) + rank.blocks(Tier.DISK);
            }
        }
        return memberships;
    }

    /** Blocks that bookings hold as expected, each booking's counted. */
    public int expectedBlocks() {
        return expected.blocks();
    }

    /** Heap that the tables take, in bytes. */
    public long bytes() {
        long bytes = expected.bytes();
        for (SlotGroup group : groups) {
            bytes += group.bytes();
        }
        for (RankIndex rank : ranks) {
            bytes += rank == null ? 0 : rank.status().bytes();
        }
        return bytes;
    }

    /** The lowest, so that groups stay full and few. */
    private int freeSlot() {
        RankIndex[] now = ranks;
        for (int slot = 0; slot < now.length; slot++) {
            if (now[slot] == null) {
                return slot;
            }
        }
        return now.length;
    }

    /** The group of a rank's slot. */
    SlotGroup group(int slot) {
        return groups[SlotGroup.of(slot)];
    }

    private SlotGroup groupNumbered(int number) {
        SlotGroup[] now = groups;
        if (number < now.length) {
            return now[number];
        }
        SlotGroup added = new SlotGroup();
        SlotGroup[] grown = Arrays.copyOf(now, number + 1);
        grown[number] = added;
        groups = grown;
        return added;
    }
}
