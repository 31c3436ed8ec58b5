package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.overlap;
import static dev.warmpath.scorer.index.Events.placeholder;
import static dev.warmpath.scorer.index.Events.removed;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.Tier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Blocks whose parent nobody has announced. */
class OrphanTest {

    private static final int[] P64 = tokens(1, 64);

    private final PrefixIndex index = Events.index();
    private final RankIndex rank = index.addRank(target(0), BLOCK_SIZE);

    private static int[] concat(int[] first, int[] second) {
        return IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray();
    }

    /** Scenario 16. */
    @Test
    void orphansAreNeverAttachedAtTheRootAndFollowTheirParentWhenItComes() {
        rank.apply(stored(hashes(901, 916), P64).after(899).event());
        assertThat(overlap(index, rank, P64)).isZero();
        assertThat(rank.status().orphans()).isEqualTo(16);
        assertThat(rank.status().orphansWaiting()).isEqualTo(16);

        int[] parent = {9, 9, 9, 9};
        rank.apply(stored(new long[] {899}, parent).event());
        assertThat(overlap(index, rank, concat(parent, P64))).isEqualTo(17);
        assertThat(overlap(index, rank, P64)).isZero();
        assertThat(rank.status().orphansWaiting()).isZero();
    }

    @Test
    void runsThatArriveInReverseAreJoinedByTheFirst() {
        for (int i = 15; i >= 1; i--) {
            rank.apply(stored(new long[] {101 + i}, tokens(4 * i + 1, 4 * i + 4))
                    .after(100 + i)
                    .event());
        }
        assertThat(overlap(index, rank, P64)).isZero();
        rank.apply(stored(new long[] {101}, tokens(1, 4)).event());
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
    }

    @Test
    void severalRunsMayWaitForOneParent() {
        rank.apply(stored(new long[] {2}, new int[] {5, 5, 5, 5}).after(1).event());
        rank.apply(stored(new long[] {3}, new int[] {6, 6, 6, 6}).after(1).event());
        rank.apply(stored(new long[] {4}, new int[] {7, 7, 7, 7}).after(1).event());
        rank.apply(removed(new long[] {3}, Tier.DEVICE));
        rank.apply(stored(new long[] {1}, tokens(1, 4)).event());
        assertThat(overlap(index, rank, 1, 2, 3, 4, 5, 5, 5, 5)).isEqualTo(2);
        assertThat(overlap(index, rank, 1, 2, 3, 4, 6, 6, 6, 6)).isEqualTo(1);
        assertThat(overlap(index, rank, 1, 2, 3, 4, 7, 7, 7, 7)).isEqualTo(2);
    }

    @Test
    void orphanThatIsRemovedBeforeItsParentComesIsGone() {
        rank.apply(stored(hashes(102, 116), tokens(5, 64)).after(101).event());
        rank.apply(removed(hashes(110, 116), Tier.DEVICE));
        assertThat(rank.status().orphansWaiting()).isEqualTo(8);
        assertThat(rank.status().unknownRemovals()).isZero();
        rank.apply(stored(new long[] {101}, tokens(1, 4)).event());
        assertThat(overlap(index, rank, P64)).isEqualTo(9);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(9);
    }

    @Test
    void orphanRemovedFromTheMiddleIsWaitedForByThoseBehindIt() {
        rank.apply(stored(hashes(102, 104), tokens(5, 16)).after(101).event());
        rank.apply(removed(new long[] {103}, Tier.DEVICE));
        rank.apply(stored(new long[] {101}, tokens(1, 4)).event());
        assertThat(overlap(index, rank, P64)).isEqualTo(2);
        assertThat(rank.status().orphansWaiting()).isEqualTo(1);
        rank.apply(stored(new long[] {103}, tokens(9, 12)).after(102).event());
        assertThat(overlap(index, rank, P64)).isEqualTo(4);
    }

    @Test
    void orphanKeepsItsTiers() {
        rank.apply(stored(new long[] {2}, tokens(5, 8)).after(1).event());
        rank.apply(stored(new long[] {2}, tokens(5, 8)).after(1).in(Tier.HOST).event());
        assertThat(rank.status().orphansWaiting()).isEqualTo(1);
        rank.apply(removed(new long[] {2}, Tier.DEVICE));
        rank.apply(stored(new long[] {1}, tokens(1, 4)).event());
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(1);
        assertThat(rank.blocks(Tier.HOST)).isEqualTo(1);
    }

    /** Scenario 13 while the chain is not known yet. */
    @Test
    void copyWithoutTokensOfABlockThatWaitsOutlivesItsDeviceCopy() {
        rank.apply(stored(new long[] {2}, tokens(5, 8)).after(1).event());
        rank.apply(placeholder(new long[] {2}, Tier.HOST, -1));
        rank.apply(removed(new long[] {2}, Tier.DEVICE));
        rank.apply(stored(new long[] {1}, tokens(1, 4)).event());

        assertThat(rank.status().unknownPlaceholders()).isZero();
        assertThat(overlap(index, rank, tokens(1, 8))).isEqualTo(2);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(1);
        assertThat(rank.blocks(Tier.HOST)).isEqualTo(1);
    }

    /** HiCache in write-back: what the device evicts, leaves first, is told of the host afterwards, parents first. */
    @Test
    void blocksThatMoveToTheHostAreWhatTheyWere() {
        rank.apply(stored(hashes(1, 3), tokens(1, 12)).event());
        rank.apply(removed(hashes(3, 3), Tier.DEVICE));
        rank.apply(removed(hashes(1, 2), Tier.DEVICE));
        rank.apply(stored(hashes(3, 3), tokens(9, 12)).after(2).in(Tier.HOST).event());
        rank.apply(stored(hashes(1, 2), tokens(1, 8)).in(Tier.HOST).event());

        assertThat(overlap(index, rank, tokens(1, 12))).isEqualTo(3);
        assertThat(rank.blocks(Tier.DEVICE)).isZero();
        assertThat(rank.blocks(Tier.HOST)).isEqualTo(3);
        assertThat(rank.status().orphansWaiting()).isZero();
    }

    @Test
    void parentThatWasRemovedIsUnknown() {
        rank.apply(stored(hashes(1, 2), tokens(1, 8)).event());
        rank.apply(removed(new long[] {2}, Tier.DEVICE));
        rank.apply(stored(new long[] {3}, tokens(9, 12)).after(2).event());
        assertThat(rank.status().orphansWaiting()).isEqualTo(1);
        rank.apply(stored(new long[] {2}, tokens(5, 8)).after(1).event());
        assertThat(overlap(index, rank, tokens(1, 12))).isEqualTo(3);
    }

    /** Scenario 15. */
    @Test
    void blocksThatAreTheirOwnAncestorsWaitAndDisturbNobody() {
        rank.apply(stored(hashes(101, 116), P64).event());
        rank.apply(stored(new long[] {500}, tokens(1, 4)).after(500).event());
        rank.apply(stored(new long[] {600, 601, 600}, tokens(1, 12)).event());
        rank.apply(stored(new long[] {700}, tokens(1, 4)).after(701).event());
        rank.apply(stored(new long[] {701}, tokens(1, 4)).after(700).event());
        assertThat(rank.status().orphansWaiting()).isEqualTo(3);
        rank.apply(removed(new long[] {500}, Tier.DEVICE));
        assertThat(rank.status().orphansWaiting()).isEqualTo(2);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
    }

    /** Scenario 15, then the engine makes sense again. */
    @Test
    void circleThatGetsAStartIsUnrolledOnce() {
        rank.apply(stored(new long[] {700}, tokens(5, 8)).after(701).event());
        rank.apply(stored(new long[] {701}, tokens(9, 12)).after(700).event());
        rank.apply(stored(new long[] {700}, tokens(1, 4)).event());
        assertThat(overlap(index, rank, 1, 2, 3, 4, 9, 10, 11, 12)).isEqualTo(2);
        assertThat(rank.status().orphansWaiting()).isZero();
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(2);
    }

    @Test
    void blockThatNamesItselfAsParentIsNotChainedToItsFormerSelf() {
        rank.apply(stored(new long[] {500}, tokens(1, 4)).event());
        rank.apply(stored(new long[] {500}, tokens(5, 8)).after(500).event());
        assertThat(overlap(index, rank, tokens(1, 8))).isEqualTo(1);
        assertThat(rank.status().orphansWaiting()).isEqualTo(1);
    }

    @Test
    void longChainOfOrphansIsJoinedWithoutRecursion() {
        int blocks = 16_000;
        for (int i = blocks - 1; i >= 1; i--) {
            rank.apply(
                    stored(new long[] {i}, new int[] {i, i, i, i}).after(i - 1).event());
        }
        rank.apply(stored(new long[] {0}, new int[] {0, 0, 0, 0}).event());
        int[] prompt = IntStream.range(0, 4 * blocks).map(i -> i / 4).toArray();
        assertThat(overlap(index, rank, prompt)).isEqualTo(blocks);
    }

    @Test
    void oldestOrphansMakeRoomForYoungerOnes() {
        PrefixIndex small = new PrefixIndex(Events.bounds(1_000, 1_000, 10, 0), Events.TTL);
        RankIndex bounded = small.addRank(target(0), BLOCK_SIZE);
        bounded.apply(stored(hashes(1, 8), tokens(1, 32)).after(1_000).event());
        bounded.apply(stored(hashes(11, 18), tokens(1, 32)).after(2_000).event());
        assertThat(bounded.status().orphansWaiting()).isEqualTo(10);
        assertThat(bounded.status().orphansDropped()).isEqualTo(6);
        assertThat(bounded.status().orphans()).isEqualTo(16);

        bounded.apply(stored(new long[] {2_000}, new int[] {9, 9, 9, 9}).event());
        assertThat(overlap(small, bounded, concat(new int[] {9, 9, 9, 9}, tokens(1, 32))))
                .isEqualTo(9);
    }

    @Test
    void bufferOfNoSizeKeepsNothing() {
        PrefixIndex none = new PrefixIndex(Events.bounds(1_000, 1_000, 0, 0), Events.TTL);
        RankIndex bounded = none.addRank(target(0), BLOCK_SIZE);
        bounded.apply(stored(hashes(1, 8), tokens(1, 32)).after(1_000).event());
        assertThat(bounded.status().orphansDropped()).isEqualTo(8);
        assertThat(bounded.status().orphansWaiting()).isZero();
    }

    @Test
    void tokensOfOrphansAreBoundedToo() {
        PrefixIndex small = new PrefixIndex(Events.bounds(1_000, 1_000, 10, 0), Events.TTL);
        RankIndex bounded = small.addRank(target(0), 256);
        for (int i = 0; i < 4; i++) {
            bounded.apply(stored(new long[] {i}, tokens(1, 256))
                    .blockSize(256)
                    .after(100)
                    .event());
        }
        assertThat(bounded.status().orphansWaiting()).isEqualTo(2);
        assertThat(bounded.status().orphansDropped()).isEqualTo(2);
    }

    @Test
    void clearingAndDroppingForgetOrphans() {
        rank.apply(stored(hashes(901, 916), P64).after(899).event());
        rank.apply(new AllBlocksCleared());
        rank.apply(stored(new long[] {899}, new int[] {9, 9, 9, 9}).event());
        assertThat(rank.status().orphansWaiting()).isZero();
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(1);
    }
}
