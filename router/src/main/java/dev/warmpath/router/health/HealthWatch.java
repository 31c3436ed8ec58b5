package dev.warmpath.router.health;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.HealthState;
import dev.warmpath.router.fleet.worker.HealthStatus;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.watch.Interview;
import dev.warmpath.router.watch.RoundOfCalls;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes the workers of the fleet as it is, on one event loop. A worker is probed soon after it joined, then again each
 * time that its interval has passed since the probe before came back, give or take a fifth, so that a fleet is not
 * probed in lockstep. No worker waits for another.
 */
public final class HealthWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(HealthWatch.class);

    /** The first probes of a fleet are spread over this at most. */
    private static final Duration FIRST_SPREAD = Duration.ofMillis(500);

    private final Supplier<FleetView> fleet;
    private final GoodProbe onGood;
    private final HealthSettings usual;
    private final RandomGenerator random;
    private ProbeClient client;

    /** One worker under watch. */
    private final class Patient implements Interview {

        private final Worker worker;
        private final HealthSettings settings;
        private final Vitals vitals;
        private Duration pause;

        Patient(Worker worker, HealthSettings settings) {
            this.worker = worker;
            this.settings = settings;
            this.vitals = new Vitals(settings);
            Duration spread = settings.interval().compareTo(FIRST_SPREAD) < 0 ? settings.interval() : FIRST_SPREAD;
            this.pause = times(random.nextDouble(), spread);
        }

        @Override
        public Duration pause() {
            return pause;
        }

        @Override
        public Future<Runnable> ask() {
            pause = times(0.8 + 0.4 * random.nextDouble(), settings.interval());
            long sentAt = System.nanoTime();
            return client.probe(worker, settings).map(result -> () -> judge(result, sentAt));
        }

        private void judge(ProbeResult result, long sentAt) {
            boolean news = result.good() && vitals.lastWasBad();
            if (vitals.probed(result.good())) {
                tell(result);
            }
            if (result.good()) {
                onGood.answered(worker, sentAt, news);
            }
        }

        private void tell(ProbeResult result) {
            HealthState state = vitals.state();
            worker.health().publish(new HealthStatus(state, result.reason(), result.detail(), Instant.now()));
            (state.bars() ? log.atWarn() : log.atInfo())
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("state", state.key())
                    .addKeyValue("reason", result.reason().key())
                    .addKeyValue("detail", result.detail())
                    .log("health of a worker changed");
        }
    }

    /** Is told of every good answer. */
    @FunctionalInterface
    public interface GoodProbe {

        /**
         * A probe was answered well.
         *
         * @param sentAt when the probe was sent, of {@link System#nanoTime}'s kind
         * @param news whether the probe before was bad
         */
        void answered(Worker worker, long sentAt, boolean news);
    }

    /** @param usual for workers without health settings of their own */
    @SuppressWarnings("NullAway.Init")
    public HealthWatch(Supplier<FleetView> fleet, GoodProbe onGood, HealthSettings usual, RandomGenerator random) {
        this.fleet = fleet;
        this.onGood = onGood;
        this.usual = usual;
        this.random = random;
    }

    @Override
    public Future<?> start() {
        client = new ProbeClient(vertx);
        RoundOfCalls.start(vertx, fleet, this::admit);
        return Future.succeededFuture();
    }

    private Interview admit(Worker worker) {
        HealthSettings settings = worker.clocks(usual);
        if (settings.enabled()) {
            return new Patient(worker, settings);
        }
        worker.health().publish(new HealthStatus(HealthState.OFF, HealthStatus.Reason.NOT_PROBED, "", Instant.now()));
        return Interview.NONE;
    }

    private static Duration times(double factor, Duration duration) {
        return Duration.ofNanos((long) (factor * duration.toNanos()));
    }
}
