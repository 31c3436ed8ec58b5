package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.release;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.load.LoadStatus;
import dev.warmpath.scorer.load.SharedLoad;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two routers before one fleet: what one books counts in the other's choices. */
class LoadExchangeTest {

    private static final int SLOT = 3;

    private final TestFleet fleet = new TestFleet(20, 2, 20);
    private final Candidate here = fleet.target(Role.MIXED);
    private final Candidate there = fleet.target(Role.MIXED);
    private final Pairing pairing = mixed(here, there);
    private final LoadExchange exchange = fleet.chooser.exchange();

    @Test
    void aTargetThatAnotherRouterLoadsIsLeftToIt() {
        hear(here, new SharedLoad(5, 500, 0, 5));

        for (int i = 0; i < 5; i++) {
            assertThat(fleet.chooseMixed(fleet.cold(8), pairing).target()).isSameAs(there);
        }
        assertThat(fleet.chooser.load(here)).isEqualTo(new LoadStatus(0, 0, 0, 5, 500, 0));
        Explanation.Row row = fleet.row(fleet.cold(8), here, pairing);
        assertThat(row.othersLoad()).isEqualTo(500);
        assertThat(row.load()).isEqualTo(500);
    }

    @Test
    void equalCostsGoWhereAllRoutersHaveFewerLegs() {
        hear(here, new SharedLoad(1, 0, 0, 1));
        assertThat(fleet.chooseMixed(fleet.cold(1), pairing).target()).isSameAs(there);
    }

    @Test
    void whatALostRouterHadPutThereGoesAtOnceAndNothingElse() {
        hear(here, new SharedLoad(5, 500, 40, 5));
        exchange.hear(SLOT + 1, here, List.of(pairing), new SharedLoad(1, 7, 3, 1));

        exchange.forget(SLOT, here);

        assertThat(fleet.chooser.load(here)).isEqualTo(new LoadStatus(0, 0, 0, 1, 7, 3));
        exchange.forget(SLOT + 1, here);
        assertThat(fleet.chooser.load(here)).isEqualTo(new LoadStatus(0, 0, 0));
    }

    @Test
    void whatIsToldTwiceCountsOnce() {
        hear(here, new SharedLoad(5, 500, 40, 5));
        hear(here, new SharedLoad(5, 500, 40, 5));
        assertThat(fleet.chooser.load(here)).isEqualTo(new LoadStatus(0, 0, 0, 5, 500, 40));
    }

    @Test
    void chargesFadeByBookingsWhereverTheyAreMade() {
        hear(here, new SharedLoad(0, 0, 0, 100));
        Choice.Single booked = fleet.chooseMixed(fleet.cold(8), pairing);
        release(booked);
        Candidate target = booked.target();
        double charged = fleet.chooser.load(target).recentBlocks();
        assertThat(charged).isEqualTo(8);

        // Ten more bookings of the other router, on a target that shares the pool.
        Candidate other = target == here ? there : here;
        hear(other, new SharedLoad(0, 0, 30, 110));
        hear(other, new SharedLoad(0, 0, 30, 120));

        double decay = 0.97;
        int faded = other == here ? 20 : 10;
        assertThat(fleet.chooser.load(target).recentBlocks()).isCloseTo(8 * Math.pow(decay, faded), within(1e-9));
        assertThat(fleet.chooser.load(other).othersRecentBlocks()).isCloseTo(30, within(1e-9));
        release(fleet.chooseMixed(fleet.cold(8), pairing));
        assertThat(fleet.chooser.load(other).othersRecentBlocks()).isCloseTo(30 * decay, within(1e-9));
    }

    @Test
    void siblingsOfAPromptThatAnotherRouterBookedFollowIt() {
        TestFleet elsewhere = new TestFleet(20, 2, 1);
        Candidate first = elsewhere.target(Role.MIXED);
        LoadExchange told = elsewhere.chooser.exchange();
        told.open();
        elsewhere.choose(prompt(tokens(1, 64)), mixed(first));
        List<ExpectedHint> hints = new ArrayList<>();
        told.drain(target -> {}, hints::add);
        assertThat(hints)
                .singleElement()
                .satisfies(hint -> assertThat(hint.chain()).hasSize(16));
        hear(there, new SharedLoad(1, 32, 16, 1));

        exchange.expect(there, hints.get(0));

        assertThat(fleet.chooseMixed(prompt(tokens(1, 64)), pairing).target()).isSameAs(there);
        assertThat(fleet.chooser.load(there).inflightBlocks())
                .as("no miss of its own, its KV blocks only")
                .isEqualTo(16);
    }

    @Test
    void changedTargetsAreNamedOnceForEachTelling() {
        fleet.chooseMixed(fleet.cold(4), mixed(here));
        exchange.open();
        assertThat(changed()).as("before it was open").isEmpty();

        Choice.Single one = fleet.chooseMixed(fleet.cold(4), mixed(here));
        fleet.chooseMixed(fleet.cold(4), mixed(here));
        assertThat(changed()).containsExactly(here.target());
        assertThat(changed()).isEmpty();

        release(one);
        assertThat(changed()).containsExactly(here.target());
        assertThat(exchange.told(here).requests()).isEqualTo(2);
        assertThat(exchange.told(here).bookings()).isEqualTo(3);
    }

    @Test
    void tooManyExpectationsAreCountedAndNotKept() {
        exchange.open();
        for (int i = 0; i < ExpectedHints.MOST + 3; i++) {
            fleet.chooseMixed(fleet.cold(4), pairing);
        }
        List<ExpectedHint> hints = new ArrayList<>();
        exchange.drain(target -> {}, hints::add);
        assertThat(hints).hasSize(ExpectedHints.MOST);
        assertThat(exchange.hintsDropped()).isEqualTo(3);
    }

    private void hear(Candidate candidate, SharedLoad told) {
        exchange.hear(SLOT, candidate, List.of(pairing), told);
    }

    private List<Target> changed() {
        List<Target> targets = new ArrayList<>();
        exchange.drain(targets::add, hint -> {});
        return targets;
    }
}
