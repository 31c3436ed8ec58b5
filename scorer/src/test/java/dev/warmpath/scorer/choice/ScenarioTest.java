package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.concat;
import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.release;
import static dev.warmpath.scorer.choice.TestFleet.remove;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.load.Booking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of such routers have run into, on the level of the choice. */
class ScenarioTest {

    /** Scenario 17: a hole in the middle of a prefix. */
    @Test
    void aMatchEndsAtTheFirstHole() {
        TestFleet fleet = new TestFleet(20, 2, 1);
        Candidate holed = fleet.target(Role.MIXED);
        Candidate unbroken = fleet.target(Role.MIXED);
        Pairing pairing = mixed(holed, unbroken);
        int[] tokens = tokens(1, 64);
        store(holed, Tier.DEVICE, 101, tokens);
        remove(holed, Tier.DEVICE, 103);
        store(unbroken, tokens(1, 32));

        assertThat(fleet.row(prompt(tokens), holed, pairing).device()).isEqualTo(2);
        assertThat(fleet.row(prompt(tokens), unbroken, pairing).device()).isEqualTo(8);
        for (int i = 0; i < 6; i++) {
            Choice.Single choice = fleet.chooseMixed(prompt(tokens), pairing);
            assertThat(choice.target()).isSameAs(unbroken);
            release(choice);
        }
    }

    /** Scenario 34: ties must not go to the first in the list; 4 workers, and 4 workers of 4 ranks. */
    @ParameterizedTest
    @ValueSource(ints = {4, 16})
    void sequentialColdPromptsSpreadEvenly(int targets) {
        TestFleet fleet = new TestFleet(20, 2, 1);
        List<Candidate> prefill = fleet.targets(Role.PREFILL, targets);
        List<Candidate> decode = fleet.targets(Role.DECODE, targets);
        Pairing pairing = pair(prefill, decode);
        Map<Target, Integer> chosen = new HashMap<>();
        for (int i = 0; i < 100 * targets; i++) {
            Choice.Pair choice = fleet.choosePair(fleet.cold(1 + i % 7), pairing);
            chosen.merge(choice.prefillTarget().target(), 1, Integer::sum);
            chosen.merge(choice.decodeTarget().target(), 1, Integer::sum);
            release(choice);
        }
        assertThat(chosen).hasSize(2 * targets);
        assertThat(chosen.values()).allSatisfy(count -> assertThat(count).isBetween(60, 140));
    }

    /** Scenario 34 for prompts that are shorter than a block: nothing but the tie rule tells targets apart. */
    @Test
    void promptsWithoutAFullBlockTakeTurns() {
        TestFleet fleet = new TestFleet(20, 2, 1);
        List<Candidate> targets = fleet.targets(Role.MIXED, 4);
        Map<Target, Integer> chosen = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            Choice.Single choice = fleet.chooseMixed(prompt(1, 2, 3), mixed(targets));
            assertThat(choice.kind()).isEqualTo(Choice.Kind.TIED);
            chosen.merge(choice.target().target(), 1, Integer::sum);
            release(choice);
        }
        assertThat(chosen.values()).containsExactly(100, 100, 100, 100);
    }

    /** Scenario 37: a health check that fails and recovers touches eligibility, never the load. */
    @Test
    void loadSurvivesHealthChanges() {
        TestFleet fleet = new TestFleet(1, 1, 1);
        Candidate busy = fleet.target(Role.MIXED);
        Candidate idle = fleet.target(Role.MIXED);
        store(busy, tokens(1, 8));
        List<Choice> open = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            open.add(fleet.choose(prompt(concat(tokens(1, 8), fleet.coldTokens(4))), mixed(busy)));
            busy.bar(Ineligibility.UNHEALTHY);
            assertThat(fleet.load(busy).requests()).isEqualTo(i + 1);
            busy.admit(Ineligibility.UNHEALTHY);
            assertThat(fleet.load(busy).requests()).isEqualTo(i + 1);
        }
        assertThat(fleet.chooseMixed(prompt(tokens(1, 64)), mixed(busy, idle)).target())
                .isSameAs(idle);
        open.forEach(TestFleet::release);
        assertThat(fleet.load(busy).requests()).isZero();
        assertThat(fleet.load(busy).inflightBlocks()).isZero();
    }

    /** Scenario 38: how much a target caches in all says nothing about a prompt that it does not cache. */
    @Test
    void missesGoToTheIdleTargetAndNotToTheSmallestCache() {
        TestFleet fleet = new TestFleet(20, 2, 20);
        Candidate small = fleet.target(Role.MIXED);
        Candidate large = fleet.target(Role.MIXED);
        store(small, tokens(1, 8));
        store(large, fleet.coldTokens(5_000 * TestFleet.BLOCK_SIZE));
        for (int i = 0; i < 20; i++) {
            fleet.open(small, 8);
        }
        for (int i = 0; i < 15; i++) {
            assertThat(fleet.chooseMixed(fleet.cold(8), mixed(small, large)).target())
                    .as("prompt %d", i)
                    .isSameAs(large);
        }
        for (int i = 15; i < 40; i++) {
            fleet.choose(fleet.cold(8), mixed(small, large));
        }
        assertThat(fleet.load(small).requests())
                .as("once loads are even, both serve")
                .isBetween(25, 35);
        assertThat(fleet.load(large).requests()).isBetween(25, 35);
    }

    /**
     * Scenario 40: a hot system prompt of 4 blocks before 60 blocks of each request's own. At weight 20 the 4 blocks are
     * worth 80 blocks of queue, which little more than one such request brings, so the warm target leads by about one.
     * A target on which one of them was booked holds the 4 blocks too, as expected, so the lead does not even last.
     */
    @Test
    void aHotPrefixDoesNotPileUpOnOneTarget() {
        TestFleet fleet = new TestFleet(20, 2, 20);
        List<Candidate> targets = fleet.targets(Role.MIXED, 4);
        int[] system = tokens(1, 16);
        store(targets.get(0), system);
        for (int i = 0; i < 200; i++) {
            fleet.choose(prompt(concat(system, fleet.coldTokens(240))), mixed(targets));
        }
        assertThat(targets)
                .allSatisfy(target -> assertThat(fleet.load(target).requests()).isBetween(35, 75));
    }

    /** A queue that is longer than any time to live: what waits in it is cached when a sibling's turn comes. */
    @Test
    void siblingsFollowAPromptThatWaitsHoweverLongItWaits() {
        TestFleet fleet = new TestFleet(20, 2, 20);
        List<Candidate> targets = fleet.targets(Role.MIXED, 2);
        int[] document = tokens(1, 64);
        Choice.Single first = fleet.chooseMixed(prompt(document), mixed(targets));

        fleet.nanos.addAndGet(Duration.ofMinutes(10).toNanos());
        Choice.Single sibling = fleet.chooseMixed(prompt(concat(document, fleet.coldTokens(16))), mixed(targets));
        assertThat(sibling.target()).isSameAs(first.target());
        assertThat(sibling.booking().matchedBlocks()).isEqualTo(16);

        first.booking().prefillDone();
        sibling.booking().fail();
        fleet.nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(fleet.chooseMixed(prompt(document), mixed(targets)).booking().matchedBlocks())
                .as("no event came")
                .isZero();
    }

    /** Scenario 40: when all are equally busy, the target that holds the prefix is preferred. */
    @Test
    void amongEquallyBusyTargetsTheWarmOneWins() {
        TestFleet fleet = new TestFleet(20, 2, 20);
        List<Candidate> targets = fleet.targets(Role.MIXED, 4);
        int[] system = tokens(1, 16);
        store(targets.get(2), system);
        targets.forEach(target -> fleet.open(target, 60));
        assertThat(fleet.chooseMixed(prompt(concat(system, fleet.coldTokens(240))), mixed(targets))
                        .target())
                .isSameAs(targets.get(2));
    }

    /** Scenario 42: each role follows its own weight and its own targets' caches. */
    @Test
    void overlapCountsPerRoleByItsOwnWeight() {
        TestFleet fleet = new TestFleet(1, 0, 1);
        Candidate warmPrefill = fleet.target(Role.PREFILL);
        Candidate coldPrefill = fleet.target(Role.PREFILL);
        Candidate warmDecode = fleet.target(Role.DECODE);
        Candidate coldDecode = fleet.target(Role.DECODE);
        Pairing pairing = pair(List.of(coldPrefill, warmPrefill), List.of(coldDecode, warmDecode));
        int[] tokens = tokens(1, 64);
        store(warmPrefill, tokens);
        store(warmDecode, tokens);
        fleet.open(warmPrefill, 2);
        fleet.open(warmDecode, 2);

        Choice.Pair first = fleet.choosePair(prompt(tokens), pairing);
        assertThat(first.prefillTarget()).isSameAs(warmPrefill);
        assertThat(first.decodeTarget()).isSameAs(coldDecode);
        first.prefill().refund();
        first.decode().refund();

        fleet.chooser.setWeights(new OverlapWeights(0, 1, 1.0));
        Choice.Pair second = fleet.choosePair(prompt(tokens), pairing);
        assertThat(second.prefillTarget()).isSameAs(coldPrefill);
        assertThat(second.decodeTarget()).isSameAs(warmDecode);
    }

    /** Scenario 43: a prefill target is free again when prefill is done, however long decode lasts. */
    @Test
    void prefillLoadEndsWithPrefillAndDecodeLoadWithDecode() {
        TestFleet fleet = new TestFleet(20, 2, 1);
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 2);
        List<Candidate> decode = fleet.targets(Role.DECODE, 1);
        Pairing pairing = pair(prefill, decode);
        List<Choice.Pair> running = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Choice.Pair choice = fleet.choosePair(fleet.cold(8), pairing);
            choice.prefill().prefillDone();
            running.add(choice);
        }
        for (Candidate target : prefill) {
            assertThat(fleet.load(target).requests()).isZero();
            assertThat(fleet.load(target).inflightBlocks()).isZero();
        }
        assertThat(fleet.load(decode.get(0)).requests()).isEqualTo(10);
        assertThat(fleet.load(decode.get(0)).inflightBlocks()).isEqualTo(80);

        running.forEach(TestFleet::release);
        running.forEach(TestFleet::release);
        for (Candidate target : List.of(prefill.get(0), prefill.get(1), decode.get(0))) {
            assertThat(fleet.load(target).requests()).isZero();
            assertThat(fleet.load(target).inflightBlocks()).isZero();
        }
    }

    /** Scenario 63: a leg that dies mid-stream takes what it generated with it, and what it was expected to store. */
    @Test
    void aLegThatDiesMidStreamLeavesNoLoadAndNoExpectation() {
        TestFleet fleet = new TestFleet(20, 2, 20);
        Candidate target = fleet.target(Role.MIXED);
        int[] tokens = tokens(1, 64);
        Booking booking = fleet.chooseMixed(prompt(tokens), mixed(target)).booking();
        booking.generated(100);
        assertThat(fleet.load(target).inflightBlocks()).isEqualTo(16 + 16 + 25);
        assertThat(fleet.row(prompt(tokens), target, mixed(target)).device()).isEqualTo(16);

        booking.fail();
        booking.release();
        assertThat(fleet.load(target).inflightBlocks()).isZero();
        assertThat(fleet.load(target).requests()).isZero();
        assertThat(fleet.row(prompt(tokens), target, mixed(target)).device()).isZero();
    }
}
