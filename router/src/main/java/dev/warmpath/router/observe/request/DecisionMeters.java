package dev.warmpath.router.observe.request;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.load.Booking;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of the targets that were chosen for one role, found in the registry once and kept. Overlap is told as two
 * counters, so that a hit rate is a ratio of sums and not a mean of ratios.
 */
final class DecisionMeters {

    static final String OVERLAP_BLOCKS = "warmpath.overlap.blocks";
    static final String REQUEST_BLOCKS = "warmpath.request.blocks";

    private final MeterRegistry registry;
    private final Role role;
    private final Counter overlapBlocks;
    private final Counter requestBlocks;
    private final Map<Choice.Kind, Counter> decisions = new ConcurrentHashMap<>();

    DecisionMeters(MeterRegistry registry, Role role) {
        this.registry = registry;
        this.role = role;
        this.overlapBlocks = Counter.builder(OVERLAP_BLOCKS)
                .description("Leading blocks of those prompts that the chosen target was believed to hold")
                .tag("role", role.key())
                .register(registry);
        this.requestBlocks = Counter.builder(REQUEST_BLOCKS)
                .description("Full blocks of the prompts that targets were chosen for")
                .tag("role", role.key())
                .register(registry);
    }

    /** A target was chosen and booked. */
    void decided(Choice.Kind kind, Booking booking) {
        decisions(kind).increment();
        overlapBlocks.increment(booking.matchedBlocks());
        requestBlocks.increment(booking.requestBlocks());
    }

    /** Targets that were chosen so. */
    Counter decisions(Choice.Kind kind) {
        Counter known = decisions.get(kind);
        return known != null ? known : decisions.computeIfAbsent(kind, this::register);
    }

    private Counter register(Choice.Kind kind) {
        return Counter.builder("warmpath.decisions")
                .description("Targets chosen, by how much scoring had to say")
                .tags("role", role.key(), "kind", kind.key())
                .register(registry);
    }
}
