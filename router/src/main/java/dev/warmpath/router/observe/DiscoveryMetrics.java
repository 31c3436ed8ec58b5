package dev.warmpath.router.observe;

import dev.warmpath.router.discovery.Discovery;
import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.RejectionReason;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;

/** Meters of the sources that workers are discovered from. Labels are names of the configuration, and reasons. */
public final class DiscoveryMetrics {

    private DiscoveryMetrics() {}

    /** Registers all of them; the sources are those of the configuration and stay the same. */
    public static void register(MeterRegistry registry, Discovery discovery) {
        List<SourceStatus> sources = discovery.sources();
        for (int i = 0; i < sources.size(); i++) {
            register(registry, discovery, i, sources.get(i).name());
        }
    }

    private static void register(MeterRegistry registry, Discovery discovery, int index, String name) {
        for (SourceState state : SourceState.values()) {
            Gauge.builder(
                            "warmpath.discovery.source.state",
                            discovery,
                            now -> of(now, index).state() == state ? 1 : 0)
                    .description("1 for the state that a source of workers is in")
                    .tag("source", name)
                    .tag("state", state.key())
                    .register(registry);
        }
        Gauge.builder(
                        "warmpath.discovery.workers",
                        discovery,
                        now -> of(now, index).workers())
                .description("Workers that a source has put into the fleet")
                .tag("source", name)
                .register(registry);
        Gauge.builder("warmpath.discovery.last.change", discovery, now -> seconds(of(now, index)))
                .description("When a worker joined, changed or left because of a source, as Unix time; 0 for never")
                .baseUnit("seconds")
                .tag("source", name)
                .register(registry);
        for (RejectionReason reason : RejectionReason.values()) {
            Gauge.builder(
                            "warmpath.discovery.refused",
                            discovery,
                            now -> of(now, index).rejectedNow().getOrDefault(reason, 0))
                    .description("Workers that a source announces and that do not join")
                    .tag("source", name)
                    .tag("reason", reason.key())
                    .register(registry);
            FunctionCounter.builder(
                            "warmpath.discovery.rejections",
                            discovery,
                            now -> of(now, index).rejections().getOrDefault(reason, 0L))
                    .description("Announcements that were refused, each once until it changes")
                    .tag("source", name)
                    .tag("reason", reason.key())
                    .register(registry);
        }
        for (FaultReason reason : FaultReason.values()) {
            FunctionCounter.builder(
                            "warmpath.discovery.faults",
                            discovery,
                            now -> of(now, index).faults().getOrDefault(reason, 0L))
                    .description("How often a source has broken")
                    .tag("source", name)
                    .tag("reason", reason.key())
                    .register(registry);
        }
    }

    private static SourceStatus of(Discovery discovery, int index) {
        return discovery.sources().get(index);
    }

    private static double seconds(SourceStatus source) {
        Instant change = source.lastChange();
        return change == null ? 0 : change.getEpochSecond();
    }
}
