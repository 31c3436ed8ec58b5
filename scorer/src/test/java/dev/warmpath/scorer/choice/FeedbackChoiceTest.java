package dev.warmpath.scorer.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.config.settings.Role;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.feedback.Observation;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.load.Prediction;
import java.util.Arrays;
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
}
