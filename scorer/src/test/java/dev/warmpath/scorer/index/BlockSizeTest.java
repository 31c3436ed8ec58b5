package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.placeholder;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.Tier;
import org.junit.jupiter.api.Test;

/** Scenario 87: configured, learned, or in contradiction. */
class BlockSizeTest {

    private final PrefixIndex index = Events.index();

    private static BlockStored run(int blockSize) {
        return stored(hashes(1, 2), tokens(1, 2 * blockSize))
                .blockSize(blockSize)
                .event();
    }

    private static BlockStored single(int blockSize) {
        return stored(new long[] {9}, tokens(1, blockSize)).blockSize(blockSize).event();
    }

    @Test
    void rankWithoutConfiguredSizeLearnsItFromItsFirstEvent() {
        RankIndex rank = index.addRank(target(0), 0);
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.UNKNOWN);
        assertThat(rank.blockSize()).isZero();
        rank.apply(run(16));
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.LEARNED);
        assertThat(rank.blockSize()).isEqualTo(16);
    }

    @Test
    void placeholderTeachesNothing() {
        RankIndex rank = index.addRank(target(0), 0);
        rank.apply(placeholder(hashes(1, 2), Tier.HOST, -1));
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.UNKNOWN);
    }

    @Test
    void otherSizesThanLearnedAreCountedNotStored() {
        RankIndex rank = index.addRank(target(0), 0);
        rank.apply(run(16));
        rank.apply(run(8));
        assertThat(rank.blockSize()).isEqualTo(16);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(2);
        assertThat(rank.status().wrongBlockSize()).isEqualTo(2);
    }

    @Test
    void learnedSizeIsForgottenWithThePublisherNotWithItsBlocks() {
        RankIndex rank = index.addRank(target(0), 0);
        rank.apply(run(16));
        rank.apply(new AllBlocksCleared());
        assertThat(rank.blockSize()).isEqualTo(16);
        rank.drop();
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.UNKNOWN);
        assertThat(rank.blockSize()).isZero();
        rank.apply(run(32));
        assertThat(rank.blockSize()).isEqualTo(32);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(2);
    }

    @Test
    void eventsOfAnotherSizeThanConfiguredMakeTheRankAFullMiss() {
        RankIndex wrong = index.addRank(target(0), 64);
        RankIndex right = index.addRank(target(1), 64);
        assertThat(wrong.blockSizeState()).isEqualTo(BlockSizeState.CONFIGURED);
        assertThat(wrong.blockSize()).isEqualTo(64);
        wrong.apply(run(16));
        right.apply(run(64));
        assertThat(wrong.blockSizeState()).isEqualTo(BlockSizeState.MISMATCH);
        assertThat(wrong.blockSize()).isZero();
        assertThat(wrong.blocks(Tier.DEVICE)).isZero();
        assertThat(wrong.status().wrongBlockSize()).isEqualTo(2);
        assertThat(right.blockSizeState()).isEqualTo(BlockSizeState.CONFIGURED);
        assertThat(right.blocks(Tier.DEVICE)).isEqualTo(2);
    }

    @Test
    void mismatchEndsWhenTheConfiguredSizeIsSeen() {
        RankIndex rank = index.addRank(target(0), 64);
        rank.apply(run(16));
        rank.apply(run(64));
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.CONFIGURED);
        assertThat(rank.blockSize()).isEqualTo(64);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(2);
    }

    @Test
    void mismatchEndsWithThePublisher() {
        RankIndex rank = index.addRank(target(0), 64);
        rank.apply(run(16));
        rank.drop();
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.CONFIGURED);
    }

    @Test
    void partialBlockOfAnEngineThatHasShownTheConfiguredSizeIsNoMismatch() {
        RankIndex rank = index.addRank(target(0), 64);
        rank.apply(run(64));
        rank.apply(single(16));
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.CONFIGURED);
        assertThat(rank.status().wrongBlockSize()).isEqualTo(1);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(2);
        rank.apply(single(128));
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.MISMATCH);
    }

    @Test
    void partialBlockOfAnEngineThatHasNotIsAMismatch() {
        RankIndex rank = index.addRank(target(0), 64);
        rank.apply(single(16));
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.MISMATCH);
    }

    @Test
    void negativeSizeIsMalformed() {
        RankIndex rank = index.addRank(target(0), 0);
        rank.apply(stored(hashes(1, 1), new int[0]).blockSize(-4).event());
        assertThat(rank.status().malformed()).isEqualTo(1);
        assertThat(rank.blockSizeState()).isEqualTo(BlockSizeState.UNKNOWN);
    }
}
