package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.matches;
import static dev.warmpath.scorer.index.Events.overlap;
import static dev.warmpath.scorer.index.Events.removed;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import org.junit.jupiter.api.Test;

/** Design 3.6: what bookings let a target be believed to hold, until events say. */
class ExpectedBlocksTest {

    private static final int[] P64 = tokens(1, 64);
    private static final long[] CHAIN =
            HashedPrompt.of(P64, 64, 64, CacheNamespace.PLAIN).chain(BLOCK_SIZE);
    private static final long TTL = Events.TTL.toNanos();

    private final PrefixIndex index = Events.index();
    private final RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
    private final RankIndex other = index.addRank(target(1), BLOCK_SIZE);

    private long expect(int from, int to) {
        return index.expect(rank, CHAIN, from, to, false);
    }

    /** Expects it and has it computed. */
    private long computed(int from, int to, long now) {
        long ticket = expect(from, to);
        index.settle(ticket, now);
        return ticket;
    }

    @Test
    void expectedBlocksCountAsDeviceBlocksOfTheirSlotOnly() {
        expect(0, 16);
        Matches matches = matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P64);
        assertThat(matches.blocks(rank.slot())).isEqualTo(16);
        assertThat(matches.blocks(rank.slot(), Tier.DEVICE)).isEqualTo(16);
        assertThat(matches.blocks(other.slot())).isZero();
        assertThat(rank.blocks(Tier.DEVICE)).isZero();
        assertThat(index.memberships()).isZero();
        assertThat(index.expectedBlocks()).isEqualTo(16);
    }

    @Test
    void expectedBlocksContinueRealOnes() {
        rank.apply(stored(hashes(1, 4), tokens(1, 16)).event());
        expect(4, 10);
        assertThat(overlap(index, rank, P64)).isEqualTo(10);
    }

    @Test
    void expectedBlocksEndWithTheirTime() {
        computed(0, 16, 100);
        index.expire(100 + TTL - 1);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        index.expire(100 + TTL);
        assertThat(overlap(index, rank, P64)).isZero();
        assertThat(index.expectedBlocks()).isZero();
    }

    /** However long a rank's queue is, what waits in it will have been computed when a later prompt gets its turn. */
    @Test
    void expectationLastsAsLongAsItsPrefillWaitsAndItsTimeRunsFromThenOn() {
        long ticket = expect(0, 16);
        index.expire(1_000 * TTL);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        index.settle(ticket, 1_000 * TTL);
        index.expire(1_001 * TTL - 1);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        index.expire(1_001 * TTL);
        assertThat(overlap(index, rank, P64)).isZero();
    }

    @Test
    void secondEndOfAPrefillDoesNotProlongItsExpectation() {
        long ticket = computed(0, 16, 0);
        index.settle(ticket, TTL / 2);
        index.expire(TTL);
        assertThat(index.expectedBlocks()).isZero();
    }

    /** Of another router's prefill nobody tells when it is done; so it is not judged by it either. */
    @Test
    void whatAnotherRouterExpectsLastsForItsTimeAndIsNotJudged() {
        index.expectFor(rank, CHAIN, 100);
        index.expire(100 + TTL - 1);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        index.expire(100 + TTL);
        assertThat(overlap(index, rank, P64)).isZero();
        assertThat(rank.expectedOutcome()).isEqualTo(new ExpectedOutcome(0, 0, 0, 0));
    }

    /** Whether events bear out what bookings expect tells whether engine and router mean the same tokens. */
    @Test
    void expectationWhosePrefillIsDoneIsConfirmedByItsFirstBlock() {
        computed(0, 16, 100);
        rank.apply(stored(hashes(1, 1), tokens(1, 4)).event());

        index.expire(100 + TTL);

        assertThat(rank.expectedOutcome()).isEqualTo(new ExpectedOutcome(1, 0, 0, 0));
    }

    @Test
    void expectationThatOtherTokensAnswerIsMissed() {
        computed(0, 16, 100);
        rank.apply(stored(hashes(1, 16), tokens(2, 65)).event());

        index.expire(100 + TTL);

        assertThat(rank.expectedOutcome()).isEqualTo(new ExpectedOutcome(0, 1, 0, 0));
        assertThat(other.expectedOutcome()).isEqualTo(new ExpectedOutcome(0, 0, 0, 0));
    }

    /** Few requests with a salt that always go wrong would not show among many that never do. */
    @Test
    void expectationsOfPromptsWithASaltOrAnAdapterAreCountedApartToo() {
        index.settle(index.expect(rank, CHAIN, 0, 16, true), 100);
        index.settle(index.expect(rank, CHAIN, 1, 16, true), 100);
        rank.apply(stored(hashes(1, 1), tokens(1, 4)).event());

        index.expire(100 + TTL);

        assertThat(rank.expectedOutcome()).isEqualTo(new ExpectedOutcome(1, 1, 1, 1));
    }

    @Test
    void expectationIsNotJudgedWhenItsPrefillIsNotDoneOrFailedOrItsRankLostItsCache() {
        long failed = expect(0, 16);
        index.withdraw(failed);
        index.settle(failed, 100);
        computed(0, 16, 100);
        rank.drop();
        expect(0, 16);

        index.expire(100 + TTL);

        assertThat(rank.expectedOutcome()).isEqualTo(new ExpectedOutcome(0, 0, 0, 0));
    }

    @Test
    void clockMayWrap() {
        computed(0, 16, Long.MAX_VALUE - 1);
        index.expire(Long.MAX_VALUE);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        index.expire(Long.MAX_VALUE - 1 + TTL);
        assertThat(overlap(index, rank, P64)).isZero();
    }

    @Test
    void failedLegTakesItsBlocksBack() {
        long ticket = expect(0, 16);
        assertThat(ticket).isNotZero();
        index.withdraw(ticket);
        assertThat(overlap(index, rank, P64)).isZero();
    }

    @Test
    void blockThatTwoLegsExpectStaysUntilBothAreGone() {
        long first = computed(0, 16, 0);
        long second = computed(0, 8, TTL / 2);
        index.withdraw(first);
        assertThat(overlap(index, rank, P64)).isEqualTo(8);
        index.expire(TTL);
        assertThat(overlap(index, rank, P64)).isEqualTo(8);
        index.withdraw(second);
        assertThat(overlap(index, rank, P64)).isZero();
    }

    @Test
    void ticketEndsOnce() {
        long first = expect(0, 16);
        expect(0, 16);
        index.withdraw(first);
        index.withdraw(first);
        index.withdraw(0);
        index.withdraw(4711);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        assertThat(index.expectedBlocks()).isEqualTo(16);
    }

    @Test
    void realEventReplacesTheExpectation() {
        computed(0, 16, 0);
        rank.apply(stored(hashes(1, 16), P64).event());
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        rank.apply(removed(hashes(9, 16), Tier.DEVICE));
        assertThat(overlap(index, rank, P64)).isEqualTo(8);
    }

    @Test
    void blockThatTheRankHadAndLostIsExpectedOfLaterPrefillsOnly() {
        computed(0, 16, 0);
        rank.apply(stored(hashes(1, 16), P64).event());
        rank.apply(removed(hashes(9, 16), Tier.DEVICE));
        long second = computed(8, 12, 0);
        assertThat(overlap(index, rank, P64)).isEqualTo(12);
        index.withdraw(second);
        assertThat(overlap(index, rank, P64)).isEqualTo(8);
    }

    /** Another request's copy is gone; the prefill that waits computes the blocks again. */
    @Test
    void lossWhileThePrefillWaitsDoesNotCountAgainstIt() {
        computed(0, 16, 0);
        long waiting = expect(0, 12);
        rank.apply(stored(hashes(1, 16), P64).event());
        rank.apply(removed(hashes(9, 16), Tier.DEVICE));
        assertThat(overlap(index, rank, P64)).isEqualTo(12);
        index.settle(waiting, 0);
        assertThat(overlap(index, rank, P64)).isEqualTo(12);
    }

    @Test
    void lossAfterThePrefillCountsThoughAnotherOneThatIsDoneExpectsTheBlock() {
        long first = expect(0, 16);
        long second = expect(0, 16);
        index.settle(second, 0);
        index.settle(first, 0);
        rank.apply(stored(hashes(1, 16), P64).event());
        rank.apply(removed(hashes(9, 16), Tier.DEVICE));
        assertThat(overlap(index, rank, P64)).isEqualTo(8);
    }

    @Test
    void siblingThatLeavesTheExpectedPromptFollowsAsFarAsTheyAgree() {
        expect(0, 16);
        int[] sibling = P64.clone();
        for (int same = 16; same > 0; same--) {
            assertThat(overlap(index, rank, sibling)).isEqualTo(same);
            sibling[BLOCK_SIZE * (same - 1)]++;
        }
        assertThat(overlap(index, rank, sibling)).isZero();
    }

    @Test
    void slotsOfSeveralGroupsExpectPartsOfOnePrompt() {
        RankIndex far = index.addRank(target(2), BLOCK_SIZE);
        for (int i = 3; i < 70; i++) {
            far = index.addRank(target(i), BLOCK_SIZE);
        }
        assertThat(far.slot()).isGreaterThan(SlotGroup.SLOTS);
        index.expect(far, CHAIN, 0, 12, false);
        long first = expect(0, 4);
        index.expect(other, CHAIN, 0, 8, false);
        assertThat(overlap(index, far, P64)).isEqualTo(12);
        assertThat(overlap(index, rank, P64)).isEqualTo(4);
        assertThat(overlap(index, other, P64)).isEqualTo(8);
        index.withdraw(first);
        assertThat(overlap(index, far, P64)).isEqualTo(12);
        assertThat(overlap(index, rank, P64)).isZero();
        assertThat(overlap(index, other, P64)).isEqualTo(8);
    }

    @Test
    void endOfAnExpectationLeavesWhatIsReal() {
        long ticket = expect(0, 16);
        rank.apply(stored(hashes(1, 16), P64).event());
        index.withdraw(ticket);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
        computed(0, 16, 0);
        index.expire(TTL);
        assertThat(overlap(index, rank, P64)).isEqualTo(16);
    }

    @Test
    void rankThatLosesItsCacheIsExpectedNothingOf() {
        long ticket = expect(0, 16);
        rank.drop();
        assertThat(overlap(index, rank, P64)).isZero();
        assertThat(index.expectedBlocks()).isZero();

        expect(0, 4);
        index.withdraw(ticket);
        assertThat(overlap(index, rank, P64)).isEqualTo(4);
        assertThat(index.expectedBlocks()).isEqualTo(4);
    }

    @Test
    void ticketOfARemovedRankSaysNothingAboutItsSuccessor() {
        long ticket = expect(0, 16);
        index.removeRank(rank);
        RankIndex next = index.addRank(target(2), BLOCK_SIZE);
        assertThat(next.slot()).isEqualTo(rank.slot());
        assertThat(overlap(index, next, P64)).isZero();
        index.expect(next, CHAIN, 0, 4, false);
        index.withdraw(ticket);
        assertThat(overlap(index, next, P64)).isEqualTo(4);
    }

    @Test
    void boundCutsTheEndOfTheChain() {
        PrefixIndex small = new PrefixIndex(Events.bounds(1_000, 1_000, 10, 20), Events.TTL);
        RankIndex bounded = small.addRank(target(0), BLOCK_SIZE);
        assertThat(small.expect(bounded, CHAIN, 0, 16, false)).isNotZero();
        long second = small.expect(bounded, CHAIN, 0, 16, false);
        assertThat(small.expectedBlocks()).isEqualTo(20);
        assertThat(small.expect(bounded, CHAIN, 0, 16, false)).isZero();
        small.withdraw(second);
        assertThat(small.expectedBlocks()).isEqualTo(16);
    }

    @Test
    void nothingIsExpectedOfAnEmptyRange() {
        assertThat(expect(16, 16)).isZero();
    }

    @Test
    void memoryIsBackWhereItStarted() {
        long empty = index.bytes();
        for (int i = 0; i < 100; i++) {
            computed(0, 16, i);
        }
        assertThat(index.bytes()).isGreaterThan(empty);
        index.expire(100 + TTL);
        assertThat(index.bytes()).isEqualTo(empty);
    }
}
