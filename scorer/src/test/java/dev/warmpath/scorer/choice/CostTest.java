package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostTest {

    private final TestFleet fleet = new TestFleet(20, 2, 3);

    @Test
    void eachBlockIsCreditedByItsBestTierAndTheTrustInItsTarget() {
        Candidate target = fleet.target(Role.MIXED, 4, 0.5);
        store(target, Tier.DEVICE, 1, tokens(1, 8));
        store(target, Tier.HOST, 1, tokens(1, 20));
        store(target, Tier.DISK, 1, tokens(1, 32));

        Explanation.Row row = fleet.row(prompt(tokens(1, 40)), target, mixed(target));
        assertThat(row.blocks()).isEqualTo(10);
        assertThat(List.of(row.device(), row.host(), row.disk())).containsExactly(2, 3, 3);
        assertThat(row.credit()).isEqualTo(0.5 * (2 + 3 * 0.75 + 3 * 0.25));
        assertThat(row.missed()).isEqualTo(10 - row.credit());
        assertThat(row.cost()).isEqualTo(3 * row.missed());
    }

    @Test
    void loadIsAddedUnweighted() {
        Candidate target = fleet.target(Role.MIXED);
        fleet.open(target, 8);
        Explanation.Row row = fleet.row(fleet.cold(10), target, mixed(target));
        assertThat(row.load()).isEqualTo(8 + 8 + 8);
        assertThat(row.cost()).isEqualTo(3 * 10 + 24);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
    void whatIsNotBelievedIsAFullMiss(double trust) {
        Candidate doubted = fleet.target(Role.MIXED, 4, trust);
        Candidate holder = fleet.target(Role.MIXED);
        store(doubted, tokens(1, 64));
        store(holder, tokens(1, 4));
        assertThat(fleet.row(prompt(tokens(1, 64)), doubted, mixed(doubted, holder))
                        .missed())
                .isEqualTo(16);
        assertThat(fleet.chooseMixed(prompt(tokens(1, 64)), mixed(doubted, holder))
                        .target())
                .isSameAs(holder);
    }

    @Test
    void noTrustExceedsOne() {
        Candidate target = fleet.target(Role.MIXED, 4, 7);
        store(target, tokens(1, 64));
        assertThat(fleet.row(prompt(tokens(1, 80)), target, mixed(target)).missed())
                .isEqualTo(4);
    }

    @Test
    void unknownBlockSizeIsAFullMissAsLargeAsTheLargestKnown() {
        Candidate unknown = fleet.target(Role.MIXED, 0, 1);
        Candidate coarse = fleet.target(Role.MIXED, 8, 1);
        Candidate fine = fleet.target(Role.MIXED, 4, 1);
        Pairing pairing = mixed(unknown, coarse, fine);
        assertThat(fleet.row(fleet.cold(16), unknown, pairing).missed()).isEqualTo(16);
        assertThat(fleet.row(fleet.cold(16), fine, pairing).missed()).isEqualTo(16);
        assertThat(fleet.row(fleet.cold(16), coarse, pairing).missed()).isEqualTo(8);
    }

    @Test
    void unknownBlockSizeNeverLooksCheapest() {
        Candidate unknown = fleet.target(Role.MIXED, 0, 1);
        Candidate known = fleet.target(Role.MIXED, 4, 1);
        store(known, tokens(1, 4));
        for (int i = 0; i < 6; i++) {
            Choice.Single choice = fleet.chooseMixed(prompt(tokens(1, 64)), mixed(unknown, known));
            assertThat(choice.target()).isSameAs(known);
            choice.booking().refund();
        }
    }

    /** Not even for a prompt that has no full block at all: a known target has no miss then. */
    @Test
    void unknownBlockSizeIsNoBargainForShortPrompts() {
        Candidate unknown = fleet.target(Role.MIXED, 0, 1);
        Candidate known = fleet.target(Role.MIXED, 4, 1);
        assertThat(fleet.row(prompt(1, 2, 3), unknown, mixed(unknown, known)).cost())
                .isGreaterThan(
                        fleet.row(prompt(1, 2, 3), known, mixed(unknown, known)).cost());
    }

    @Test
    void whereNoBlockSizeIsKnownTheUsualOneStandsIn() {
        Candidate unknown = fleet.target(Role.MIXED, 0, 1);
        Choice.Single choice = fleet.chooseMixed(prompt(tokens(1, 64)), mixed(unknown));
        assertThat(choice.booking().requestBlocks()).isEqualTo(4);
        assertThat(choice.booking().matchedBlocks()).isZero();
        assertThat(fleet.load(unknown).inflightBlocks()).isEqualTo(4 + 4);
        choice.booking().generated(16);
        assertThat(fleet.load(unknown).inflightBlocks()).isEqualTo(4 + 4 + 1);
        choice.booking().release();
        assertThat(fleet.load(unknown).inflightBlocks()).isZero();
    }

    @Test
    void blocksAfterAnImageAreMissesThatNobodyShares() {
        Candidate target = fleet.target(Role.MIXED);
        int[] tokens = tokens(1, 40);
        store(target, tokens);
        HashedPrompt prompt = HashedPrompt.of(tokens, 40, 24, CacheNamespace.PLAIN);
        Explanation.Row row = fleet.row(prompt, target, mixed(target));
        assertThat(row.blocks()).isEqualTo(10);
        assertThat(row.device()).isEqualTo(6);
        assertThat(row.missed()).isEqualTo(4);
        fleet.choose(prompt, mixed(target));
        fleet.choose(prompt, mixed(target));
        assertThat(fleet.load(target).inflightBlocks()).isEqualTo(2 * 4 + 6 + 2 * 4);
    }

    @Test
    void unhashedPromptsGoByLoad() {
        Candidate busy = fleet.target(Role.MIXED);
        Candidate idle = fleet.target(Role.MIXED, 0, 0);
        fleet.open(busy, 1);
        HashedPrompt unhashed = HashedPrompt.unhashed(UnhashedReason.NO_TOKENIZER);
        Choice.Single choice = fleet.chooseMixed(unhashed, mixed(busy, idle));
        assertThat(choice.target()).isSameAs(idle);
        assertThat(choice.kind()).isEqualTo(Choice.Kind.UNHASHED);
        assertThat(choice.booking().requestBlocks()).isZero();
        assertThat(choice.booking().predictedCachedTokens()).isZero();
        assertThat(fleet.chooser.explain(unhashed, List.of(mixed(busy))).unhashed())
                .isEqualTo("no_tokenizer");
    }

    /** A burst of siblings: the second finds the blocks that the first is about to store. */
    @Test
    void siblingsFollowBeforeTheFirstEvent() {
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 4);
        Pairing pairing = pair(prefill, fleet.targets(Role.DECODE, 1));
        Choice.Pair first = fleet.choosePair(prompt(tokens(1, 64)), pairing);
        assertThat(first.prefill().matchedBlocks()).isZero();
        Choice.Pair second = fleet.choosePair(prompt(tokens(1, 80)), pairing);
        assertThat(second.prefillTarget()).isSameAs(first.prefillTarget());
        assertThat(second.prefill().matchedBlocks()).isEqualTo(16);
        assertThat(second.prefill().predictedCachedTokens()).isEqualTo(64);
    }

    @Test
    void expectationsPassSomeTimeAfterThePrefill() {
        Candidate target = fleet.target(Role.MIXED);
        Choice.Single running = fleet.chooseMixed(prompt(tokens(1, 64)), mixed(target));
        fleet.nanos.addAndGet(60_000_000_000L);
        assertThat(fleet.row(prompt(tokens(1, 64)), target, mixed(target)).device())
                .as("while it waits for its prefill, however long")
                .isEqualTo(16);
        running.booking().prefillDone();
        fleet.nanos.addAndGet(1_999_000_000L);
        assertThat(fleet.row(prompt(tokens(1, 64)), target, mixed(target)).device())
                .isEqualTo(16);
        fleet.nanos.addAndGet(2_000_000L);
        assertThat(fleet.row(prompt(tokens(1, 64)), target, mixed(target)).device())
                .isZero();
    }

    @Test
    void weightsHoldForTheNextChoice() {
        Candidate warm = fleet.target(Role.MIXED);
        Candidate idle = fleet.target(Role.MIXED);
        store(warm, tokens(1, 16));
        fleet.open(warm, 3);
        Pairing pairing = mixed(warm, idle);
        Choice.Single byOverlap = fleet.chooseMixed(prompt(tokens(1, 16)), pairing);
        assertThat(byOverlap.target()).isSameAs(warm);
        byOverlap.booking().refund();

        OverlapWeights before = fleet.chooser.weights();
        fleet.chooser.setWeights(new OverlapWeights(20, 2, 0.0));
        assertThat(fleet.chooseMixed(prompt(tokens(1, 16)), pairing).target()).isSameAs(idle);
        assertThat(before.mixed()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.5, 1_000_001, 1e308, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightIsInARangeInWhichLoadStillCounts(double weight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OverlapWeights(20, weight, null))
                .withMessageContaining("decode.overlap_weight");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OverlapWeights(20, 2, weight))
                .withMessageContaining("mixed.overlap_weight");
    }

    @Test
    void costsTieRelativeToTheirSize() {
        assertThat(CostLaw.tieLimit(0)).isCloseTo(1e-9, within(1e-15));
        assertThat(CostLaw.tieLimit(1e9)).isGreaterThan(1e9 + 0.5);
    }
}
