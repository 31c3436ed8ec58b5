package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.release;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.Allocation;
import dev.warmpath.scorer.choice.ChoiceTally.RoleTally;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WeightTrialTest {

    private final TestFleet fleet = new TestFleet(20, 2, 20);
    private final Candidate warm = fleet.target(Role.MIXED);
    private final Candidate cold = fleet.target(Role.MIXED);
    private final Pairing both = mixed(warm, cold);
    private final int[] known = tokens(1, 8 * TestFleet.BLOCK_SIZE);

    private RoleTally mixedTally() {
        return fleet.chooser.tally().mixed();
    }

    @Test
    void choiceThatOverlapDecidesIsSwayed() {
        store(warm, known);
        fleet.open(warm, 3);

        assertThat(fleet.chooseMixed(prompt(known), both).target()).isSameAs(warm);

        // The first choice was among one.
        assertThat(mixedTally()).isEqualTo(new RoleTally(1, 1));
    }

    /** The warm target is the one that load alone would take as well. */
    @Test
    void choiceThatLoadWouldMakeTooIsContestedOnly() {
        store(warm, known);
        fleet.open(cold, 3);

        assertThat(fleet.chooseMixed(prompt(known), both).target()).isSameAs(warm);

        assertThat(mixedTally()).isEqualTo(new RoleTally(1, 0));
    }

    @Test
    void weightOfZeroSwaysNothing() {
        fleet.chooser.setWeights(new OverlapWeights(0, 0, 0.0));
        store(warm, known);
        for (int i = 0; i < 10; i++) {
            release(fleet.choose(prompt(known), both));
        }

        assertThat(mixedTally().contested()).isPositive();
        assertThat(mixedTally().swayed()).isZero();
    }

    @Test
    void promptThatAllHaveAlikeIsNotContested() {
        fleet.choose(fleet.cold(4), both);

        assertThat(mixedTally()).isEqualTo(new RoleTally(0, 0));
        assertThat(fleet.chooser.tally().hashed()).isEqualTo(1);
    }

    @Test
    void promptShorterThanABlockIsCountedAsSuch() {
        fleet.choose(prompt(1, 2, 3), both);
        fleet.choose(fleet.cold(1), both);

        assertThat(fleet.chooser.tally().hashed()).isEqualTo(2);
        assertThat(fleet.chooser.tally().tooShort()).isEqualTo(1);
    }

    @Test
    void legsOfAPairAreCountedByTheirOwnRoles() {
        Candidate decode = fleet.target(Role.DECODE);
        Candidate prefill = fleet.target(Role.PREFILL);
        Pairing pairing =
                pair(List.of(prefill, fleet.target(Role.PREFILL)), List.of(decode, fleet.target(Role.DECODE)));
        store(prefill, known);

        fleet.choosePair(prompt(known), pairing);

        assertThat(fleet.chooser.tally().prefill().contested()).isEqualTo(1);
        assertThat(fleet.chooser.tally().decode().contested()).isZero();
        assertThat(mixedTally().contested()).isZero();
    }

    @Test
    void explainingCountsNothing() {
        store(warm, known);

        fleet.chooser.explain(prompt(known), List.of(both));

        assertThat(fleet.chooser.tally().hashed()).isZero();
    }

    @Test
    void countingAllocatesNothing() {
        store(warm, known);
        ScoreSheet sheet = new ScoreSheet(new CostLaw(ScoringSettings.withWeights(20.0, 2.0, 20.0)), fleet.index);
        List<Pairing> pairings = List.of(both);
        sheet.fill(prompt(known), pairings, Set.of(), fleet.chooser.weights(), Wish.NONE);
        PairSearch.Way way = Objects.requireNonNull(
                new PairSearch(new TransferLaw(TransferSettings.defaults())).best(sheet, pairings));
        WeightTrial trial = new WeightTrial();

        long allocated = Allocation.perRound(() -> trial.look(sheet, pairings, way));

        assertThat(allocated).isZero();
    }
}
