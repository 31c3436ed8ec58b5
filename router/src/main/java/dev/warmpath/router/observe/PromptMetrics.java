package dev.warmpath.router.observe;

import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.prompt.PromptStats;
import dev.warmpath.router.prompt.model.ModelState;
import dev.warmpath.router.prompt.threads.Overflow;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.scorer.hash.UnhashedReason;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Meters of the prompt pipeline, read from its own counts at each scrape. */
public final class PromptMetrics {

    private PromptMetrics() {}

    public static void register(MeterRegistry registry, PromptPipeline prompts) {
        counter(registry, prompts, "warmpath.prompts.hashed", "Prompts that became tokens", PromptStats::hashed);
        counter(registry, prompts, "warmpath.prompt.tokens", "Tokens of the hashed prompts", PromptStats::tokens);
        counter(registry, prompts, "warmpath.tokenize.cache.hits", "Cached pieces of text", PromptStats::cacheHits);
        counter(
                registry,
                prompts,
                "warmpath.tokenize.cached.tokens",
                "Tokens of the cached pieces",
                PromptStats::cachedTokens);
        counter(
                registry,
                prompts,
                "warmpath.tokenize.cache.misses",
                "Pieces tokenized and kept; short ones of known words are not",
                PromptStats::cacheMisses);
        counter(
                registry,
                prompts,
                "warmpath.prompt.messages.cached",
                "Messages that were known from an earlier turn",
                PromptStats::messageHits);
        counter(
                registry,
                prompts,
                "warmpath.prompt.messages.read",
                "Messages that were not, and are long enough to be kept",
                PromptStats::messageMisses);
        counter(
                registry,
                prompts,
                "warmpath.tokenize.seconds",
                "Time that threads spent on rendering, tokenizing and hashing",
                stats -> stats.tokenizeNanos() / 1e9);
        counter(
                registry,
                prompts,
                "warmpath.prompts.given.up.at.once",
                "Prompts that an event loop began with and left to a thread, for they were more work than they looked",
                PromptStats::givenUpAtOnce);
        counter(
                registry,
                prompts,
                "warmpath.tokenize.native.waits",
                "Texts that waited for memory",
                PromptStats::nativeWaits);
        for (UnhashedReason reason : UnhashedReason.values()) {
            FunctionCounter.builder(
                            "warmpath.prompts.unhashed",
                            prompts,
                            p -> p.stats().unhashed().getOrDefault(reason, 0L))
                    .description("Prompts that did not, and are routed by load")
                    .tag("reason", reason.key())
                    .register(registry);
        }
        prompts.models().forEach((model, state) -> tokenizer(registry, prompts, model, state));
        for (PromptSize size : PromptSize.values()) {
            queue(registry, prompts, size);
        }
        Gauge.builder("warmpath.tokenize.native.bytes", prompts, p -> p.stats().nativeHeldBytes())
                .description("Memory outside of the heap that is set aside for texts while they are tokenized")
                .register(registry);
        Gauge.builder(
                        "warmpath.tokenize.native.limit.bytes",
                        prompts,
                        p -> p.stats().nativeMostBytes())
                .description("How much of it there is")
                .register(registry);
        Gauge.builder("warmpath.tokenize.cache.bytes", prompts, p -> p.stats().cacheBytes())
                .description("Memory of the cached messages and pieces")
                .register(registry);
        Gauge.builder(
                        "warmpath.tokenize.cache.limit.bytes",
                        prompts,
                        p -> p.stats().cacheMostBytes())
                .description("How much of it there may be: prompt.cache, or an eighth of the heap")
                .register(registry);
    }

    private static void queue(MeterRegistry registry, PromptPipeline prompts, PromptSize size) {
        Gauge.builder(
                        "warmpath.prompts.queued",
                        prompts,
                        p -> p.stats().queue(size).queued())
                .description("Prompts that wait for a thread")
                .tag("size", size.key())
                .register(registry);
        Gauge.builder(
                        "warmpath.prompts.running",
                        prompts,
                        p -> p.stats().queue(size).running())
                .description("Prompts that are on a thread")
                .tag("size", size.key())
                .register(registry);
        FunctionTimer.builder(
                        "warmpath.prompt.wait",
                        prompts,
                        p -> p.stats().queue(size).waits(),
                        p -> p.stats().queue(size).waitNanos(),
                        TimeUnit.NANOSECONDS)
                .description("How long prompts waited for a thread, or until nobody wanted them any more")
                .tag("size", size.key())
                .register(registry);
        for (Overflow reason : Overflow.values()) {
            FunctionCounter.builder(
                            "warmpath.prompts.overflowed",
                            prompts,
                            p -> p.stats().queue(size).overflows().getOrDefault(reason, 0L))
                    .description("Prompts that were not taken into the queue, and are routed by load")
                    .tag("size", size.key())
                    .tag("reason", reason.key())
                    .register(registry);
        }
    }

    /** A state does not change while the router runs. */
    private static void tokenizer(MeterRegistry registry, PromptPipeline prompts, String model, ModelState now) {
        for (ModelState state : ModelState.values()) {
            Gauge.builder("warmpath.model.tokenizer", prompts, p -> state == now ? 1 : 0)
                    .description("1 for what has become of a model's tokenizer, 0 for the others")
                    .tag("model", model)
                    .tag("state", state.key())
                    .register(registry);
        }
    }

    private static void counter(
            MeterRegistry registry,
            PromptPipeline prompts,
            String name,
            String description,
            ToDoubleFunction<PromptStats> read) {
        FunctionCounter.builder(name, prompts, p -> read.applyAsDouble(p.stats()))
                .description(description)
                .register(registry);
    }
}
