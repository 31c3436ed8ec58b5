package dev.warmpath.router.observe;

import dev.warmpath.router.access.Unauthorized;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Meters of who called, and of who was not let in. */
public final class AccessMetrics {

    /** The ports that are called. */
    public enum Port {
        DATA("data"),
        ADMIN("admin");

        private final String key;

        Port(String key) {
            this.key = key;
        }
    }

    private final MeterRegistry registry;

    public AccessMetrics(MeterRegistry registry) {
        this.registry = registry;
        // All from the start: a rate of what has never been counted is no rate of zero.
        for (Port port : Port.values()) {
            for (Unauthorized reason : Unauthorized.values()) {
                counter(port, reason);
            }
        }
    }

    /** A call was refused for who made it. */
    public void refused(Port port, Unauthorized reason) {
        counter(port, reason).increment();
    }

    private Counter counter(Port port, Unauthorized reason) {
        return Counter.builder("warmpath.unauthorized")
                .description("Calls refused for who made them")
                .tag("port", port.key)
                .tag("reason", reason.key())
                .register(registry);
    }
}
