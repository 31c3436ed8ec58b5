package dev.warmpath.router.watch;

import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes round the fleet as it is and asks each worker when its time has come. Each has a clock of its own, and at most one
 * open question; none waits for another. Belongs to one event loop.
 */
public final class RoundOfCalls {

    private static final Logger log = LoggerFactory.getLogger(RoundOfCalls.class);

    /** How late a question may be. */
    static final long LOOK_MILLIS = 25;

    private final Supplier<FleetView> fleet;
    private final Function<Worker, Interview> interviews;
    private final LongSupplier nanoClock;
    private final Map<Worker, Turn> turns = new HashMap<>();
    private @Nullable FleetView seen;

    /** Whose turn it is, and since when. */
    private static final class Turn {
        private final Worker worker;
        private final Interview interview;
        private long sinceNanos;
        private boolean open;

        Turn(Worker worker, Interview interview, long sinceNanos) {
            this.worker = worker;
            this.interview = interview;
            this.sinceNanos = sinceNanos;
        }

        boolean due(long now) {
            return !open
                    && interview.wanted()
                    && now - sinceNanos >= interview.pause().toNanos();
        }
    }

    /**
     * @param interviews called once for each worker that joins
     * @param nanoClock monotonic, as {@link System#nanoTime}
     */
    RoundOfCalls(Supplier<FleetView> fleet, Function<Worker, Interview> interviews, LongSupplier nanoClock) {
        this.fleet = fleet;
        this.interviews = interviews;
        this.nanoClock = nanoClock;
    }

    /** Goes round at once, and from then on as long as the caller's event loop runs. */
    public static void start(Vertx vertx, Supplier<FleetView> fleet, Function<Worker, Interview> interviews) {
        RoundOfCalls round = new RoundOfCalls(fleet, interviews, System::nanoTime);
        round.look();
        vertx.setPeriodic(LOOK_MILLIS, tick -> round.look());
    }

    /** Asks whose time has come. */
    void look() {
        long now = nanoClock.getAsLong();
        FleetView view = fleet.get();
        if (view != seen) {
            seen = view;
            follow(view, now);
        }
        for (Turn turn : turns.values()) {
            if (turn.due(now)) {
                turn.open = true;
                turn.interview.ask().onComplete(answer -> answered(turn, answer));
            }
        }
    }

    private void follow(FleetView view, long now) {
        turns.values().removeIf(turn -> {
            boolean left = !turn.worker.equals(view.worker(turn.worker.id()));
            if (left) {
                turn.interview.left();
            }
            return left;
        });
        for (Worker worker : view.workers()) {
            if (!turns.containsKey(worker)) {
                turns.put(worker, new Turn(worker, interviews.apply(worker), now));
            }
        }
    }

    private void answered(Turn turn, AsyncResult<Runnable> answer) {
        turn.open = false;
        turn.sinceNanos = nanoClock.getAsLong();
        if (turns.get(turn.worker) != turn) {
            return;
        }
        if (answer.succeeded()) {
            answer.result().run();
        } else {
            // The next question comes all the same.
            log.atError()
                    .addKeyValue("worker", turn.worker.id())
                    .setCause(answer.cause())
                    .log("a question to a worker failed inside the router");
        }
    }
}
