package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TieTest {

    /** Shorter than a block, so that no booking of it weighs anything. */
    private static final HashedPrompt SHORT = prompt(1, 2, 3);

    private final TestFleet fleet = new TestFleet(20, 2, 20);

    @Test
    void fewerRequestsInFlightGoFirst() {
        List<Candidate> targets = fleet.targets(Role.MIXED, 3);
        fleet.choose(SHORT, mixed(targets.get(0)));
        fleet.choose(SHORT, mixed(targets.get(0)));
        fleet.choose(SHORT, mixed(targets.get(2)));
        fleet.chooseMixed(SHORT, mixed(targets.get(1))).booking().release();
        assertThat(fleet.chooseMixed(SHORT, mixed(targets)).target()).isSameAs(targets.get(1));
    }

    @Test
    void thenTheLeastRecentlyChosen() {
        List<Candidate> targets = fleet.targets(Role.MIXED, 3);
        for (int i : new int[] {1, 0, 2, 1}) {
            fleet.chooseMixed(SHORT, mixed(targets.get(i))).booking().release();
        }
        for (int i : new int[] {0, 2, 1, 0}) {
            Choice.Single choice = fleet.chooseMixed(SHORT, mixed(targets));
            assertThat(choice.target()).isSameAs(targets.get(i));
            choice.booking().release();
        }
    }

    @Test
    void neverChosenGoesBeforeChosen() {
        List<Candidate> targets = fleet.targets(Role.MIXED, 8);
        Set<Candidate> chosen = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            Choice.Single choice = fleet.chooseMixed(SHORT, mixed(targets));
            choice.booking().release();
            chosen.add(choice.target());
        }
        assertThat(chosen).hasSize(8);
    }

    /** Several routers that start at once must not all open with the same target. */
    @Test
    void routersDoNotAllOpenWithTheSameTarget() {
        Set<Integer> first = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            TestFleet router = new TestFleet(20, 2, 20);
            List<Candidate> targets = router.targets(Role.MIXED, 4);
            first.add(targets.indexOf(router.chooseMixed(SHORT, mixed(targets)).target()));
        }
        assertThat(first).hasSizeGreaterThan(1);
    }

    @Test
    void tiesAcrossPairingsFollowTheSameRule() {
        Candidate mixed = fleet.target(Role.MIXED);
        Pairing a = pair(fleet.targets(Role.PREFILL, 1), fleet.targets(Role.DECODE, 1));
        Pairing b = pair(fleet.targets(Role.PREFILL, 1), fleet.targets(Role.DECODE, 1));
        Set<Candidate> chosen = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Choice choice = fleet.choose(SHORT, a, mixed(mixed), b);
            chosen.add(choice instanceof Choice.Pair pair ? pair.prefillTarget() : ((Choice.Single) choice).target());
        }
        assertThat(chosen)
                .containsExactlyInAnyOrder(
                        mixed, a.prefill().get(0), b.prefill().get(0));
    }

    /** The tie rule over pairs is the tie rule of either side, whichever way the search goes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pairsTakeTurnsOnBothSides(boolean asksForTransfers) {
        TestFleet fleet = new TestFleet(ScoringSettings.withWeights(20, 2, null));
        Pairing sides = pair(fleet.targets(Role.PREFILL, 2), fleet.targets(Role.DECODE, 3));
        Pairing pairing =
                new Pairing(sides.group(), sides.protocol(), sides.prefill(), sides.decode(), asksForTransfers);
        Set<Candidate> chosen = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Choice.Pair choice = fleet.choosePair(SHORT, pairing);
            assertThat(choice.prefillKind()).isEqualTo(Choice.Kind.TIED);
            assertThat(choice.decodeKind()).isEqualTo(Choice.Kind.TIED);
            chosen.add(choice.prefillTarget());
            chosen.add(choice.decodeTarget());
            assertThat(fleet.load(choice.decodeTarget()).requests()).isEqualTo(1);
        }
        assertThat(chosen).hasSize(5);
    }

    @Test
    void kindTellsPerRoleWhatDecided() {
        Candidate warm = fleet.target(Role.PREFILL);
        Candidate cold = fleet.target(Role.PREFILL);
        Candidate decode = fleet.target(Role.DECODE);
        Pairing pairing = pair(List.of(warm, cold), List.of(decode));
        assertThat(fleet.choosePair(SHORT, pairing).prefillKind()).isEqualTo(Choice.Kind.TIED);

        store(warm, tokens(1, 16));
        Choice.Pair scored = fleet.choosePair(prompt(tokens(1, 16)), pairing);
        assertThat(scored.prefillKind()).isEqualTo(Choice.Kind.SCORED);
        assertThat(scored.decodeKind()).isEqualTo(Choice.Kind.ONLY_ONE);

        cold.bar(Ineligibility.DRAINING);
        assertThat(fleet.choosePair(prompt(tokens(1, 16)), pairing).prefillKind())
                .isEqualTo(Choice.Kind.ONLY_ONE);
        Choice.Pair unhashed = fleet.choosePair(HashedPrompt.unhashed(UnhashedReason.TOKENIZER_BUSY), pairing);
        assertThat(unhashed.prefillKind()).isEqualTo(Choice.Kind.UNHASHED);
        assertThat(unhashed.decodeKind()).isEqualTo(Choice.Kind.UNHASHED);
    }
}
