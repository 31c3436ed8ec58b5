package dev.warmpath.router.hints;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Counts what requests say of their way, and whether sessions stay together. */
public final class HintMetrics {

    private final MeterRegistry registry;
    private final Map<Retention, Counter> retentions = new EnumMap<>(Retention.class);
    private final Counter kept;
    private final Counter elsewhere;

    public HintMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (Retention retention : Retention.values()) {
            retentions.put(
                    retention,
                    Counter.builder("warmpath.cache.hints")
                            .description("Requests with a prompt, by how long their clients want it kept")
                            .tag("retention", retention.key())
                            .register(registry));
        }
        this.kept = choices("kept");
        this.elsewhere = choices("elsewhere");
    }

    private Counter choices(String outcome) {
        return Counter.builder("warmpath.session.choices")
                .description("Choices for requests of a session, by whether they fell on the session's first target")
                .tag("outcome", outcome)
                .register(registry);
    }

    void said(Retention retention) {
        Objects.requireNonNull(retentions.get(retention)).increment();
    }

    void chosen(boolean atHome) {
        (atHome ? kept : elsewhere).increment();
    }

    void remembered(LongSupplier sessions) {
        Gauge.builder("warmpath.sessions", sessions, LongSupplier::getAsLong)
                .description("Sessions whose targets are remembered")
                .strongReference(true)
                .register(registry);
    }
}
