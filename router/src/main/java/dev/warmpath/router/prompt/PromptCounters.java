package dev.warmpath.router.prompt;

import dev.warmpath.router.prompt.cache.PromptCache;
import dev.warmpath.router.prompt.chat.MessageCache;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.router.prompt.threads.QueueStats;
import dev.warmpath.router.prompt.tokens.NativeMemory;
import dev.warmpath.router.prompt.tokens.SegmentCache;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts outcomes, each request's once. */
final class PromptCounters {

    private static final Logger LOG = LoggerFactory.getLogger(PromptCounters.class);
    private static final long FAULT_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicLong lastFault = new AtomicLong();
    private final LongAdder hashed = new LongAdder();
    private final LongAdder tokens = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder givenUpAtOnce = new LongAdder();
    private final Map<UnhashedReason, LongAdder> unhashed = new EnumMap<>(UnhashedReason.class);

    PromptCounters() {
        for (UnhashedReason reason : UnhashedReason.values()) {
            unhashed.put(reason, new LongAdder());
        }
    }

    void count(HashedPrompt prompt) {
        LongAdder reason = prompt.unhashedReason() == null ? null : unhashed.get(prompt.unhashedReason());
        if (reason != null) {
            reason.increment();
            return;
        }
        hashed.increment();
        tokens.add(prompt.tokens());
    }

    /** One turned out to be too much work for its event loop. */
    void gaveUpAtOnce() {
        givenUpAtOnce.increment();
    }

    /** The same work, its time counted. */
    Runnable timed(Runnable work) {
        return () -> {
            long start = System.nanoTime();
            try {
                work.run();
            } finally {
                nanos.add(System.nanoTime() - start);
            }
        };
    }

    /** A fault of our own, which the request survives. One line now and then, however many requests run into it. */
    void broke(Throwable fault) {
        long now = System.nanoTime();
        long last = lastFault.get();
        if ((last == 0 || now - last > FAULT_INTERVAL_NANOS) && lastFault.compareAndSet(last, now)) {
            LOG.atError().setCause(fault).log("a prompt could not be tokenized; its request is routed by load");
        }
    }

    PromptStats stats(
            Map<PromptSize, QueueStats> queues,
            PromptCache cache,
            SegmentCache pieces,
            MessageCache messages,
            NativeMemory memory) {
        Map<UnhashedReason, Long> counts = new EnumMap<>(UnhashedReason.class);
        unhashed.forEach((reason, count) -> {
            if (count.sum() > 0) {
                counts.put(reason, count.sum());
            }
        });
        return new PromptStats(
                hashed.sum(),
                counts,
                tokens.sum(),
                nanos.sum(),
                givenUpAtOnce.sum(),
                queues,
                cache.most(),
                cache.bytes(),
                pieces.hits(),
                pieces.hitTokens(),
                pieces.misses(),
                messages.hits(),
                messages.misses(),
                memory.most(),
                memory.held(),
                memory.waits());
    }
}
