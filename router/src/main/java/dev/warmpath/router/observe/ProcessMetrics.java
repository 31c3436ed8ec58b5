package dev.warmpath.router.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Set;

/** Meters of the router's own process: memory, collector, threads, processor, file descriptors, uptime. */
public final class ProcessMetrics implements AutoCloseable {

    /** Names that Prometheus's own lint refuses: a unit cut short, a gauge called a count. */
    private static final Set<String> BADLY_NAMED = Set.of("process.cpu.time", "system.cpu.count");

    /** Listens to the collector until it is closed. */
    private final JvmGcMetrics collector = new JvmGcMetrics();

    /** Adds the meters to a registry. */
    public ProcessMetrics(MeterRegistry registry) {
        registry.config().meterFilter(MeterFilter.deny(id -> BADLY_NAMED.contains(id.getName())));
        collector.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    @Override
    public void close() {
        collector.close();
    }
}
