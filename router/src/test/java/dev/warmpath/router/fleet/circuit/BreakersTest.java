package dev.warmpath.router.fleet.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.fleet.TestWorkers;
import dev.warmpath.router.fleet.worker.Worker;
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
        return Objects.requireNonNull(breakers.enter(new Target(worker.id(), rank), false), "not let in");
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
        assertThat(breakers.enter(new Target("p", 0), false)).isNull();
        assertThat(breakers.enter(new Target("p", 1), false)).isNull();
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
        assertThat(breakers.enter(new Target("p", 0), false)).isNotNull();
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
        add("well", Role.PREFILL);
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
        add("well", Role.PREFILL);
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
        add("well", Role.PREFILL);
        enter(first).refused();
        now += 1;
        enter(second).refused();
        pass(SECOND);
        assertThat(unreachable(first)).isFalse();

        pass(Trials.TURN);
        assertThat(unreachable(first)).isTrue();
        assertThat(unreachable(second)).isFalse();

        pass(Trials.TURN);
        assertThat(unreachable(first)).isFalse();
        assertThat(unreachable(second)).isTrue();
    }

    @Test
    void probeThatHangsHoldsUpNobodyElse() {
        Worker hanging = add("a", Role.PREFILL);
        Worker next = add("b", Role.PREFILL);
        add("well", Role.PREFILL);
        enter(hanging).refused();
        now += 1;
        enter(next).refused();
        pass(SECOND);
        enter(hanging);

        pass(Trials.TURN);

        assertThat(unreachable(hanging)).isTrue();
        assertThat(unreachable(next)).isFalse();
    }

    @Test
    void probeThatHangsIsGivenUpAndTheNextOneComesLaterEachTime() {
        Worker hanging = add("p", Role.PREFILL);
        add("well", Role.PREFILL);
        enter(hanging).refused();
        pass(SECOND);

        for (int seconds : new int[] {2, 4, 8, 16, 30, 30}) {
            enter(hanging);
            pass(Trials.TURN);
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(unreachable(hanging)).as("just before %d s", seconds).isTrue();
            pass(Duration.ofNanos(1));
            assertThat(unreachable(hanging)).as("after %d s", seconds).isFalse();
        }
    }

    @Test
    void probeThatWasGivenUpStillProvesItsTargetByAnAnswerAndHarmsItByNothing() {
        Worker slow = add("p", Role.PREFILL);
        fault(slow, 0, 5);
        pass(SECOND);
        Passage first = enter(slow);
        pass(Trials.TURN);
        pass(Duration.ofSeconds(2));
        Passage second = enter(slow);

        first.faulted();
        assertThat(breakers.answers(second.target())).isEqualTo(Circuit.State.HALF_OPEN);
        assertThat(breakers.enter(second.target(), false))
                .as("one trial at a time")
                .isNull();
        pass(Trials.TURN);
        assertThat(failing(slow, 0)).isTrue();

        second.began();
        assertThat(failing(slow, 0)).isFalse();
    }

    @Test
    void abandonedProbeThatWasGivenUpDoesNotFreeTheOneThatIsOut() {
        Worker slow = add("p", Role.PREFILL);
        enter(slow).refused();
        pass(SECOND);
        Passage first = enter(slow);
        pass(Trials.TURN);
        pass(Duration.ofSeconds(2));
        enter(slow);

        first.abandoned();

        assertThat(unreachable(slow)).isTrue();
    }

    /** Its circuit is closed by then, and only an open one is ever looked at again. */
    @Test
    void probeThatFailsAfterAnotherAnswerBroughtTheWorkerBackDoesNotBarItForEver() {
        Worker worker = add("p", Role.PREFILL);
        Passage earlier = enter(worker);
        enter(worker).refused();
        pass(SECOND);
        Passage probe = enter(worker);
        earlier.reached();

        probe.broke();

        assertThat(unreachable(worker)).isFalse();
        assertThat(breakers.connections("p")).isEqualTo(Circuit.State.CLOSED);
    }

    /** The answer had begun when the worker was still alive. */
    @Test
    void answerThatBreaksOffIsNoProofThatTheWorkerIsThere() {
        Worker worker = add("p", Role.PREFILL);
        Passage streaming = enter(worker);
        streaming.began();
        enter(worker).refused();

        streaming.cut();

        assertThat(unreachable(worker)).isTrue();
    }

    // Nobody else left

    @Test
    void whileNobodyServesWhoeverIsDueIsTried() {
        Worker first = add("a", Role.PREFILL);
        Worker second = add("b", Role.PREFILL);
        enter(first).refused();
        enter(second).refused();
        pass(SECOND);
        assertThat(unreachable(first)).isFalse();
        assertThat(unreachable(second)).as("some may be chosen: one at a time").isTrue();

        enter(first);

        assertThat(unreachable(second)).as("the only one on trial is taken").isFalse();
    }

    @Test
    void failureOfTheLastThatServedLetsThoseThatAreDueBeTriedAtOnce() {
        Worker dead = add("a", Role.PREFILL);
        Worker last = add("b", Role.PREFILL);
        enter(dead).refused();
        // Its own trial would have to wait, for another has just failed.
        now += SECOND.toNanos();

        enter(last).refused();

        assertThat(unreachable(dead)).isFalse();
    }

    /** The fuses of a dead worker's ranks blow with it; a turn given to them would be lost. */
    @Test
    void rankIsNotOnTrialWhileNobodyMayConnectToItsWorker() {
        Worker dead = add("a", Role.PREFILL);
        Worker failing = add("b", Role.PREFILL);
        add("well", Role.PREFILL);
        Passage unlucky = enter(dead);
        fault(dead, 0, 5);
        now += 1;
        fault(failing, 0, 5);
        now += SECOND.minusNanos(2).toNanos();
        unlucky.refused();

        pass(SECOND);

        assertThat(failing(dead, 0)).isTrue();
        assertThat(failing(failing, 0)).isFalse();
    }

    @Test
    void workerOfWhichAllIsBlownComesBackByOneRequestPerRank() {
        Worker worker = add("p", Role.PREFILL);
        add("well", Role.PREFILL);
        Passage unlucky = enter(worker);
        fault(worker, 0, 3);
        fault(worker, 1, 2);
        unlucky.refused();
        assertThat(unreachable(worker) && failing(worker, 0) && failing(worker, 1))
                .isTrue();
        pass(SECOND);

        serve(worker, 0);
        serve(worker, 1);

        assertThat(unreachable(worker) || failing(worker, 0) || failing(worker, 1))
                .isFalse();
    }

    @Test
    void targetThatIsKeptOutForAnotherReasonTooTakesNobodysTurn() {
        Worker drained = add("a", Role.PREFILL);
        Worker next = add("b", Role.PREFILL);
        add("well", Role.PREFILL);
        enter(drained).refused();
        now += 1;
        enter(next).refused();
        drained.ranks().forEach(rank -> rank.candidate().bar(Ineligibility.DRAINING));

        pass(SECOND);
        assertThat(unreachable(next)).isFalse();

        drained.ranks().forEach(rank -> rank.candidate().admit(Ineligibility.DRAINING));
        breakers.look();
        assertThat(unreachable(drained)).as("now it waits for its turn").isTrue();
        enter(next).reached();
        assertThat(unreachable(drained)).isFalse();
    }

    @Test
    void failingTargetIsEnteredForWantOfABetterAndAGoodAnswerClosesItsBreaker() {
        Worker worker = add("p", Role.PREFILL);
        fault(worker, 0, 5);
        Target target = new Target("p", 0);
        assertThat(breakers.enter(target, false)).isNull();

        Passage first = Objects.requireNonNull(breakers.enter(target, true));
        Passage second = Objects.requireNonNull(breakers.enter(target, true));
        first.faulted();
        assertThat(failing(worker, 0)).isTrue();
        second.began();

        assertThat(failing(worker, 0)).isFalse();
    }

    @Test
    void unreachableWorkerIsNotEnteredEvenForWantOfABetter() {
        Worker worker = add("p", Role.PREFILL);
        enter(worker).refused();

        assertThat(breakers.enter(worker.ranks().get(0).candidate().target(), true))
                .isNull();
    }

    // Health probes

    @Test
    void goodProbeAfterABadOneBringsATrialAtOnceAndItsFailureWaitsAsLongAsEver() {
        Worker worker = add("p", Role.PREFILL);
        add("well", Role.PREFILL);
        for (int seconds : new int[] {1, 2, 4}) {
            enter(worker).refused();
            pass(Duration.ofSeconds(seconds));
        }
        enter(worker).refused();
        now += SECOND.toNanos();

        breakers.probedWell(worker, now, true);
        assertThat(unreachable(worker)).isFalse();

        enter(worker).refused();
        pass(Duration.ofSeconds(16).minusNanos(1));
        assertThat(unreachable(worker)).as("flapping stays damped").isTrue();
    }

    @Test
    void goodProbeAfterABadOneLetsAllConnectAgainAlsoWhileOneRequestIsOnTrial() {
        Worker worker = add("d", Role.DECODE);
        Worker other = add("e", Role.DECODE);
        enter(worker).refused();
        enter(other).refused();
        pass(SECOND);
        enter(worker);
        assertThat(unreachable(worker)).as("the trial is taken").isTrue();

        breakers.probedWell(worker, now, true);

        assertThat(unreachable(worker)).isFalse();
        enter(worker);
        enter(worker).refused();
        assertThat(unreachable(worker)).as("on probation").isTrue();
        pass(SECOND.multipliedBy(2).minusNanos(1));
        assertThat(unreachable(worker)).as("for twice as long").isTrue();
    }

    @Test
    void goodProbeLetsAllConnectAgainWhileNobodyElseServes() {
        Worker worker = add("d", Role.DECODE);
        enter(worker).refused();
        pass(SECOND);
        enter(worker);

        breakers.probedWell(worker, now, false);

        assertThat(unreachable(worker)).isFalse();
        enter(worker).began();
        enter(worker).refused();
    }

    @Test
    void goodProbesInARowAreNoNewsWhileOthersServe() {
        Worker worker = add("p", Role.PREFILL);
        Worker other = add("q", Role.PREFILL);
        enter(worker).refused();
        now += 1;

        breakers.probedWell(worker, now, false);
        assertThat(unreachable(worker)).isTrue();

        enter(other).refused();
        breakers.probedWell(worker, now, false);
        assertThat(unreachable(worker)).as("nobody else is left").isFalse();
    }

    @Test
    void probeThatWasSentBeforeTheFailureSpeaksForNobody() {
        Worker worker = add("p", Role.PREFILL);
        long before = now;
        now += 1;
        enter(worker).refused();

        breakers.probedWell(worker, before, true);

        assertThat(unreachable(worker)).isTrue();
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

        assertThat(breakers.enter(worker.ranks().get(0).candidate().target(), false))
                .isNull();
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
