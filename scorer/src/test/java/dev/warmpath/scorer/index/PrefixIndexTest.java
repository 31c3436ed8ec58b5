package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.matches;
import static dev.warmpath.scorer.index.Events.overlap;
import static dev.warmpath.scorer.index.Events.placeholder;
import static dev.warmpath.scorer.index.Events.removed;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.Allocation;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Slots, the walk over all of them, budgets and memory. */
class PrefixIndexTest {

    private static final int[] P64 = tokens(1, 64);

    private static List<RankIndex> ranks(PrefixIndex index, int count) {
        List<RankIndex> ranks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranks.add(index.addRank(target(i), BLOCK_SIZE));
        }
        return ranks;
    }

    @Test
    void oneLookUpAnswersForAThousandSlots() {
        PrefixIndex index = Events.index();
        List<RankIndex> ranks = ranks(index, 1_024);
        for (RankIndex rank : ranks) {
            int held = rank.slot() % 17;
            if (held > 0) {
                rank.apply(stored(hashes(1, held), tokens(1, 4 * held)).event());
            }
        }
        Matches matches = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P64);
        for (RankIndex rank : ranks) {
            assertThat(matches.blocks(rank.slot())).isEqualTo(rank.slot() % 17);
        }
    }

    @Test
    void slotThatCameAfterTheLookUpHasNoMatch() {
        PrefixIndex index = Events.index();
        Matches matches = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P64);
        RankIndex late = index.addRank(target(0), BLOCK_SIZE);
        assertThat(matches.blocks(late.slot())).isZero();
        assertThat(matches.blocks(late.slot(), Tier.DEVICE)).isZero();
    }

    @Test
    void answerOfAnEarlierLookUpIsForgotten() {
        PrefixIndex index = Events.index();
        RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
        rank.apply(stored(hashes(1, 16), P64).in(Tier.HOST).event());
        long[] chain = HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);
        Matches matches = new Matches();
        index.match(chain, chain.length, matches);
        assertThat(matches.blocks(rank.slot(), Tier.HOST)).isEqualTo(16);
        index.match(chain, 3, matches);
        assertThat(matches.blocks(rank.slot(), Tier.HOST)).isEqualTo(3);
        index.match(chain, 0, matches);
        assertThat(matches.blocks(rank.slot())).isZero();
    }

    @Test
    void freedSlotIsGivenOutAgainAndStartsEmpty() {
        PrefixIndex index = Events.index();
        List<RankIndex> ranks = ranks(index, 3);
        ranks.forEach(rank -> rank.apply(stored(hashes(1, 16), P64).event()));
        RankIndex gone = ranks.get(1);
        index.removeRank(gone);
        RankIndex next = index.addRank(target(7), BLOCK_SIZE);
        assertThat(next.slot()).isEqualTo(gone.slot());
        assertThat(overlap(index, next, P64)).isZero();
        assertThat(overlap(index, ranks.get(0), P64)).isEqualTo(16);
        assertThat(overlap(index, ranks.get(2), P64)).isEqualTo(16);
    }

    /** A look-up would ask the groups of ranks that left for ever. */
    @Test
    void groupsOfRanksThatLeftAreAskedNoMore() {
        PrefixIndex index = Events.index();
        List<RankIndex> ranks = ranks(index, 300);
        ranks.forEach(rank -> rank.apply(stored(hashes(1, 16), P64).event()));
        Matches matches = new Matches();
        long[] chain = HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);
        index.match(chain, chain.length, matches);
        assertThat(index.slots()).isEqualTo(320);
        ranks.subList(100, 300).forEach(index::removeRank);
        assertThat(index.slots()).isEqualTo(128);
        index.match(chain, chain.length, matches);
        assertThat(matches.blocks(99)).isEqualTo(16);
        assertThat(matches.blocks(100)).isZero();
        assertThat(matches.blocks(299)).isZero();
        ranks.subList(0, 99).forEach(index::removeRank);
        assertThat(index.slots()).as("rank 99 is still there").isEqualTo(128);
        assertThat(index.addRank(target(400), BLOCK_SIZE).slot()).isZero();
        index.removeRank(ranks.get(99));
        assertThat(index.slots()).isEqualTo(64);
    }

    @Test
    void removedRankNeitherWritesNorReadsItsFormerSlot() {
        PrefixIndex index = Events.index();
        RankIndex gone = index.addRank(target(0), BLOCK_SIZE);
        index.removeRank(gone);
        RankIndex next = index.addRank(target(1), BLOCK_SIZE);
        long[] chain = HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);

        gone.apply(stored(hashes(1, 16), P64).event());
        gone.drop();
        assertThat(index.expect(gone, chain, 0, chain.length, false)).isZero();
        assertThat(overlap(index, next, P64)).isZero();

        next.apply(stored(hashes(1, 16), P64).event());
        index.removeRank(gone);
        assertThat(overlap(index, next, P64)).isEqualTo(16);
        assertThat(gone.holds(chain[0], Tier.DEVICE)).isFalse();
        assertThat(gone.hashes(Tier.DEVICE)).isEmpty();
    }

    @Test
    void rankIsRefusedMoreBlocksThanItMayHave() {
        PrefixIndex index = new PrefixIndex(Events.bounds(10, 1_000, 100, 0), Events.TTL);
        RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
        rank.apply(stored(hashes(1, 16), P64).event());
        assertThat(overlap(index, rank, P64)).isEqualTo(10);
        assertThat(rank.status().refused()).isEqualTo(6);

        rank.apply(placeholder(hashes(1, 10), Tier.HOST, -1));
        assertThat(rank.blocks(Tier.HOST)).isEqualTo(10);
        assertThat(rank.status().refused()).isEqualTo(6);

        rank.apply(removed(new long[] {10}, Tier.DEVICE));
        rank.apply(removed(new long[] {10}, Tier.HOST));
        rank.apply(stored(new long[] {50}, new int[] {9, 9, 9, 9}).event());
        assertThat(overlap(index, rank, 9, 9, 9, 9)).isEqualTo(1);
    }

    @Test
    void allRanksTogetherAreRefusedMoreBlocksThanTheIndexMayHave() {
        PrefixIndex index = new PrefixIndex(Events.bounds(1_000, 20, 100, 0), Events.TTL);
        List<RankIndex> ranks = ranks(index, 2);
        ranks.get(0).apply(stored(hashes(1, 16), P64).event());
        ranks.get(1).apply(stored(hashes(1, 16), P64).event());
        assertThat(overlap(index, ranks.get(1), P64)).isEqualTo(4);
        assertThat(ranks.get(1).status().refused()).isEqualTo(12);

        index.removeRank(ranks.get(0));
        ranks.get(1).apply(stored(hashes(1, 16), P64).event());
        assertThat(overlap(index, ranks.get(1), P64)).isEqualTo(16);
    }

    /** One that leaves the device and stays in another tier is still its own. */
    @Test
    void roomOfBlocksThatARankRemovesIsForOthers() {
        PrefixIndex index = new PrefixIndex(Events.bounds(1_000, 16, 100, 0), Events.TTL);
        List<RankIndex> ranks = ranks(index, 2);
        ranks.get(0).apply(stored(hashes(1, 16), P64).event());
        ranks.get(0).apply(placeholder(hashes(12, 12), Tier.HOST, -1));

        ranks.get(0).apply(removed(hashes(12, 16), Tier.DEVICE));

        ranks.get(1).apply(stored(hashes(1, 16), P64).event());
        assertThat(overlap(index, ranks.get(1), P64)).isEqualTo(4);
        assertThat(ranks.get(1).status().refused()).isEqualTo(12);
    }

    @Test
    void refusedBlockLeavesItsOrphansWaiting() {
        PrefixIndex index = new PrefixIndex(Events.bounds(1, 1_000, 100, 0), Events.TTL);
        RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
        rank.apply(stored(new long[] {9}, new int[] {9, 9, 9, 9}).event());
        rank.apply(stored(new long[] {2}, tokens(5, 8)).after(1).event());
        rank.apply(stored(new long[] {1}, tokens(1, 4)).event());
        assertThat(rank.status().refused()).isEqualTo(1);
        assertThat(rank.status().orphansWaiting()).isEqualTo(1);
    }

    /** Random keys, as in a busy fleet; then nothing, block by block. */
    @Test
    void memoryIsBackWhereItStartedWhenEverythingIsRemoved() {
        PrefixIndex index = Events.index();
        List<RankIndex> ranks = ranks(index, 4);
        long empty = index.bytes();
        int blocks = 20_000;
        for (RankIndex rank : ranks) {
            for (int i = 0; i < blocks; i++) {
                rank.apply(stored(new long[] {i}, new int[] {i, 0, 0, 0}).event());
                rank.apply(placeholder(new long[] {i}, Tier.HOST, -1));
            }
            rank.apply(stored(hashes(1_000_000, 1_000_100), tokens(1, 404))
                    .after(-5)
                    .event());
        }
        assertThat(index.memberships()).isEqualTo(2L * ranks.size() * blocks);
        long full = index.bytes();
        assertThat(full).isGreaterThan(17L * ranks.size() * blocks);

        for (RankIndex rank : ranks) {
            rank.apply(removed(LongStream.range(0, blocks).toArray(), Tier.DEVICE));
            rank.apply(removed(LongStream.range(0, blocks).toArray(), Tier.HOST));
            rank.apply(removed(hashes(1_000_000, 1_000_100), Tier.DEVICE));
        }
        assertThat(index.memberships()).isZero();
        assertThat(index.bytes()).isEqualTo(empty);
    }

    /** The targets of the class comment, at whatever fill the tables happen to have on the way up. */
    @Test
    void blockOfOneRankTakesLessThan96BytesAndOfEightLessThan48PerRank() {
        for (int sharing : new int[] {1, 8}) {
            PrefixIndex index = Events.index();
            List<RankIndex> ranks = ranks(index, sharing);
            double worst = 0;
            for (int i = 0; i < 120_000; i++) {
                for (RankIndex rank : ranks) {
                    rank.apply(stored(new long[] {i}, new int[] {i, 0, 0, 0}).event());
                }
                if (i >= 20_000 && i % 500 == 0) {
                    worst = Math.max(worst, (double) index.bytes() / index.memberships());
                }
            }
            assertThat(worst).isLessThan(sharing == 1 ? 96 : 48);
        }
    }

    @Test
    void lookingUpAllocatesNothing() {
        PrefixIndex index = Events.index();
        List<RankIndex> ranks = ranks(index, 70);
        for (RankIndex rank : ranks) {
            rank.apply(stored(hashes(1, 16), P64)
                    .in(rank.slot() % 2 == 0 ? Tier.DEVICE : Tier.HOST)
                    .event());
        }
        long[] chain = HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);
        Matches matches = new Matches();
        long allocated = Allocation.perRound(() -> {
            for (int i = 0; i < 200; i++) {
                index.match(chain, chain.length, matches);
            }
        });
        assertThat(matches.blocks(69)).isEqualTo(16);
        assertThat(allocated).isZero();
    }

    @Test
    void applyingKnownBlocksAllocatesNothingPerBlock() {
        PrefixIndex index = Events.index();
        RankIndex rank = index.addRank(target(0), 1);
        int blocks = 10_000;
        var store = stored(hashes(1, blocks), tokens(1, blocks)).blockSize(1).event();
        var remove = removed(hashes(1, blocks), Tier.DEVICE);
        rank.apply(stored(hashes(100_001, 200_000), tokens(100_001, 200_000))
                .blockSize(1)
                .event());
        long allocated = Allocation.perRound(() -> {
            rank.apply(store);
            rank.apply(store);
            rank.apply(remove);
        });
        assertThat(allocated).isLessThan(blocks);
    }
}
