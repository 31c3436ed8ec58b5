package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a decode target's having more requests than others weighs. */
class CrowdTest {

    private static final double CROWD_BLOCKS = 12288.0 / TestFleet.BLOCK_SIZE;

    private final TestFleet fleet = new TestFleet(20, 2, 3);
    private final List<Candidate> prefill = fleet.targets(Role.PREFILL, 2);
    private final List<Candidate> decode = fleet.targets(Role.DECODE, 4);
    private final Pairing pairing = pair(prefill, decode);

    private void open(int target, int requests) {
        for (int i = 0; i < requests; i++) {
            fleet.open(decode.get(target), 1);
        }
    }

    private Explanation.Row row(Candidate candidate) {
        return fleet.row(fleet.cold(4), candidate, pairing);
    }

    @Test
    void onlyRequestsBeyondOneMoreThanTheMeanCount() {
        open(0, 4);
        open(1, 2);
        open(2, 2);

        assertThat(row(decode.get(0)).crowd()).isEqualTo((4 - 1 - 2) * CROWD_BLOCKS);
        for (Candidate other : decode.subList(1, 4)) {
            assertThat(row(other).crowd()).isZero();
        }
    }

    @Test
    void itIsPartOfTheLoadAndOfTheCost() {
        open(0, 4);
        Explanation.Row row = row(decode.get(0));

        assertThat(row.crowd()).isEqualTo((4 - 1 - 1) * CROWD_BLOCKS);
        assertThat(row.load()).isGreaterThan(row.crowd());
        assertThat(row.cost()).isEqualTo(2 * row.missed() + row.load());
    }

    @Test
    void loneStreamOutweighsNoCachedPrompt() {
        store(decode.get(0), tokens(1, 8));
        open(0, 1);

        assertThat(row(decode.get(0)).crowd()).isZero();
    }

    @Test
    void promptLeavesTheTargetThatHoldsItWhenOthersThereWouldBeSlowedDown() {
        store(decode.get(0), tokens(1, 64));
        open(0, 1);
        Choice.Pair follows = fleet.choosePair(prompt(tokens(1, 64)), pairing);
        assertThat(follows.decodeTarget()).isSameAs(decode.get(0));

        open(0, 1);
        Choice.Pair leaves = fleet.choosePair(prompt(tokens(1, 64)), pairing);
        assertThat(leaves.decodeTarget()).isNotSameAs(decode.get(0));
    }

    @Test
    void prefillTargetsHaveNone() {
        for (int i = 0; i < 5; i++) {
            fleet.open(prefill.get(0), 1);
        }

        assertThat(row(prefill.get(0)).crowd()).isZero();
    }

    @Test
    void targetsThatMustNotBeChosenAreNoMeasure() {
        open(0, 3);
        decode.get(1).bar(Ineligibility.UNHEALTHY);
        decode.get(2).bar(Ineligibility.UNHEALTHY);

        // Two are left, with a mean of one and a half.
        assertThat(row(decode.get(0)).crowd()).isEqualTo(0.5 * CROWD_BLOCKS);
    }
}
