package dev.warmpath.router.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.TestWorkers;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who is asked when. The clock is the test's, and so are the answers. */
class RoundOfCallsTest {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final TestWorkers workers = new TestWorkers();
    private final Worker first = workers.worker("first", Role.MIXED);
    private final Worker second = workers.worker("second", Role.MIXED);
    private final Map<Worker, Asked> asked = new HashMap<>();
    private FleetView fleet = TestWorkers.view(first, second);

    /** Near the end of the range, so that times wrap as {@code nanoTime}'s may. */
    private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();

    private final RoundOfCalls round =
            new RoundOfCalls(() -> fleet, worker -> asked.computeIfAbsent(worker, w -> new Asked()), () -> now);

    private static final class Asked implements Interview {

        private final List<Promise<Runnable>> questions = new ArrayList<>();
        private Duration pause = PAUSE;
        private boolean wanted = true;
        private int answers;
        private int left;

        @Override
        public boolean wanted() {
            return wanted;
        }

        @Override
        public Duration pause() {
            return pause;
        }

        @Override
        public Future<Runnable> ask() {
            Promise<Runnable> question = Promise.promise();
            questions.add(question);
            return question.future();
        }

        @Override
        public void left() {
            left++;
        }

        void answer() {
            questions.get(questions.size() - 1).complete(() -> answers++);
        }
    }

    private Asked of(Worker worker) {
        return Objects.requireNonNull(asked.get(worker));
    }

    private void pass(Duration time) {
        now += time.toNanos();
        round.look();
    }

    @Test
    void everyWorkerIsAskedWhenItsPauseIsOverAndNotBefore() {
        round.look();
        pass(PAUSE.minusNanos(1));
        assertThat(of(first).questions).isEmpty();

        pass(Duration.ofNanos(1));
        assertThat(of(first).questions).hasSize(1);
        assertThat(of(second).questions).hasSize(1);
    }

    /** Scenario 80 (c): the one that hangs is not asked again, and the others do not wait for it. */
    @Test
    void nobodyWaitsForAnotherAndNobodyIsAskedTwiceAtATime() {
        round.look();
        pass(PAUSE);
        of(second).answer();

        pass(PAUSE);

        assertThat(of(first).questions).hasSize(1);
        assertThat(of(second).questions).hasSize(2);
    }

    @Test
    void pauseBeginsWhenTheAnswerHasCome() {
        round.look();
        pass(PAUSE);
        pass(PAUSE.multipliedBy(3));
        of(first).answer();
        assertThat(of(first).answers).isEqualTo(1);

        pass(PAUSE.minusNanos(1));
        assertThat(of(first).questions).hasSize(1);
        pass(Duration.ofNanos(1));
        assertThat(of(first).questions).hasSize(2);
    }

    @Test
    void pauseMayBecomeShorterWhileItLasts() {
        round.look();
        pass(Duration.ofSeconds(1));
        assertThat(of(first).questions).isEmpty();

        of(first).pause = Duration.ofSeconds(1);
        round.look();

        assertThat(of(first).questions).hasSize(1);
    }

    @Test
    void nobodyIsAskedForWhatIsNotWanted() {
        round.look();
        of(first).wanted = false;

        pass(PAUSE);

        assertThat(of(first).questions).isEmpty();
        assertThat(of(second).questions).hasSize(1);
    }

    /** Also when another has joined under its name. */
    @Test
    void answerOfAWorkerThatHasLeftIsDropped() {
        round.look();
        pass(PAUSE);
        Worker namesake = workers.worker("first", Role.MIXED);
        fleet = TestWorkers.view(namesake);
        round.look();

        of(first).answer();

        assertThat(of(first).answers).isZero();
        assertThat(of(namesake).questions).isEmpty();
        pass(PAUSE);
        assertThat(of(namesake).questions).hasSize(1);
        assertThat(of(first).questions).hasSize(1);
    }

    /** Whoever holds something for it lets it go then. */
    @Test
    void leavingIsToldOnceAndToTheOneThatLeft() {
        round.look();
        fleet = TestWorkers.view(second);
        round.look();
        fleet = TestWorkers.view(workers.worker("first", Role.MIXED), second);
        round.look();

        assertThat(of(first).left).isEqualTo(1);
        assertThat(of(second).left).isZero();
    }

    @Test
    void questionThatFailsIsAskedAgain() {
        round.look();
        pass(PAUSE);
        of(first).questions.get(0).fail("a fault of ours");

        pass(PAUSE);

        assertThat(of(first).questions).hasSize(2);
    }
}
