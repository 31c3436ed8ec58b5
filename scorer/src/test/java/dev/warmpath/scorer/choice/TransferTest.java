package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.scoring.TransferSettings.Label;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.TopologyLabels;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the legs sit: what a hand-off costs counts in the choice of both. */
class TransferTest {

    private static final TransferSettings COSTS = new TransferSettings(0, 0.1, 0.2, 0.5, 1, null);

    private static final TopologyLabels RAIL = new TopologyLabels(null, "1", null, null);

    private static TestFleet fleet(TransferSettings transfer) {
        return new TestFleet(ScoringSettings.withWeights(20, 2, null).withTransfer(transfer));
    }

    private static TransferSettings require(Label label) {
        return new TransferSettings(0, 0.1, 0.2, 0.5, 1, label);
    }

    /**
     * A's prefill target is a little idler and B's decode target is, so each side's best sits in another rack. Choosing
     * either side first and then its best partner ends dearer than the pair that is chosen together: both in C, where
     * neither is the best of its side.
     */
    @Test
    void aJointChoiceBeatsTwoGreedyOnes() {
        TestFleet fleet = fleet(COSTS);
        Candidate prefillA = fleet.inRack("a", Role.PREFILL);
        Candidate prefillC = fleet.inRack("c", Role.PREFILL);
        Candidate decodeB = fleet.inRack("b", Role.DECODE);
        Candidate decodeC = fleet.inRack("c", Role.DECODE);
        fleet.open(prefillC, 4);
        fleet.open(decodeC, 4);
        Pairing pairing = pair(List.of(prefillA, prefillC), List.of(decodeB, decodeC));

        Explanation told = fleet.chooser.explain(fleet.cold(100), List.of(pairing));
        double together = cost(told, prefillC, decodeC);
        double prefillFirst = Math.min(cost(told, prefillA, decodeB), cost(told, prefillA, decodeC));
        double decodeFirst = Math.min(cost(told, prefillA, decodeB), cost(told, prefillC, decodeB));

        assertThat(row(told, prefillA).cost()).isLessThan(row(told, prefillC).cost());
        assertThat(row(told, decodeB).cost()).isLessThan(row(told, decodeC).cost());
        assertThat(together).isLessThan(prefillFirst).isLessThan(decodeFirst);
        assertThat(told.prefill()).isEqualTo(prefillC.target());
        assertThat(told.decode()).isEqualTo(decodeC.target());
        Choice.Pair chosen = fleet.choosePair(fleet.cold(100), pairing);
        assertThat(chosen.prefillTarget()).isSameAs(prefillC);
        assertThat(chosen.decodeTarget()).isSameAs(decodeC);
    }

    /** Sum of both costs and 0.2 or 1 for each of 100 blocks: computed here, not asked of the search. */
    private static double cost(Explanation told, Candidate prefill, Candidate decode) {
        Place a = prefill.place();
        Place b = decode.place();
        double perBlock = a != null && b != null && a.rack() == b.rack() ? 0.2 : 1;
        return row(told, prefill).cost() + row(told, decode).cost() + 100 * perBlock;
    }

    private static Explanation.Row row(Explanation told, Candidate candidate) {
        return told.candidates().stream()
                .filter(row -> row.target().equals(candidate.target()))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "h1, -,  -,  -,   0",
                "h1, 1,  r1, z1,  0",
                "h2, 1,  r1, z1,  0.1",
                "h2, 1,  r2, z2,  0.1",
                "h2, 2,  r1, z1,  0.2",
                "h2, 2,  r2, z1,  0.5",
                "h2, 2,  r2, z2,  1",
                "-,  -,  -,  -,   1",
            })
    void theCheapestLabelThatBothShareCounts(
            @Nullable String host, @Nullable String rail, @Nullable String rack, @Nullable String zone, double cost) {
        Place here = Place.of(new TopologyLabels("h1", "1", "r1", "z1"));
        Place there = Place.of(new TopologyLabels(host, rail, rack, zone));
        TransferLaw law = new TransferLaw(COSTS);
        assertThat(law.perBlock(here, there)).isEqualTo(cost);
        assertThat(law.perBlock(there, here)).isEqualTo(cost);
    }

    /** Two labels that nobody wrote are not the same label. */
    @Test
    void unlabelledIsNearNobodyNotEvenAnother() {
        TransferLaw law = new TransferLaw(COSTS);
        Place empty = Place.of(new TopologyLabels(null, null, null, null));
        assertThat(law.perBlock(null, null)).isEqualTo(1);
        assertThat(law.perBlock(empty, empty)).isEqualTo(1);
    }

    @Test
    void onlyBlocksThatTheDecodeTargetLacksMove() {
        TestFleet fleet = fleet(COSTS);
        Candidate prefill = fleet.inRack("a", Role.PREFILL);
        Candidate warm = fleet.inRack("b", Role.DECODE);
        store(warm, tokens(1, 40));
        Explanation told = fleet.chooser.explain(prompt(tokens(1, 60)), List.of(pair(List.of(prefill), List.of(warm))));
        assertThat(row(told, warm).transfer()).isEqualTo(5.0);
        assertThat(row(told, prefill).transfer()).isEqualTo(5.0);
    }

    @Test
    void aRequiredLabelIsNeverGivenUpForLoad() {
        TestFleet fleet = fleet(require(Label.RACK));
        Candidate prefill = fleet.inRack("a", Role.PREFILL);
        Candidate near = fleet.inRack("a", Role.DECODE);
        Candidate far = fleet.inRack("b", Role.DECODE);
        fleet.open(near, 500);
        Pairing pairing = pair(List.of(prefill), List.of(near, far));
        assertThat(fleet.choosePair(fleet.cold(1), pairing).decodeTarget()).isSameAs(near);
        Explanation told = fleet.chooser.explain(fleet.cold(1), List.of(pairing));
        assertThat(row(told, far).transfer()).isInfinite();
    }

    @Test
    void oneHostIsNearEnoughWhateverIsRequired() {
        TransferLaw law = new TransferLaw(require(Label.ZONE));
        Place labelled = Place.of(new TopologyLabels("h", null, null, "z1"));
        Place lacking = Place.of(new TopologyLabels("h", null, null, null));
        assertThat(law.perBlock(labelled, lacking)).isZero();
        assertThat(law.perBlock(labelled, null)).isInfinite();
    }

    /** A required label that nobody carries makes no pair; it is not as if it were not required. */
    @Test
    void aRequirementThatNobodyMeetsIsSaid() {
        TestFleet fleet = fleet(require(Label.RAIL));
        Pairing pairing = pair(fleet.targets(Role.PREFILL, 2), fleet.targets(Role.DECODE, 3));
        Choice.NoTarget none = (Choice.NoTarget) fleet.choose(fleet.cold(4), pairing);
        assertThat(none.role()).isEqualTo(Role.DECODE);
        assertThat(none.reason()).isEqualTo("3 not on the same rail as a prefill target");
        assertThat(fleet.chooser.explain(fleet.cold(4), List.of(pairing)).candidates())
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.transfer()).isInfinite());
        assertThat(fleet.chooser.pairable(pairing)).isFalse();
        assertThat(fleet.chooser.pairable(pair(
                        List.of(fleet.target(Role.PREFILL, 4, 1, RAIL)),
                        List.of(fleet.target(Role.DECODE, 4, 1, RAIL)))))
                .isTrue();
    }

    /** A near target that fails some requests is better than none; a far one that is well is of no use. */
    @Test
    void theOnlyNearTargetServesThoughItFails() {
        TestFleet fleet = fleet(require(Label.RACK));
        Candidate prefill = fleet.inRack("a", Role.PREFILL);
        Candidate near = fleet.inRack("a", Role.DECODE);
        Candidate far = fleet.inRack("b", Role.DECODE);
        near.bar(Ineligibility.FAILING);
        Pairing pairing = pair(List.of(prefill), List.of(near, far));
        Choice.Pair chosen = fleet.choosePair(fleet.cold(1), pairing);
        assertThat(chosen.decodeTarget()).isSameAs(near);
        assertThat(chosen.decodeKind()).isEqualTo(Choice.Kind.LAST_RESORT);
        assertThat(fleet.chooser.choose(fleet.cold(1), List.of(pairing), Set.of(near.target())))
                .isInstanceOf(Choice.NoTarget.class);
    }

    @Test
    void nobodyLabelledMeansNoTransferAtAll() {
        TestFleet fleet = fleet(COSTS);
        Pairing pairing = pair(fleet.targets(Role.PREFILL, 1), fleet.targets(Role.DECODE, 1));
        assertThat(fleet.chooser.explain(fleet.cold(3), List.of(pairing)).candidates())
                .allMatch(row -> row.transfer() == null);
    }

    /** The legs of a session are drawn without a look at where they stand. */
    @Test
    void aSessionWhoseTargetsAreTooFarApartKeepsTheFirstAndAsksNoFailingOne() {
        TestFleet fleet = fleet(require(Label.RACK));
        Candidate home = fleet.inRack("a", Role.PREFILL);
        Candidate other = fleet.inRack("b", Role.PREFILL);
        Candidate near = fleet.inRack("a", Role.DECODE);
        Candidate failing = fleet.inRack("a", Role.DECODE);
        Candidate far = fleet.inRack("b", Role.DECODE);
        fleet.open(home, 50);
        fleet.open(near, 50);
        failing.bar(Ineligibility.FAILING);
        Pairing pairing = pair(List.of(home, other), List.of(near, failing, far));

        Choice.Pair chosen = (Choice.Pair)
                fleet.chooser.choose(fleet.cold(8), List.of(pairing), Set.of(), new Wish(1, home, far, 0, true));

        assertThat(chosen.prefillTarget()).isSameAs(home);
        assertThat(chosen.decodeTarget()).isSameAs(near);
        assertThat(chosen.decodeKind()).isNotEqualTo(Choice.Kind.LAST_RESORT);
    }

    /** Its first target may be chosen, and nobody there can take the second leg. */
    @Test
    void aSessionGoesToAnotherGroupBeforeAFailingTarget() {
        TestFleet fleet = fleet(COSTS);
        Candidate home = fleet.target(Role.PREFILL);
        Candidate failing = fleet.target(Role.DECODE);
        Candidate prefill = fleet.target(Role.PREFILL);
        Candidate decode = fleet.target(Role.DECODE);
        fleet.open(prefill, 50);
        failing.bar(Ineligibility.FAILING);
        List<Pairing> groups = List.of(pair(List.of(home), List.of(failing)), pair(List.of(prefill), List.of(decode)));

        Choice.Pair chosen =
                (Choice.Pair) fleet.chooser.choose(fleet.cold(8), groups, Set.of(), new Wish(1, home, null, 0, true));

        assertThat(chosen.prefillTarget()).isSameAs(prefill);
        assertThat(chosen.prefillKind()).isNotEqualTo(Choice.Kind.LAST_RESORT);
        assertThat(chosen.decodeTarget()).isSameAs(decode);
    }
}
