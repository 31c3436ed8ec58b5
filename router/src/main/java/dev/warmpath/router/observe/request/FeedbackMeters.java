package dev.warmpath.router.observe.request;

import dev.warmpath.scorer.choice.Candidate;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counters of what answers tell of their engines' caches, found in the registry once for each target and kept until they are
 * removed there, with their worker.
 */
final class FeedbackMeters {

    static final String PREDICTED_TOKENS = "warmpath.predicted.cached.tokens";
    static final String ACTUAL_TOKENS = "warmpath.actual.cached.tokens";
    static final String ANSWERS = "warmpath.feedback.answers";

    private static final String TOLD = "told";

    /** One counter; {@code outcome} is empty for those that have none. */
    private record Series(Candidate target, String name, String outcome) {}

    private final MeterRegistry registry;
    private final Map<Series, Counter> kept = new ConcurrentHashMap<>();

    FeedbackMeters(MeterRegistry registry) {
        this.registry = registry;
        registry.config().onMeterRemoved(this::forget);
    }

    /** An answer told what its engine had cached. Two counters, so that what comes true is a ratio of sums. */
    void told(Candidate target, int predicted, int cached) {
        counter(target, ANSWERS, TOLD).increment();
        counter(target, PREDICTED_TOKENS, "").increment(predicted);
        counter(target, ACTUAL_TOKENS, "").increment(cached);
    }

    void notTold(Candidate target, RouterMetrics.Untold why) {
        counter(target, ANSWERS, why.key()).increment();
    }

    private Counter counter(Candidate target, String name, String outcome) {
        Series series = new Series(target, name, outcome);
        Counter known = kept.get(series);
        return known != null ? known : kept.computeIfAbsent(series, this::register);
    }

    private Counter register(Series series) {
        Tags tags = Tags.of(
                "worker",
                series.target.target().worker(),
                "rank",
                Integer.toString(series.target.target().rank()),
                "role",
                series.target.role().key());
        return Counter.builder(series.name)
                .description(description(series.name))
                .tags(series.outcome.isEmpty() ? tags : tags.and("outcome", series.outcome))
                .register(registry);
    }

    private static String description(String name) {
        return switch (name) {
            case PREDICTED_TOKENS -> "Tokens expected to be cached, of answers that told";
            case ACTUAL_TOKENS -> "Tokens that were cached by what answers told";
            default -> "Answers of legs that compute prompts, by what they tell of the cache";
        };
    }

    private void forget(Meter removed) {
        kept.values().removeIf(counter -> counter == removed);
    }
}
