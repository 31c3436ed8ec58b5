package dev.warmpath.router.observe.request;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of one model's requests, found once and kept: to ask the registry for a meter is to build its name, tags and
 * buckets anew, several times for every request.
 */
final class ModelMeters {

    static final String REQUESTS = "warmpath.requests";

    private static final Duration[] LATENCY_BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5),
        Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500),
        Duration.ofSeconds(1), Duration.ofMillis(2500), Duration.ofSeconds(5),
        Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(1),
        Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofMinutes(30),
        Duration.ofHours(1), Duration.ofHours(2)
    };

    /** How a request ended; status and reasons are from fixed sets, so these are few. */
    private record Ending(int status, String reason) {}

    private final MeterRegistry registry;
    private final String model;
    private final Timer duration;
    private final Timer firstToken;
    private final Timer nextToken;
    private final Map<Ending, Counter> endings = new ConcurrentHashMap<>();

    /** @param model as the label has it */
    ModelMeters(MeterRegistry registry, String model) {
        this.registry = registry;
        this.model = model;
        this.duration = latency("warmpath.request.duration", "From the end of a request to the end of its answer");
        this.firstToken = latency("warmpath.ttft", "From the end of a request to the first data of its answer");
        this.nextToken = latency("warmpath.inter.token", "From one data event of a streamed answer to the next");
    }

    private Timer latency(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(LATENCY_BUCKETS)
                .tag("model", model)
                .register(registry);
    }

    Timer duration() {
        return duration;
    }

    Timer firstToken() {
        return firstToken;
    }

    Timer nextToken() {
        return nextToken;
    }

    /** Requests that ended so. */
    Counter ended(int status, String reason) {
        return endings.computeIfAbsent(
                new Ending(status, reason),
                ending -> Counter.builder(REQUESTS)
                        .description("Generation requests that ended, one per client request")
                        .tags("model", model, "status", Integer.toString(ending.status()), "reason", ending.reason())
                        .register(registry));
    }
}
