package dev.warmpath.scorer.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.Allocation;
import dev.warmpath.scorer.feedback.FeedbackReason;
import dev.warmpath.scorer.feedback.Observation;
import dev.warmpath.scorer.feedback.Wording;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.load.Prediction;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What feedback makes of a choice, and what a choice is judged by. */
final class FeedbackChoiceTest {

    private static final int BLOCK = TestFleet.BLOCK_SIZE;

    private final TestFleet fleet = new TestFleet(20, 2, 20);

    private static void fail(Candidate target, int times) {
        for (int i = 0; i < times; i++) {
            target.feedback().observe(new Observation(400, 40, 40, 400, 0));
        }
    }

    @Test
    void aTargetWhosePredictionsFailLosesToOneThatHoldsLess() {
        Candidate liar = fleet.target(Role.MIXED);
        Candidate honest = fleet.target(Role.MIXED);
        int[] tokens = fleet.coldTokens(10 * BLOCK);
        TestFleet.store(liar, tokens);
        TestFleet.store(honest, Arrays.copyOf(tokens, 4 * BLOCK));
        HashedPrompt prompt = TestFleet.prompt(tokens);
        Pairing both = TestFleet.mixed(liar, honest);
        TestFleet.release(fleet.choose(prompt, both));
        assertThat(fleet.chooseMixed(prompt, both).target()).isSameAs(liar);

        fail(liar, 20);

        assertThat(fleet.chooseMixed(prompt, both).target()).isSameAs(honest);
    }

    @Test
    void anExplanationTellsBothFactorsOfTrust() {
        Candidate doubted = fleet.target(Role.MIXED, BLOCK, 0.5);
        fail(doubted, 20);
        double feedback = doubted.feedback().trust();

        Explanation.Row row = fleet.row(fleet.cold(3), doubted, TestFleet.mixed(doubted));

        assertThat(row.streamTrust()).isEqualTo(0.5);
        assertThat(row.feedbackTrust()).isEqualTo(feedback).isLessThan(0.2);
        assertThat(row.feedbackReason()).isEqualTo(FeedbackReason.NEVER_CACHED);
        assertThat(row.trust()).isCloseTo(0.5 * feedback, within(1e-12));
    }

    /** A sibling that comes at once may find what was expected not yet computed, and no event is to blame for that. */
    @Test
    void aTargetIsNotJudgedByBlocksThatWereOnlyExpected() {
        Candidate target = fleet.target(Role.MIXED);
        int[] tokens = fleet.coldTokens(10 * BLOCK + 1);
        TestFleet.store(target, Arrays.copyOf(tokens, 3 * BLOCK));
        HashedPrompt prompt = TestFleet.prompt(tokens);
        Prediction first =
                fleet.chooseMixed(prompt, TestFleet.mixed(target)).booking().prediction();

        Prediction sibling =
                fleet.chooseMixed(prompt, TestFleet.mixed(target)).booking().prediction();

        assertThat(first.cachedTokens()).isEqualTo(3 * BLOCK);
        assertThat(first.announcedTokens()).isEqualTo(3 * BLOCK);
        assertThat(sibling.cachedTokens()).isEqualTo(10 * BLOCK);
        assertThat(sibling.announcedTokens()).isEqualTo(3 * BLOCK);
        assertThat(sibling.matchedBlocks()).isEqualTo(10);
    }

    @Test
    void aPromptThatIsNotKnownWholeHasNoLengthToCompare() {
        Candidate target = fleet.target(Role.MIXED);
        int[] tokens = fleet.coldTokens(10 * BLOCK);
        HashedPrompt image = HashedPrompt.of(tokens, tokens.length, 5 * BLOCK, CacheNamespace.PLAIN);
        HashedPrompt unhashed = HashedPrompt.unhashed(UnhashedReason.NO_TOKENIZER);
        Pairing alone = TestFleet.mixed(target);

        assertThat(fleet.chooseMixed(TestFleet.prompt(tokens), alone)
                        .booking()
                        .prediction()
                        .tokens())
                .isEqualTo(10 * BLOCK);
        assertThat(fleet.chooseMixed(image, alone).booking().prediction().tokens())
                .isZero();
        assertThat(fleet.chooseMixed(unhashed, alone).booking().prediction().tokens())
                .isZero();
    }

    @Test
    void whatAnAnswerProvesBeyondTheEventsIsPredictedOfTheNextRequest() {
        Candidate late = fleet.target(Role.MIXED);
        int[] tokens = fleet.coldTokens(10 * BLOCK);
        HashedPrompt prompt = TestFleet.prompt(tokens);
        Choice.Single first = fleet.chooseMixed(prompt, TestFleet.mixed(late));
        assertThat(first.booking().predictedCachedTokens()).isZero();

        late.heard(first.booking().prediction(), 10 * BLOCK, 9 * BLOCK, Wording.OPENAI, 0);
        first.booking().release();
        fleet.nanos.addAndGet(Duration.ofSeconds(2).toNanos());

        Prediction second =
                fleet.chooseMixed(prompt, TestFleet.mixed(late)).booking().prediction();
        assertThat(second.cachedTokens()).isEqualTo(9 * BLOCK);
        assertThat(second.announcedTokens()).isZero();
    }

    /** Its removal event carries a name that nobody knows; the first answer that shows it gone ends the belief. */
    @Test
    void aLearnedBlockThatWasEvictedMisleadsOneRequestAndCostsNoTrust() {
        Candidate late = fleet.target(Role.MIXED);
        HashedPrompt prompt = TestFleet.prompt(fleet.coldTokens(10 * BLOCK));
        Choice.Single first = fleet.chooseMixed(prompt, TestFleet.mixed(late));
        first.booking().fail();
        late.heard(first.booking().prediction(), 10 * BLOCK, 9 * BLOCK, Wording.OPENAI, 0);
        TestFleet.remove(late, Tier.DEVICE, 4711);
        Choice.Single misled = fleet.chooseMixed(prompt, TestFleet.mixed(late));
        assertThat(misled.booking().predictedCachedTokens()).isEqualTo(9 * BLOCK);
        misled.booking().fail();

        late.heard(misled.booking().prediction(), 10 * BLOCK, 3 * BLOCK, Wording.OPENAI, 0);

        assertThat(fleet.chooseMixed(prompt, TestFleet.mixed(late)).booking().predictedCachedTokens())
                .isEqualTo(3 * BLOCK);
        assertThat(late.feedback().trust()).isEqualTo(1);
    }

    /** A prompt of whole blocks is never cached whole, which does not mean that its last block is not held. */
    @Test
    void theLastBlockOfAPromptIsNotForgottenForBeingComputedAgain() {
        Candidate target = fleet.target(Role.MIXED);
        int[] tokens = fleet.coldTokens(10 * BLOCK);
        int[] longer = TestFleet.concat(tokens, fleet.coldTokens(BLOCK));
        Choice.Single first = fleet.chooseMixed(TestFleet.prompt(longer), TestFleet.mixed(target));
        first.booking().fail();
        target.heard(first.booking().prediction(), 11 * BLOCK, 10 * BLOCK, Wording.OPENAI, 0);
        Choice.Single shorter = fleet.chooseMixed(TestFleet.prompt(tokens), TestFleet.mixed(target));

        target.heard(shorter.booking().prediction(), 10 * BLOCK, 9 * BLOCK, Wording.OPENAI, 0);

        assertThat(target.index().status().learnedBlocks()).isEqualTo(10);
    }

    @Test
    void whereNoStreamIsBelievedNothingIsLearned() {
        Candidate off = fleet.target(Role.MIXED, BLOCK, 0);
        Choice.Single first = fleet.chooseMixed(fleet.cold(10), TestFleet.mixed(off));

        off.heard(first.booking().prediction(), 10 * BLOCK, 9 * BLOCK, Wording.OPENAI, 0);

        assertThat(off.index().status().learnedBlocks()).isZero();
    }

    /** What a choice allocates is its bookings; a longer prompt, learned or announced, adds nothing to them. */
    @Test
    void choosingAllocatesNothingPerLearnedBlock() {
        assertThat(allocatedByChoosing(4000) - allocatedByChoosing(40)).isLessThan(64);
    }

    private long allocatedByChoosing(int blocks) {
        Candidate target = fleet.target(Role.PREFILL);
        Pairing alone = TestFleet.pair(List.of(target), List.of(fleet.target(Role.DECODE)));
        HashedPrompt prompt = TestFleet.prompt(fleet.coldTokens(blocks * BLOCK));
        Choice.Pair first = fleet.choosePair(prompt, alone);
        first.prefill().fail();
        target.heard(first.prefill().prediction(), Observation.ABSENT, blocks * BLOCK, Wording.OPENAI, 0);
        assertThat(target.index().status().learnedBlocks()).isEqualTo(blocks);
        first.decode().release();
        // Explaining is the same decision without the bookings, whose decode side holds its blocks one by one.
        return Allocation.perRound(() -> fleet.chooser.explain(prompt, List.of(alone)));
    }
}
