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

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What each event does to the view of one rank. */
class RankIndexTest {

    private static final int[] P64 = tokens(1, 64);

    private final PrefixIndex index = Events.index();
    private final RankIndex w1 = index.addRank(target(0), BLOCK_SIZE);
    private final RankIndex w2 = index.addRank(target(1), BLOCK_SIZE);

    private void storeSixteenBlocks(RankIndex rank) {
        rank.apply(stored(hashes(101, 116), P64).event());
    }

    /** Scenario 33. */
    @Test
    void overlapCountsFullBlocksOnly() {
        storeSixteenBlocks(w1);
        assertThat(overlap(index, w1, tokens(1, 3))).isZero();
        assertThat(overlap(index, w1, tokens(1, 4))).isEqualTo(1);
        assertThat(overlap(index, w1, tokens(1, 5))).isEqualTo(1);
        assertThat(overlap(index, w1, tokens(1, 63))).isEqualTo(15);
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
        assertThat(overlap(index, w1, tokens(1, 80))).isEqualTo(16);
        assertThat(overlap(index, w2, P64)).isZero();
    }

    /** Scenario 33. */
    @Test
    void storeWhoseTokensDoNotFitIsRejectedAndCounted() {
        w1.apply(stored(hashes(1, 3), tokens(1, 8)).event());
        assertThat(w1.status().malformed()).isEqualTo(3);
        assertThat(w1.blocks(Tier.DEVICE)).isZero();
    }

    /** Scenario 33. */
    @Test
    void blockSizeOneWorks() {
        RankIndex rank = index.addRank(target(2), 1);
        rank.apply(stored(hashes(1, 64), P64).blockSize(1).event());
        assertThat(matches(index, CacheNamespace.PLAIN, 1, tokens(1, 63)).blocks(rank.slot()))
                .isEqualTo(63);
    }

    /** They are held all the same: what an engine holds is its load on the budget. */
    @Test
    void blocksThatNoRequestCanMatchAreCountedByWhy() {
        w1.apply(stored(hashes(1, 2), tokens(1, 8))
                .namespace(CacheNamespace.adapterByNumber("7"), null)
                .event());
        w1.apply(stored(hashes(3, 5), tokens(1, 12)).extraKeys(0, 0, 9).event());

        assertThat(w1.status().adaptersByNumber()).isEqualTo(2);
        assertThat(w1.status().extraKeyed()).isEqualTo(1);
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(5);
    }

    @Test
    void blocksOfNamedAdaptersAndSaltsCanBeMatched() {
        w1.apply(stored(hashes(1, 2), tokens(1, 8)).namespace("adapter", "salt").event());

        assertThat(w1.status().adaptersByNumber()).isZero();
        assertThat(w1.status().extraKeyed()).isZero();
    }

    @Test
    void runContinuesItsParent() {
        w1.apply(stored(hashes(1, 2), tokens(1, 8)).event());
        w1.apply(stored(hashes(3, 4), tokens(9, 16)).after(2).event());
        assertThat(overlap(index, w1, tokens(1, 16))).isEqualTo(4);
    }

    @Test
    void engineHashOfZeroIsLikeAnyOther() {
        w1.apply(stored(new long[] {0}, tokens(1, 4)).event());
        w1.apply(stored(new long[] {-1}, tokens(5, 8)).after(0).event());
        assertThat(overlap(index, w1, tokens(1, 8))).isEqualTo(2);
        w1.apply(removed(new long[] {0}, Tier.DEVICE));
        assertThat(overlap(index, w1, tokens(1, 8))).isZero();
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(1);
    }

    @Test
    void storingTwiceIsStoringOnce() {
        storeSixteenBlocks(w1);
        storeSixteenBlocks(w1);
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(16);
        w1.apply(removed(hashes(101, 116), Tier.DEVICE));
        assertThat(overlap(index, w1, P64)).isZero();
        assertThat(w1.blocks(Tier.DEVICE)).isZero();
    }

    /** Scenario 17. */
    @Test
    void matchEndsAtTheFirstHole() {
        storeSixteenBlocks(w1);
        w1.apply(removed(new long[] {103}, Tier.DEVICE));
        w2.apply(stored(hashes(201, 208), tokens(1, 32)).event());
        assertThat(overlap(index, w1, P64)).isEqualTo(2);
        assertThat(overlap(index, w2, P64)).isEqualTo(8);
    }

    @Test
    void filledHoleJoinsWhatIsBehindIt() {
        storeSixteenBlocks(w1);
        w1.apply(removed(new long[] {103}, Tier.DEVICE));
        w1.apply(stored(new long[] {103}, tokens(9, 12)).after(102).event());
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
    }

    @Test
    void clearTakesTheRankThatSentItAndNoOther() {
        storeSixteenBlocks(w1);
        w1.apply(placeholder(hashes(101, 116), Tier.HOST, -1));
        storeSixteenBlocks(w2);
        w1.apply(new AllBlocksCleared());
        assertThat(overlap(index, w1, P64)).isZero();
        assertThat(overlap(index, w2, P64)).isEqualTo(16);
        assertThat(w1.blocks(Tier.DEVICE) + w1.blocks(Tier.HOST)).isZero();
    }

    /** Scenario 13, device copy goes. */
    @Test
    void hostCopyKeepsHostCreditWhenTheDeviceCopyGoes() {
        storeSixteenBlocks(w1);
        w1.apply(placeholder(hashes(101, 116), Tier.HOST, -1));
        w1.apply(removed(hashes(101, 116), Tier.DEVICE));
        Matches matches = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P64);
        assertThat(matches.blocks(w1.slot())).isEqualTo(16);
        assertThat(matches.blocks(w1.slot(), Tier.DEVICE)).isZero();
        assertThat(matches.blocks(w1.slot(), Tier.HOST)).isEqualTo(16);
    }

    /** Scenario 13, host copy goes. */
    @Test
    void deviceCreditIsUnchangedWhenTheHostCopyGoes() {
        storeSixteenBlocks(w1);
        w1.apply(placeholder(hashes(101, 116), Tier.HOST, -1));
        w1.apply(removed(hashes(101, 116), Tier.HOST));
        Matches matches = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P64);
        assertThat(matches.blocks(w1.slot(), Tier.DEVICE)).isEqualTo(16);
        assertThat(matches.blocks(w1.slot(), Tier.HOST)).isZero();
        assertThat(w1.blocks(Tier.HOST)).isZero();
    }

    @Test
    void eachBlockCountsForItsBestTier() {
        w1.apply(stored(hashes(1, 2), tokens(1, 8)).event());
        w1.apply(stored(hashes(1, 4), tokens(1, 16)).in(Tier.HOST).event());
        w1.apply(stored(hashes(3, 6), tokens(9, 24)).after(2).in(Tier.DISK).event());
        Matches matches = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, tokens(1, 24));
        assertThat(matches.blocks(w1.slot())).isEqualTo(6);
        assertThat(matches.blocks(w1.slot(), Tier.DEVICE)).isEqualTo(2);
        assertThat(matches.blocks(w1.slot(), Tier.HOST)).isEqualTo(2);
        assertThat(matches.blocks(w1.slot(), Tier.DISK)).isEqualTo(2);
    }

    @Test
    void placeholderForABlockNobodyAnnouncedIsCountedAndIgnored() {
        w1.apply(placeholder(hashes(101, 116), Tier.HOST, -1));
        assertThat(w1.status().unknownPlaceholders()).isEqualTo(16);
        assertThat(w1.blocks(Tier.HOST)).isZero();
        assertThat(w1.blockSizeState()).isEqualTo(BlockSizeState.CONFIGURED);
    }

    /** Scenario 14: a group that is not indexed (its stores never get here) removes nothing of another. */
    @Test
    void removalInOneGroupLeavesTheOthers() {
        w1.apply(stored(hashes(101, 116), P64).group(0).event());
        w1.apply(removed(hashes(101, 115), Tier.DEVICE, 1));
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
        assertThat(w1.status().unknownRemovals()).isEqualTo(15);
    }

    @Test
    void blockStaysUntilItsLastGroupLetsGo() {
        w1.apply(stored(hashes(101, 116), P64).group(0).event());
        w1.apply(stored(hashes(101, 116), P64).group(1).event());
        w1.apply(stored(hashes(101, 116), P64).group(1).event());
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(16);
        w1.apply(removed(hashes(101, 116), Tier.DEVICE, 1));
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
        w1.apply(removed(hashes(101, 116), Tier.DEVICE, 1));
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
        w1.apply(removed(hashes(101, 116), Tier.DEVICE, 0));
        assertThat(overlap(index, w1, P64)).isZero();
        assertThat(w1.blocks(Tier.DEVICE)).isZero();
    }

    @Test
    void removalWithoutAGroupFindsTheOneThatKnowsTheHash() {
        w1.apply(stored(hashes(101, 116), P64).group(3).event());
        w1.apply(removed(hashes(101, 116), Tier.DEVICE));
        assertThat(overlap(index, w1, P64)).isZero();
    }

    @Test
    void removalWithoutAGroupTakesTheBlockStoredWithoutOneFirst() {
        w1.apply(stored(hashes(101, 116), P64).event());
        w1.apply(stored(hashes(101, 116), P64).group(0).event());
        w1.apply(removed(hashes(101, 116), Tier.DEVICE));
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
        w1.apply(removed(hashes(101, 116), Tier.DEVICE));
        assertThat(overlap(index, w1, P64)).isZero();
    }

    @Test
    void placeholderWithoutAGroupHoldsForEveryGroupThatKnowsTheHash() {
        w1.apply(stored(hashes(101, 116), P64).group(0).event());
        w1.apply(stored(hashes(101, 116), P64).group(1).event());
        w1.apply(placeholder(hashes(101, 116), Tier.HOST, -1));
        w1.apply(removed(hashes(101, 116), Tier.HOST, 0));
        assertThat(w1.blocks(Tier.HOST)).isEqualTo(16);
        w1.apply(removed(hashes(101, 116), Tier.HOST, -1));
        assertThat(w1.blocks(Tier.HOST)).isZero();
    }

    @Test
    void twoEngineHashesOfOneBlockAreBothNeededToLoseIt() {
        w1.apply(stored(new long[] {1}, tokens(1, 4)).event());
        w1.apply(stored(new long[] {2}, tokens(1, 4)).event());
        w1.apply(stored(new long[] {3}, tokens(1, 4)).event());
        w1.apply(removed(new long[] {2, 1}, Tier.DEVICE));
        assertThat(overlap(index, w1, tokens(1, 4))).isEqualTo(1);
        w1.apply(removed(new long[] {3}, Tier.DEVICE));
        assertThat(overlap(index, w1, tokens(1, 4))).isZero();
    }

    @Test
    void hashThatNowStandsForOtherTokensGivesUpTheOldOnesInAllTiers() {
        w1.apply(stored(new long[] {1}, tokens(1, 4)).event());
        w1.apply(placeholder(new long[] {1}, Tier.HOST, -1));
        w1.apply(stored(new long[] {1}, tokens(5, 8)).event());
        assertThat(overlap(index, w1, tokens(1, 4))).isZero();
        assertThat(overlap(index, w1, tokens(5, 8))).isEqualTo(1);
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(1);
        assertThat(w1.blocks(Tier.HOST)).isZero();
    }

    /** Scenario 27. */
    @Test
    void adaptersDoNotShareBlocksWithEachOtherOrTheBaseModel() {
        w1.apply(stored(hashes(101, 116), P64).namespace("ad1", null).event());
        w2.apply(stored(hashes(101, 116), P64).event());
        Matches base = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P64);
        Matches adapter = matches(index, new CacheNamespace("ad1", null), BLOCK_SIZE, P64);
        assertThat(base.blocks(w1.slot())).isZero();
        assertThat(base.blocks(w2.slot())).isEqualTo(16);
        assertThat(adapter.blocks(w1.slot())).isEqualTo(16);
        assertThat(adapter.blocks(w2.slot())).isZero();

        w1.apply(removed(hashes(101, 116), Tier.DEVICE));
        w2.apply(removed(hashes(101, 116), Tier.DEVICE));
        assertThat(index.memberships()).isZero();
    }

    /** Scenario 28: the salt is told for the first block only and lives on in its descendants. */
    @Test
    void saltSeparatesTenants() {
        w1.apply(stored(hashes(101, 108), tokens(1, 32))
                .namespace(null, "tenantA")
                .event());
        w1.apply(stored(hashes(109, 116), tokens(33, 64)).after(108).event());
        assertThat(overlap(index, w1, P64)).isZero();
        assertThat(matches(index, new CacheNamespace(null, "tenantB"), BLOCK_SIZE, P64)
                        .blocks(w1.slot()))
                .isZero();
        assertThat(matches(index, new CacheNamespace(null, "tenantA"), BLOCK_SIZE, P64)
                        .blocks(w1.slot()))
                .isEqualTo(16);
    }

    @Test
    void chainGoesOnFromItsParentWhateverNamespaceTheContinuationNames() {
        w1.apply(stored(hashes(101, 108), tokens(1, 32)).event());
        w1.apply(stored(hashes(109, 116), tokens(33, 64))
                .after(108)
                .namespace("ad1", null)
                .event());
        assertThat(overlap(index, w1, P64)).isEqualTo(16);
    }

    @Test
    void blockWithAnExtraKeyEndsTheMatchOfText() {
        w1.apply(stored(hashes(101, 116), P64)
                .extraKeys(0, 0, 77, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
                .event());
        long[] text = HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);
        assertThat(overlap(index, w1, P64)).isEqualTo(2);
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(16);
        assertThat(Arrays.stream(text).filter(hash -> w1.holds(hash, Tier.DEVICE)))
                .hasSize(2);
    }

    /** vLLM's offloading connector describes what it copied by tokens alone. */
    @Test
    void copyInAFurtherTierIsWhatTheDeviceSaidOfTheBlock() {
        w1.apply(stored(hashes(1, 3), tokens(1, 12))
                .namespace(null, "tenantA")
                .extraKeys(0, 77, 0)
                .event());
        w1.apply(stored(hashes(1, 3), tokens(1, 12)).in(Tier.HOST).event());
        assertThat(w1.hashes(Tier.HOST)).isEqualTo(w1.hashes(Tier.DEVICE)).hasSize(3);
        assertThat(overlap(index, w1, tokens(1, 12))).isZero();
        w1.apply(removed(hashes(1, 3), Tier.DEVICE));
        Matches tenant = matches(index, new CacheNamespace(null, "tenantA"), BLOCK_SIZE, tokens(1, 12));
        assertThat(tenant.blocks(w1.slot(), Tier.HOST)).isEqualTo(1);
    }

    @Test
    void hashesAreWhatTheRankHolds() {
        storeSixteenBlocks(w1);
        w1.apply(placeholder(hashes(101, 103), Tier.HOST, -1));
        long[] chain = HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);
        assertThat(w1.hashes(Tier.DEVICE)).containsExactlyInAnyOrder(chain).isSorted();
        assertThat(w1.hashes(Tier.HOST)).containsExactlyInAnyOrder(Arrays.copyOf(chain, 3));
        assertThat(w1.hashes(Tier.DISK)).isEmpty();
        assertThat(w2.hashes(Tier.DEVICE)).isEmpty();
        assertThat(w1.holds(chain[2], Tier.HOST)).isTrue();
        assertThat(w1.holds(chain[3], Tier.HOST)).isFalse();
    }

    @Test
    void moreGroupsThanAreTrackedAreCountedNotStored() {
        IntStream.range(0, 40)
                .forEach(group -> w1.apply(stored(new long[] {1000 + group}, tokens(1, 4))
                        .group(group)
                        .event()));
        assertThat(w1.status().malformed()).isEqualTo(8);
        assertThat(w1.blocks(Tier.DEVICE)).isEqualTo(1);
    }

    @Test
    void runWithoutBlocksDoesNothing() {
        w1.apply(stored(new long[0], new int[0]).event());
        w1.apply(stored(new long[0], new int[0]).after(5).event());
        assertThat(index.memberships()).isZero();
        assertThat(w1.status().orphans()).isZero();
    }
}
