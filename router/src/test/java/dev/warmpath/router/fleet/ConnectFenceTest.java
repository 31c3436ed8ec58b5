package dev.warmpath.router.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.Role;
import dev.warmpath.scorer.choice.Ineligibility;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a worker is fenced, for how long, and who may be tried again. The clock is the test's. */
class ConnectFenceTest {

    private final TestWorkers make = new TestWorkers();
    private final Map<String, Worker> fleet = new HashMap<>();
    private final ConnectFence fence = new ConnectFence(this::now, fleet::get);
    /** Near the end of the range, so that times wrap as {@code nanoTime}'s may. */
    private long now = Long.MAX_VALUE - Duration.ofMillis(1500).toNanos();

    private long now() {
        return now;
    }

    private Worker add(String id, Role role) {
        Worker worker = make.worker(id, role);
        fleet.put(id, worker);
        return worker;
    }

    private void pass(Duration time) {
        now += time.toNanos();
        fence.look();
    }

    private static boolean fenced(Worker worker) {
        List<Boolean> ranks = worker.ranks().stream()
                .map(rank -> "unreachable".equals(rank.candidate().ineligible()))
                .distinct()
                .toList();
        assertThat(ranks).as("ranks of one worker are fenced together").hasSize(1);
        return ranks.get(0);
    }

    @Test
    void refusedConnectionFencesAllRanksAtOnce() {
        Worker worker = add("p", Role.PREFILL);
        Worker other = add("q", Role.PREFILL);

        fence.refused("p");

        assertThat(fenced(worker)).isTrue();
        assertThat(fenced(other)).isFalse();
    }

    @Test
    void oneBrokenConnectionMeansNothingAndTheSecondInARowFences() {
        Worker worker = add("p", Role.PREFILL);

        fence.broke("p");
        fence.reached("p");
        fence.broke("p");
        assertThat(fenced(worker)).isFalse();

        fence.broke("p");
        assertThat(fenced(worker)).isTrue();
    }

    @Test
    void waitDoublesUpToItsLimitAndAnAnswerStartsItAnew() {
        Worker worker = add("p", Role.PREFILL);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            fence.refused("p");
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(fenced(worker)).as("just before %d s", seconds).isTrue();
            pass(Duration.ofNanos(1));
            assertThat(fenced(worker)).as("after %d s", seconds).isFalse();
        }

        fence.reached("p");
        fence.refused("p");
        pass(Duration.ofSeconds(1));

        assertThat(fenced(worker)).isFalse();
    }

    @Test
    void answerLiftsTheFenceBeforeItsTime() {
        Worker worker = add("p", Role.PREFILL);
        fence.refused("p");

        fence.reached("p");

        assertThat(fenced(worker)).isFalse();
    }

    @Test
    void requestsThatFailWhileTheFenceStandsDoNotChangeItsTime() {
        Worker worker = add("p", Role.PREFILL);
        fence.refused("p");
        pass(Duration.ofSeconds(1));
        fence.refused("p");
        pass(Duration.ofMillis(1500));
        for (int i = 0; i < 100; i++) {
            fence.refused("p");
        }

        pass(Duration.ofMillis(500));

        assertThat(fenced(worker)).isFalse();
    }

    @Test
    void brokenConnectionOnTrialFencesAtOnce() {
        Worker worker = add("p", Role.PREFILL);
        fence.refused("p");
        pass(Duration.ofSeconds(1));

        fence.broke("p");

        assertThat(fenced(worker)).isTrue();
    }

    /** Else one request would meet them all and use up its tries. */
    @Test
    void workersThatStandInForOneAnotherAreTriedOneAtATime() {
        List<Worker> dead = List.of(add("a", Role.PREFILL), add("b", Role.PREFILL), add("c", Role.PREFILL));
        dead.forEach(worker -> fence.refused(worker.id()));

        for (int i = 0; i < 20; i++) {
            pass(Duration.ofMillis(1250));
            List<Worker> tried = dead.stream().filter(worker -> !fenced(worker)).toList();
            assertThat(tried).hasSizeLessThan(2);
            tried.forEach(worker -> fence.refused(worker.id()));
            fence.look();
            assertThat(dead).as("none follows at once").allMatch(ConnectFenceTest::fenced);
        }
    }

    @Test
    void firstAnswerBringsTheNextWorkerBackAtOnce() {
        List<Worker> back = List.of(add("a", Role.PREFILL), add("b", Role.PREFILL), add("c", Role.PREFILL));
        back.forEach(worker -> fence.refused(worker.id()));
        pass(Duration.ofSeconds(1));

        for (int i = 0; i < 3; i++) {
            back.stream().filter(worker -> !fenced(worker)).forEach(worker -> fence.reached(worker.id()));
        }

        assertThat(back).noneMatch(ConnectFenceTest::fenced);
    }

    @Test
    void prefillAndDecodeAreOnTrialTogether() {
        Worker prefill = add("p", Role.PREFILL);
        Worker decode = add("d", Role.DECODE);
        fence.refused("p");
        fence.refused("d");

        pass(Duration.ofSeconds(1));

        assertThat(fenced(prefill)).isFalse();
        assertThat(fenced(decode)).isFalse();
    }

    @Test
    void workerOnTrialThatNobodyTriesMakesRoom() {
        Worker first = add("a", Role.PREFILL);
        Worker second = add("b", Role.PREFILL);
        fence.refused("a");
        now += 1;
        fence.refused("b");
        pass(Duration.ofSeconds(1));
        assertThat(fenced(first)).isFalse();

        pass(ConnectFence.TRIAL_TURN);
        assertThat(fenced(first)).isTrue();
        assertThat(fenced(second)).isFalse();

        pass(ConnectFence.TRIAL_TURN);
        assertThat(fenced(first)).isFalse();
        assertThat(fenced(second)).isTrue();
    }

    @Test
    void otherReasonsStayWhenTheFenceIsLifted() {
        Worker worker = add("p", Role.PREFILL);
        fence.refused("p");
        worker.ranks().forEach(rank -> rank.candidate().bar(Ineligibility.DRAINING));

        fence.reached("p");

        assertThat(worker.ranks())
                .allMatch(rank -> "draining".equals(rank.candidate().ineligible()));
    }

    @Test
    void workerThatComesBackUnderItsNameStartsClean() {
        Worker old = add("p", Role.PREFILL);
        fence.refused("p");
        fleet.remove("p");
        fence.forget("p");
        fence.refused("p");

        Worker young = add("p", Role.PREFILL);
        fence.broke("p");

        assertThat(fenced(old)).isTrue();
        assertThat(fenced(young)).isFalse();
        fence.broke("p");
        assertThat(fenced(young)).isTrue();
    }
}
