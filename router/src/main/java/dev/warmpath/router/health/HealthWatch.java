package dev.warmpath.router.health;

import dev.warmpath.config.settings.HealthSettings;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.HealthState;
import dev.warmpath.router.fleet.HealthStatus;
import dev.warmpath.router.fleet.Worker;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes the workers of the fleet as it is, on one event loop. A worker is probed soon after it joined, then again each
 * time that its interval has passed since the probe before came back, give or take a fifth, so that a fleet is not
 * probed in lockstep. No worker waits for another.
 */
public final class HealthWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(HealthWatch.class);

    private static final long TICK_MILLIS = 25;
    /** The first probes of a fleet are spread over this at most. */
    private static final long FIRST_SPREAD_NANOS = 500_000_000;

    private final Supplier<FleetView> fleet;
    private final GoodProbe onGood;
    private final HealthSettings usual;
    private final RandomGenerator random;
    private final Map<Worker, Patient> patients = new HashMap<>();
    private @Nullable FleetView seen;
    private ProbeClient client;

    /** One worker under watch. */
    private static final class Patient {
        final Worker worker;
        final HealthSettings settings;
        final Vitals vitals;
        long dueAt;
        boolean beingProbed;

        Patient(Worker worker, HealthSettings settings, long dueAt) {
            this.worker = worker;
            this.settings = settings;
            this.vitals = new Vitals(settings);
            this.dueAt = dueAt;
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
        vertx.setPeriodic(TICK_MILLIS, tick -> look());
        return Future.succeededFuture();
    }

    private void look() {
        long now = System.nanoTime();
        FleetView view = fleet.get();
        if (view != seen) {
            seen = view;
            follow(view, now);
        }
        for (Patient patient : patients.values()) {
            if (!patient.beingProbed && now - patient.dueAt >= 0) {
                probe(patient);
            }
        }
    }

    private void follow(FleetView view, long now) {
        patients.keySet().removeIf(worker -> !worker.equals(view.worker(worker.id())));
        for (Worker worker : view.workers()) {
            HealthSettings settings = worker.clocks(usual);
            if (!settings.enabled()) {
                worker.health()
                        .publish(new HealthStatus(HealthState.OFF, HealthStatus.Reason.NOT_PROBED, "", Instant.now()));
            } else if (!patients.containsKey(worker)) {
                long spread = Math.min(FIRST_SPREAD_NANOS, settings.interval().toNanos());
                patients.put(worker, new Patient(worker, settings, now + (long) (spread * random.nextDouble())));
            }
        }
    }

    private void probe(Patient patient) {
        patient.beingProbed = true;
        long sentAt = System.nanoTime();
        client.probe(patient.worker, patient.settings).onSuccess(result -> {
            patient.beingProbed = false;
            double stretch = 0.8 + 0.4 * random.nextDouble();
            patient.dueAt = System.nanoTime()
                    + (long) (stretch * patient.settings.interval().toNanos());
            // One that has left in the meantime must not be written about, and a namesake is another worker.
            if (patients.containsKey(patient.worker)) {
                boolean news = result.good() && patient.vitals.lastWasBad();
                if (patient.vitals.probed(result.good())) {
                    tell(patient, result);
                }
                if (result.good()) {
                    onGood.answered(patient.worker, sentAt, news);
                }
            }
        });
    }

    private static void tell(Patient patient, ProbeResult result) {
        HealthState state = patient.vitals.state();
        patient.worker.health().publish(new HealthStatus(state, result.reason(), result.detail(), Instant.now()));
        (state.bars() ? log.atWarn() : log.atInfo())
                .addKeyValue("worker", patient.worker.id())
                .addKeyValue("state", state.key())
                .addKeyValue("reason", result.reason().key())
                .addKeyValue("detail", result.detail())
                .log("health of a worker changed");
    }

    @Override
    public Future<?> stop() {
        return client.close();
    }
}
