package dev.warmpath.router.observe;

import dev.warmpath.config.settings.admission.PriorityClass;
import dev.warmpath.router.admission.AdmissionGate;
import dev.warmpath.router.admission.BodyBudget;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Meters of what is taken on, what waits, and what is refused. */
public final class AdmissionMetrics {

    /** Why a request was not taken on. */
    public enum Refusal {
        /** Its model's queue was full. */
        QUEUE_FULL,
        /** It waited in a queue that was full, and had to make room for a tenant with fewer. */
        DISPLACED,
        /** Its turn did not come in time. */
        QUEUE_TIMEOUT,
        /** Its body would not have fitted beside the others. */
        BODIES_FULL;

        /** As in metrics and as the reason of the request's end. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Duration[] WAIT_BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofMillis(100),
        Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5),
        Duration.ofSeconds(15), Duration.ofSeconds(30), Duration.ofMinutes(1)
    };

    private final MeterRegistry registry;

    private final Map<String, Timer> waits = new HashMap<>();

    public AdmissionMetrics(MeterRegistry registry, AdmissionGate gate, BodyBudget bodies) {
        for (String model : gate.models()) {
            Gauge.builder("warmpath.admission.in.flight", gate, g -> g.inFlight(model))
                    .description("Requests that hold a place, from the tokenizer to the last byte of the answer")
                    .tag("model", model)
                    .register(registry);
            Gauge.builder("warmpath.admission.queued", gate, g -> g.queued(model))
                    .description("Requests that wait for a place")
                    .tag("model", model)
                    .register(registry);
        }
        Gauge.builder("warmpath.bodies.bytes", bodies, BodyBudget::held)
                .description("Request bodies in memory, and what is announced of those that are on their way")
                .register(registry);
        Gauge.builder("warmpath.bodies.limit.bytes", bodies, BodyBudget::most)
                .description("Bytes that request bodies may take: admission.max_bodies, or a sixteenth of the heap")
                .register(registry);
        this.registry = registry;
        for (Refusal refusal : Refusal.values()) {
            // Shown as 0 from the start.
            counter(refusal);
        }
        for (PriorityClass priority : gate.classes()) {
            Gauge.builder("warmpath.admission.waiting", gate, g -> g.queued(priority))
                    .description("Requests that wait for a place, over all models, by class")
                    .tag("priority", priority.name())
                    .register(registry);
            waits.put(
                    priority.name(),
                    Timer.builder("warmpath.admission.wait")
                            .description(
                                    "How long requests waited that could not go on at once, until their turn or their end")
                            .tag("priority", priority.name())
                            .serviceLevelObjectives(WAIT_BUCKETS)
                            .register(registry));
        }
    }

    public void refused(Refusal refusal) {
        counter(refusal).increment();
    }

    private Counter counter(Refusal refusal) {
        return Counter.builder("warmpath.admission.refused")
                .description("Requests that were not taken on, by what there was too much of")
                .tag("reason", refusal.key())
                .register(registry);
    }

    public void waited(PriorityClass priority, long nanos) {
        Timer wait = waits.get(priority.name());
        if (wait != null) {
            wait.record(Duration.ofNanos(nanos));
        }
    }
}
