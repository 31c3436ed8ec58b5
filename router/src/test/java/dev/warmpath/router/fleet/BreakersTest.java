package dev.warmpath.router.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.scorer.choice.Ineligibility;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who is kept from being chosen, for how long, and who may be tried again. The clock is the test's. */
class BreakersTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestWorkers make = new TestWorkers();
    private final Breakers breakers = new Breakers(BreakerSettings.defaults(), this::now);
    /** Near the end of the range, so that times wrap as {@code nanoTime}'s may. */
    private long now = Long.MAX_VALUE - Duration.ofMillis(1500).toNanos();

    private long now() {
        return now;
    }

    private Worker add(String id, Role role) {
        Worker worker = make.worker(id, role);
        breakers.add(worker);
        return worker;
    }

    private void pass(Duration time) {
        now += time.toNanos();
        breakers.look();
    }

    private Passage enter(Worker worker, int rank) {
        return Objects.requireNonNull(breakers.enter(new Target(worker.id(), rank)), "not let in");
    }

    private Passage enter(Worker worker) {
        return enter(worker, 0);
    }

    private static boolean unreachable(Worker worker) {
        List<Boolean> ranks = worker.ranks().stream()
                .map(rank -> rank.candidate().barred(Ineligibility.UNREACHABLE))
                .distinct()
                .toList();
        assertThat(ranks).as("ranks of one worker are barred together").hasSize(1);
        return ranks.get(0);
    }

    private static boolean failing(Worker worker, int rank) {
        return worker.ranks().get(rank).candidate().barred(Ineligibility.FAILING);
    }

    private void fault(Worker worker, int rank, int times) {
        for (int i = 0; i < times; i++) {
            enter(worker, rank).faulted();
        }
    }

    private void serve(Worker worker, int rank) {
        Passage passage = enter(worker, rank);
        passage.began();
        passage.completed();
    }

    // Connections

    @Test
    void refusedConnectionBarsAllRanksAtOnce() {
        Worker worker = add("p", Role.PREFILL);
        Worker other = add("q", Role.PREFILL);

        enter(worker).refused();

        assertThat(unreachable(worker)).isTrue();
        assertThat(unreachable(other)).isFalse();
    }

    @Test
    void oneBrokenConnectionMeansNothingAndTheSecondInARowBars() {
        Worker worker = add("p", Role.PREFILL);

        enter(worker).broke();
        enter(worker).reached();
        enter(worker).broke();
        assertThat(unreachable(worker)).isFalse();

        enter(worker).broke();
        assertThat(unreachable(worker)).isTrue();
    }

    @Test
    void waitDoublesUpToItsLimitAndAnAnswerStartsItAnew() {
        Worker worker = add("p", Role.PREFILL);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            enter(worker).refused();
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(unreachable(worker)).as("just before %d s", seconds).isTrue();
            pass(Duration.ofNanos(1));
            assertThat(unreachable(worker)).as("after %d s", seconds).isFalse();
        }

        enter(worker).reached();
        enter(worker).refused();
        pass(SECOND);

        assertThat(unreachable(worker)).isFalse();
    }

    @Test
    void answerToAnEarlierRequestProvesThatTheWorkerIsThere() {
        Worker worker = add("p", Role.PREFILL);
        Passage earlier = enter(worker);
        enter(worker).refused();

        earlier.reached();

        assertThat(unreachable(worker)).isFalse();
    }

    @Test
    void requestsThatFailWhileTheBreakerIsOpenDoNotChangeItsTime() {
        Worker worker = add("p", Role.PREFILL);
        List<Passage> sent = List.of(enter(worker), enter(worker), enter(worker), enter(worker));
        sent.get(0).refused();
        pass(SECOND);
        sent.get(1).refused();
        assertThat(unreachable(worker)).as("on trial").isFalse();
        enter(worker).refused();
        pass(Duration.ofMillis(1500));
        sent.get(2).refused();
        sent.get(3).broke();

        pass(Duration.ofMillis(500));

        assertThat(unreachable(worker)).isFalse();
    }

    @Test
    void trialIsOneRequestWhoeverElseMayHaveChosenTheTarget() {
        Worker worker = add("p", Role.PREFILL);
        enter(worker).refused();
        pass(SECOND);

        Passage probe = enter(worker, 1);

        assertThat(unreachable(worker)).as("barred while the probe is out").isTrue();
        assertThat(breakers.enter(new Target("p", 0))).isNull();
        assertThat(breakers.enter(new Target("p", 1))).isNull();
        probe.began();
        assertThat(unreachable(worker)).isFalse();
    }

    @Test
    void probeThatCameToNothingIsFreeAgain() {
        Worker worker = add("p", Role.PREFILL);
        enter(worker).refused();
        pass(SECOND);

        enter(worker).abandoned();

        assertThat(unreachable(worker)).isFalse();
        assertThat(breakers.connections("p")).isEqualTo(Circuit.State.HALF_OPEN);
        assertThat(breakers.enter(new Target("p", 0))).isNotNull();
    }

    @Test
    void brokenConnectionOnTrialBarsAtOnce() {
        Worker worker = add("p", Role.PREFILL);
        enter(worker).refused();
        pass(SECOND);

        enter(worker).broke();

        assertThat(unreachable(worker)).isTrue();
        assertThat(breakers.connections("p")).isEqualTo(Circuit.State.OPEN);
    }

    /** Else one request would meet them all and use up its tries. */
    @Test
    void workersThatStandInForOneAnotherAreTriedOneAtATime() {
        List<Worker> dead = List.of(add("a", Role.PREFILL), add("b", Role.PREFILL), add("c", Role.PREFILL));
        dead.forEach(worker -> enter(worker).refused());

        for (int i = 0; i < 20; i++) {
            pass(Duration.ofMillis(1250));
            List<Worker> tried =
                    dead.stream().filter(worker -> !unreachable(worker)).toList();
            assertThat(tried).hasSizeLessThan(2);
            tried.forEach(worker -> enter(worker).refused());
            breakers.look();
            assertThat(dead).as("none follows at once").allMatch(BreakersTest::unreachable);
        }
    }

    @Test
    void firstAnswerBringsTheNextWorkerBackAtOnce() {
        List<Worker> back = List.of(add("a", Role.PREFILL), add("b", Role.PREFILL), add("c", Role.PREFILL));
        back.forEach(worker -> enter(worker).refused());
        pass(SECOND);

        for (int i = 0; i < 3; i++) {
            back.stream()
                    .filter(worker -> !unreachable(worker))
                    .toList()
                    .forEach(worker -> enter(worker).reached());
        }

        assertThat(back).noneMatch(BreakersTest::unreachable);
    }

    @Test
    void prefillAndDecodeAreOnTrialTogether() {
        Worker prefill = add("p", Role.PREFILL);
        Worker decode = add("d", Role.DECODE);
        enter(prefill).refused();
        enter(decode).refused();

        pass(SECOND);

        assertThat(unreachable(prefill)).isFalse();
        assertThat(unreachable(decode)).isFalse();
    }

    @Test
    void workerOnTrialThatNobodyTriesMakesRoom() {
        Worker first = add("a", Role.PREFILL);
        Worker second = add("b", Role.PREFILL);
        enter(first).refused();
        now += 1;
        enter(second).refused();
        pass(SECOND);
        assertThat(unreachable(first)).isFalse();

        pass(Breakers.TRIAL_TURN);
        assertThat(unreachable(first)).isTrue();
        assertThat(unreachable(second)).isFalse();

        pass(Breakers.TRIAL_TURN);
        assertThat(unreachable(first)).isFalse();
        assertThat(unreachable(second)).isTrue();
    }

    @Test
    void probeThatHangsKeepsItsTargetBarredAndHoldsUpNobodyElse() {
        Worker hanging = add("a", Role.PREFILL);
        Worker next = add("b", Role.PREFILL);
        enter(hanging).refused();
        now += 1;
        enter(next).refused();
        pass(SECOND);
        enter(hanging);

        pass(Breakers.TRIAL_TURN);

        assertThat(unreachable(hanging)).isTrue();
        assertThat(unreachable(next)).isFalse();
    }

    @Test
    void otherReasonsStayWhenABreakerCloses() {
        Worker worker = add("p", Role.PREFILL);
        Passage earlier = enter(worker);
        enter(worker).refused();
        worker.ranks().forEach(rank -> rank.candidate().bar(Ineligibility.DRAINING));

        earlier.reached();

        assertThat(worker.ranks())
                .allMatch(rank -> "draining".equals(rank.candidate().ineligible()));
    }

    @Test
    void workerThatComesBackUnderItsNameStartsClean() {
        Worker old = add("p", Role.PREFILL);
        Passage late = enter(old);
        enter(old).refused();
        breakers.forget("p");

        Worker young = add("p", Role.PREFILL);
        late.refused();
        enter(young).broke();

        assertThat(unreachable(young)).isFalse();
        enter(young).broke();
        assertThat(unreachable(young)).isTrue();
    }

    @Test
    void nobodyIsLetInToAWorkerThatHasLeft() {
        Worker worker = add("p", Role.PREFILL);
        breakers.forget("p");

        assertThat(breakers.enter(worker.ranks().get(0).candidate().target())).isNull();
    }

    // Answers

    @Test
    void faultsInARowBarTheRankAlone() {
        Worker worker = add("p", Role.PREFILL);

        fault(worker, 1, 4);
        assertThat(failing(worker, 1)).isFalse();
        fault(worker, 1, 1);

        assertThat(failing(worker, 1)).isTrue();
        assertThat(failing(worker, 0)).isFalse();
        assertThat(unreachable(worker)).isFalse();
    }

    /** Scenario 80 (e). */
    @Test
    void oneFaultAmongGoodAnswersMeansNothing() {
        Worker worker = add("p", Role.PREFILL);
        for (int i = 0; i < 50; i++) {
            for (int good = 0; good < 19; good++) {
                serve(worker, 0);
            }
            fault(worker, 0, 1);
        }

        assertThat(failing(worker, 0)).isFalse();
    }

    @Test
    void everySecondLegFailingBarsTheRank() {
        Worker worker = add("p", Role.PREFILL);
        for (int i = 0; i < 10 && !failing(worker, 0); i++) {
            serve(worker, 0);
            fault(worker, 0, 1);
        }

        assertThat(failing(worker, 0)).isTrue();
    }

    @Test
    void faultsOfSeveralRanksInARowBarThemAll() {
        Worker worker = add("p", Role.PREFILL);

        fault(worker, 0, 3);
        fault(worker, 1, 2);

        assertThat(failing(worker, 0)).isTrue();
        assertThat(failing(worker, 1)).isTrue();
    }

    @Test
    void goodAnswersOfTheOtherRankShowThatItIsNotTheWorker() {
        Worker worker = add("p", Role.PREFILL);

        fault(worker, 1, 1);
        for (int i = 0; i < 4; i++) {
            fault(worker, 0, 1);
            serve(worker, 1);
        }

        assertThat(failing(worker, 0)).isFalse();
        assertThat(failing(worker, 1)).isFalse();
    }

    @Test
    void clientFaultsAndEndsWithoutMeaningLeaveNoMark() {
        Worker worker = add("p", Role.PREFILL);
        for (int i = 0; i < 50; i++) {
            Passage refusedByContent = enter(worker);
            refusedByContent.reached();
            refusedByContent.abandoned();
            enter(worker).abandoned();
        }

        assertThat(failing(worker, 0)).isFalse();
        assertThat(unreachable(worker)).isFalse();
    }

    @Test
    void answeredProbeClosesAndItsDeathInsideTheAnswerOpensAgainForTwiceAsLong() {
        Worker worker = add("p", Role.PREFILL);
        fault(worker, 0, 5);
        pass(SECOND);
        Passage probe = enter(worker);
        probe.began();
        assertThat(failing(worker, 0)).isFalse();

        probe.faulted();
        assertThat(failing(worker, 0)).isTrue();
        pass(Duration.ofSeconds(2).minusNanos(1));
        assertThat(failing(worker, 0)).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(failing(worker, 0)).isFalse();
    }

    @Test
    void completedProbeEndsProbation() {
        Worker worker = add("p", Role.PREFILL);
        fault(worker, 0, 5);
        pass(SECOND);
        serve(worker, 0);

        fault(worker, 0, 4);

        assertThat(failing(worker, 0)).isFalse();
    }

    /** It was sent before the rank failed, and says nothing of how it is now. */
    @Test
    void lateGoodEndDoesNotCloseABreakerOfAnswers() {
        Worker worker = add("p", Role.PREFILL);
        Passage earlier = enter(worker);
        earlier.began();
        fault(worker, 0, 5);

        earlier.completed();

        assertThat(failing(worker, 0)).isTrue();
    }

    @Test
    void legThatWasTakenToBeCompleteMayStillTurnOutFaulty() {
        Worker worker = add("p", Role.PREFILL);
        for (int i = 0; i < 5; i++) {
            Passage prefill = enter(worker);
            prefill.began();
            prefill.completed();
            prefill.faulted();
        }
        fault(worker, 0, 4);

        assertThat(failing(worker, 0)).isTrue();
    }
}
