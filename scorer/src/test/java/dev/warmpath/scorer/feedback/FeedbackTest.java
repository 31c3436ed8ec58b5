package dev.warmpath.scorer.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.scorer.Allocation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The law by which a target's trust follows the answers. */
final class FeedbackTest {

    private static final int PROMPT = 2000;

    private final Feedback feedback = new Feedback(new CacheReports());

    private boolean told(int announced, int cached) {
        return feedback.observe(new Observation(PROMPT, announced, announced, PROMPT, cached));
    }

    private void times(int count, int announced, int cached) {
        for (int i = 0; i < count; i++) {
            told(announced, cached);
        }
    }

    private FeedbackReason reason() {
        return feedback.status().reason();
    }

    @Test
    void isTrustedWhileNothingSpeaksAgainstIt() {
        assertThat(feedback.trust()).isEqualTo(1);
        assertThat(reason()).isEqualTo(FeedbackReason.UNPROVEN);
        times(50, 1024, 1024);
        assertThat(feedback.trust()).isEqualTo(1);
        assertThat(reason()).isEqualTo(FeedbackReason.CONFIRMED);
    }

    @Test
    void losesItsTrustWithinTwentyRequestsWhosePredictionsFail() {
        times(100, 1024, 1024);
        times(20, 1024, 0);
        assertThat(feedback.trust()).isLessThan(0.15);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 1_000_000})
    void failuresAreHeardWhateverSizeThePromptsBeforeThemHad(int before) {
        times(100, before, before);
        times(20, 1024, 0);
        assertThat(feedback.trust()).isLessThan(0.3);
    }

    @Test
    void recoversWithinTwentyRequestsWhosePredictionsComeTrue() {
        times(100, 1024, 0);
        assertThat(feedback.trust()).isLessThan(0.001);
        times(20, 1024, 1024);
        assertThat(feedback.trust()).isGreaterThan(0.85);
        assertThat(reason()).isEqualTo(FeedbackReason.CONFIRMED);
    }

    @Test
    void oneUnluckyRequestOfAnySizeMovesLittle() {
        for (int size : new int[] {16, 1024, 1 << 30}) {
            Feedback fresh = new Feedback(new CacheReports());
            for (int i = 0; i < 30; i++) {
                fresh.observe(new Observation(PROMPT, 1024, 1024, PROMPT, 1024));
            }
            fresh.observe(new Observation(PROMPT, size, size, PROMPT, 0));
            assertThat(fresh.trust()).as("after one of %d tokens", size).isBetween(0.85 - 1e-9, 0.95);
        }
    }

    @Test
    void oneLuckyRequestOfAnySizeMovesLittle() {
        for (int size : new int[] {16, 1024, 1 << 30}) {
            Feedback fresh = new Feedback(new CacheReports());
            for (int i = 0; i < 100; i++) {
                fresh.observe(new Observation(PROMPT, 1024, 1024, PROMPT, 0));
            }
            fresh.observe(new Observation(PROMPT, size, size, PROMPT, size));
            assertThat(fresh.trust()).as("after one of %d tokens", size).isBetween(0.05, 0.15 + 1e-4);
        }
    }

    @Test
    void theFirstRequestOfAllMovesNoMoreThanAnyOther() {
        told(1024, 0);
        assertThat(feedback.trust()).isCloseTo(0.9, within(0.02));
    }

    @Test
    void everyAnswerMovesTrustBetweenTheBoundsWhateverItsSize() {
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            Feedback one = new Feedback(new CacheReports());
            for (int i = 0; i < 60; i++) {
                double before = one.trust();
                int announced = 1 << random.nextInt(4, 30);
                boolean holds = random.nextBoolean();
                one.observe(new Observation(0, announced, announced, PROMPT, holds ? announced : 0));
                double moved = Math.abs(one.trust() - before);
                double way = holds ? 1 - before : before;
                assertThat(one.trust()).as("seed %d run %d", seed, run).isBetween(0.0, 1.0);
                assertThat(moved)
                        .as("seed %d run %d answer %d", seed, run, i)
                        .isBetween(0.06 * way - 1e-9, 0.15 * way + 1e-9);
            }
        }
    }

    @Test
    void settlesAtTheShareOfThePromiseThatIsKept() {
        times(100, 1024, 256);
        assertThat(feedback.trust()).isCloseTo(0.25, within(0.01));
        assertThat(reason()).isEqualTo(FeedbackReason.CACHE_SHORT);
    }

    @Test
    void holdingMoreThanAnnouncedBreaksNoPromise() {
        times(20, 64, 1024);
        assertThat(feedback.trust()).isEqualTo(1);
        assertThat(feedback.status().unpredictedTokens()).isEqualTo(20 * (1024 - 64));
    }

    @Test
    void whatWasNotAnnouncedMovesNothing() {
        times(10, 1024, 0);
        double before = feedback.trust();
        feedback.observe(new Observation(PROMPT, 0, 0, PROMPT, 0));
        feedback.observe(new Observation(PROMPT, 0, 0, PROMPT, 512));
        feedback.observe(new Observation(PROMPT, 512, 0, PROMPT, 0));
        assertThat(feedback.trust()).isEqualTo(before);
    }

    /** Engines leave out a 0: without a prediction there was nothing to report. */
    @Test
    void anEngineThatHadNothingToReportIsNotNamed() {
        for (int i = 0; i < 10; i++) {
            feedback.observe(new Observation(PROMPT, 0, 0, PROMPT, Observation.ABSENT));
        }
        assertThat(reason()).isEqualTo(FeedbackReason.UNPROVEN);
    }

    @Test
    void anEngineThatNeverReportsKeepsItsTrustAndIsNamed() {
        times(4, 1024, Observation.ABSENT);
        assertThat(reason()).isEqualTo(FeedbackReason.UNPROVEN);
        told(1024, Observation.ABSENT);
        assertThat(reason()).isEqualTo(FeedbackReason.NOT_REPORTED);
        assertThat(feedback.trust()).isEqualTo(1);
        assertThat(feedback.status().notReported()).isEqualTo(5);
        assertThat(feedback.status().compared()).isZero();
    }

    @Test
    void onceAnyRankOfAWorkerHasReportedAnAbsentNumberMeansZero() {
        CacheReports worker = new CacheReports();
        Feedback liar = new Feedback(worker);
        Feedback sibling = new Feedback(worker);
        sibling.observe(new Observation(PROMPT, 1024, 1024, PROMPT, 1024));
        for (int i = 0; i < 20; i++) {
            liar.observe(new Observation(PROMPT, 1024, 1024, PROMPT, Observation.ABSENT));
        }
        assertThat(liar.trust()).isLessThan(0.15);
        assertThat(liar.status().notReported()).isZero();
        assertThat(sibling.trust()).isEqualTo(1);
    }

    /** A release that tells of chats may have no word for it in messages: what it leaves out there is no zero. */
    @Test
    void anAbsentNumberIsHeldAgainstNobodyInWordsThatItNeverCameIn() {
        for (int i = 0; i < 20; i++) {
            feedback.observe(new Observation(PROMPT, 1024, 1024, PROMPT, 1024, Wording.OPENAI));
            feedback.observe(new Observation(PROMPT, 1024, 1024, PROMPT, Observation.ABSENT, Wording.ANTHROPIC));
        }
        assertThat(feedback.trust()).isEqualTo(1);
        feedback.observe(new Observation(PROMPT, 1024, 1024, PROMPT, 1024, Wording.ANTHROPIC));
        feedback.observe(new Observation(PROMPT, 1024, 1024, PROMPT, Observation.ABSENT, Wording.ANTHROPIC));
        assertThat(feedback.trust()).isLessThan(1);
    }

    @Test
    void namesACacheThatNeverHadAnythingApartFromOneThatLostIt() {
        times(10, 1024, 0);
        assertThat(reason()).isEqualTo(FeedbackReason.NEVER_CACHED);
        times(40, 1024, 1024);
        times(10, 1024, 0);
        assertThat(reason()).isEqualTo(FeedbackReason.CACHE_LOST);
    }

    @Test
    void namesATokenizerThatDiffersHoweverWellItGoesOtherwise() {
        for (int i = 0; i < 5; i++) {
            assertThat(reason()).isNotEqualTo(FeedbackReason.TOKENS_DIFFER);
            feedback.observe(new Observation(PROMPT, 1024, 1024, PROMPT + 1, 1024));
        }
        assertThat(reason()).isEqualTo(FeedbackReason.TOKENS_DIFFER);
        assertThat(feedback.status().tokensDiffer()).isEqualTo(5);
        told(1024, 1024);
        assertThat(reason()).isEqualTo(FeedbackReason.CONFIRMED);
    }

    @Test
    void tellsOnceThatItIsDoubtedAndOnceThatItIsBelieved() {
        int changes = 0;
        for (int i = 0; i < 30; i++) {
            changes += told(1024, 0) ? 1 : 0;
        }
        assertThat(changes).isEqualTo(1);
        for (int i = 0; i < 30; i++) {
            changes += told(1024, 1024) ? 1 : 0;
        }
        assertThat(changes).isEqualTo(2);
    }

    @Test
    void observingAllocatesNothing() {
        Observation one = new Observation(PROMPT, 1024, 1024, PROMPT, 512);
        long allocated = Allocation.perRound(() -> {
            for (int i = 0; i < 1000; i++) {
                feedback.observe(one);
            }
        });
        assertThat(allocated).isZero();
    }
}
