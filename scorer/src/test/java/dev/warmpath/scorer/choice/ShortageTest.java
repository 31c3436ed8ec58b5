package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShortageTest {

    private final TestFleet fleet = new TestFleet(20, 2, 1);
    private final List<Candidate> none = List.of();

    @Test
    void namesTheRoleThatIsMissing() {
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 2);
        List<Candidate> decode = fleet.targets(Role.DECODE, 2);
        assertThat(fleet.choose(fleet.cold(4), pair(none, decode))).isEqualTo(noTarget(Role.PREFILL, "no worker"));
        assertThat(fleet.choose(fleet.cold(4), pair(prefill, none))).isEqualTo(noTarget(Role.DECODE, "no worker"));
        assertThat(fleet.choose(fleet.cold(4), pair(none, none))).isEqualTo(noTarget(Role.PREFILL, "no worker"));
        assertThat(fleet.choose(fleet.cold(4))).isEqualTo(noTarget(Role.PREFILL, "no worker"));
        assertThat(fleet.choose(fleet.cold(4), mixed(none))).isEqualTo(noTarget(Role.MIXED, "no worker"));
        assertNothingBooked(prefill);
        assertNothingBooked(decode);
    }

    @Test
    void sumsUpWhyNobodyIsEligible() {
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 4);
        prefill.get(0).bar(Ineligibility.DRAINING);
        prefill.get(1).bar(Ineligibility.UNHEALTHY);
        prefill.get(2).bar(Ineligibility.DRAINING);
        Pairing pairing = pair(prefill, fleet.targets(Role.DECODE, 1));
        Choice choice = fleet.chooser.choose(
                fleet.cold(4), List.of(pairing), Set.of(prefill.get(3).target()));
        assertThat(choice).isEqualTo(noTarget(Role.PREFILL, "2 draining, 1 unhealthy, 1 already tried"));
    }

    @Test
    void saysWhenAllWereTriedAlready() {
        List<Candidate> decode = fleet.targets(Role.DECODE, 2);
        Set<Target> tried = new HashSet<>();
        decode.forEach(candidate -> tried.add(candidate.target()));
        Pairing pairing = pair(fleet.targets(Role.PREFILL, 1), decode);
        assertThat(fleet.chooser.choose(fleet.cold(4), List.of(pairing), tried))
                .isEqualTo(noTarget(Role.DECODE, "2 already tried"));
    }

    /** Group a has lost its decode workers, group b its prefill workers: a prefill worker exists, a pair does not. */
    @Test
    void legsAreNotPairedAcrossGroups() {
        List<Candidate> gone = fleet.targets(Role.DECODE, 2);
        gone.forEach(candidate -> candidate.bar(Ineligibility.UNHEALTHY));
        Pairing a = new Pairing("a", Protocol.VLLM_NIXL, fleet.targets(Role.PREFILL, 1), gone);
        Pairing b = new Pairing("b", Protocol.VLLM_NIXL, none, fleet.targets(Role.DECODE, 1));
        assertThat(fleet.choose(fleet.cold(4), a, b)).isEqualTo(noTarget(Role.DECODE, "2 unhealthy"));
    }

    @Test
    void aPairingThatCannotServeIsPassedOver() {
        Pairing halved = pair(fleet.targets(Role.PREFILL, 1), none);
        List<Candidate> draining = fleet.targets(Role.DECODE, 1);
        draining.get(0).bar(Ineligibility.DRAINING);
        Pairing drained = pair(fleet.targets(Role.PREFILL, 1), draining);
        Pairing whole = pair(fleet.targets(Role.PREFILL, 1), fleet.targets(Role.DECODE, 1));
        Choice.Pair choice = fleet.choosePair(fleet.cold(4), halved, drained, whole);
        assertThat(choice.pairing()).isSameAs(whole);
        assertThat(choice.prefillKind()).isEqualTo(Choice.Kind.ONLY_ONE);
    }

    @Test
    void mixedTargetsStandInWherePairsAreMissingAndCompeteWhereNot() {
        Candidate mixed = fleet.target(Role.MIXED);
        Pairing halved = pair(fleet.targets(Role.PREFILL, 1), none);
        assertThat(fleet.chooseMixed(fleet.cold(4), halved, mixed(mixed)).target())
                .isSameAs(mixed);

        Pairing whole = pair(fleet.targets(Role.PREFILL, 1), fleet.targets(Role.DECODE, 1));
        // The mixed weight is 1, so an idle mixed target is cheaper than 20 + 2 per block.
        assertThat(fleet.choose(fleet.cold(64), whole, mixed(mixed))).isInstanceOf(Choice.Single.class);
        fleet.open(mixed, 1_000_000);
        assertThat(fleet.choose(fleet.cold(64), whole, mixed(mixed))).isInstanceOf(Choice.Pair.class);
    }

    @Test
    void aMixedTargetWithoutAWeightIsNotChosenAndSaysWhy() {
        TestFleet fleet = new TestFleet(ScoringSettings.withWeights(20, 2, null));
        Candidate mixed = fleet.target(Role.MIXED);
        assertThat(fleet.choose(fleet.cold(4), mixed(mixed)))
                .isEqualTo(noTarget(Role.MIXED, "1 without scoring.mixed.overlap_weight"));
        assertThat(fleet.row(fleet.cold(4), mixed, mixed(mixed)).ineligible())
                .isEqualTo("without scoring.mixed.overlap_weight");

        fleet.chooser.setWeights(new OverlapWeights(20, 2, 1.0));
        assertThat(fleet.chooseMixed(fleet.cold(4), mixed(mixed)).target()).isSameAs(mixed);
    }

    /** A target that fails some requests serves some. */
    @Test
    void sideWithoutAnybodyElseFallsBackOnThoseThatFail() {
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 2);
        List<Candidate> decode = fleet.targets(Role.DECODE, 3);
        prefill.get(0).bar(Ineligibility.FAILING);
        decode.forEach(candidate -> candidate.bar(Ineligibility.FAILING));
        decode.get(0).bar(Ineligibility.UNREACHABLE);
        decode.get(1).bar(Ineligibility.DRAINING);

        Choice.Pair choice = fleet.choosePair(fleet.cold(4), pair(prefill, decode));

        assertThat(choice.prefillTarget()).as("its side has a better one").isSameAs(prefill.get(1));
        assertThat(choice.prefillKind()).isEqualTo(Choice.Kind.ONLY_ONE);
        assertThat(choice.decodeTarget()).as("barred for failing alone").isSameAs(decode.get(2));
        assertThat(choice.decodeKind()).isEqualTo(Choice.Kind.LAST_RESORT);
        assertThat(fleet.row(fleet.cold(4), decode.get(2), pair(prefill, decode))
                        .lastResort())
                .isTrue();
        assertThat(fleet.row(fleet.cold(4), decode.get(0), pair(prefill, decode))
                        .ineligible())
                .isEqualTo("unreachable");
    }

    @Test
    void nobodyFallsBackWhileAnotherPairingServes() {
        List<Candidate> failing = fleet.targets(Role.DECODE, 1);
        failing.get(0).bar(Ineligibility.FAILING);
        Pairing broken = pair(fleet.targets(Role.PREFILL, 1), failing);
        Pairing whole = pair(fleet.targets(Role.PREFILL, 1), fleet.targets(Role.DECODE, 1));

        assertThat(fleet.choosePair(fleet.cold(4), broken, whole).pairing()).isSameAs(whole);
        assertThat(fleet.row(fleet.cold(4), failing.get(0), broken, whole).ineligible())
                .isEqualTo("failing");
    }

    @Test
    void fallingBackTriesNoTargetTwiceAndNoneWithoutAWeight() {
        TestFleet fleet = new TestFleet(ScoringSettings.withWeights(20, 2, null));
        Candidate mixed = fleet.target(Role.MIXED);
        Candidate prefill = fleet.target(Role.PREFILL);
        mixed.bar(Ineligibility.FAILING);
        prefill.bar(Ineligibility.FAILING);
        Pairing pairing = pair(List.of(prefill), fleet.targets(Role.DECODE, 1));

        assertThat(fleet.choose(fleet.cold(4), mixed(mixed))).isEqualTo(noTarget(Role.MIXED, "1 failing"));
        assertThat(fleet.chooser.choose(fleet.cold(4), List.of(pairing), Set.of(prefill.target())))
                .isEqualTo(noTarget(Role.PREFILL, "1 failing"));
    }

    private static Choice.NoTarget noTarget(Role role, String reason) {
        return new Choice.NoTarget(role, reason);
    }

    private void assertNothingBooked(List<Candidate> candidates) {
        assertThat(candidates)
                .allSatisfy(candidate ->
                        assertThat(fleet.load(candidate).requests()).isZero());
    }
}
