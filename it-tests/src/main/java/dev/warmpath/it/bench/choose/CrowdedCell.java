package dev.warmpath.it.bench.choose;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.bench.measure.Latencies;
import dev.warmpath.scorer.choice.Candidate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Two event loops that choose at random moments, while a third thread applies the events of the fleet: how long a request
 * waits for the lock, and how long it then holds it. Open loop: the pauses do not depend on how long anything takes.
 */
final class CrowdedCell {

    private static final int LOOPS = 2;

    /** Between two requests of one loop, on average. */
    private static final double PAUSE_NANOS = 1e6;

    /** Between two events of the fleet. */
    private static final long EVENT_NANOS = 200_000;

    /** Of a stored event, and of the removal that follows when as many events have passed as there are slots to keep it. */
    private static final int EVENT_BLOCKS = 32;

    private static final int KEPT_EVENTS = 256;
    private static final double WARM_UP_SHARE = 0.4;

    private final int targets;
    private final PromptSet prompts;
    private final ChooseFleet fleet;
    private final List<EventLoop> loops;
    private final AtomicLong events = new AtomicLong();
    private final SplittableRandom random;
    private volatile boolean measuring;
    private volatile boolean done;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    CrowdedCell(int targets, PromptSet prompts, SplittableRandom random) {
        this.targets = targets;
        this.prompts = prompts;
        this.random = random;
        this.fleet = new ChooseFleet(targets, prompts, random);
        this.loops = List.of(new EventLoop(fleet), new EventLoop(fleet));
    }

    CrowdedCell run(Duration length) throws InterruptedException {
        Thread[] threads = new Thread[LOOPS + 1];
        for (int i = 0; i < LOOPS; i++) {
            EventLoop loop = loops.get(i);
            SplittableRandom pauses = random.split();
            threads[i] = new Thread(() -> choose(loop, pauses), "bench-loop-" + i);
        }
        SplittableRandom tokens = random.split();
        threads[LOOPS] = new Thread(() -> applyEvents(tokens), "bench-events");
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((at, thrown) -> failure.compareAndSet(null, thrown));
            thread.start();
        }
        Thread.sleep((long) (length.toMillis() * WARM_UP_SHARE));
        measuring = true;
        Thread.sleep((long) (length.toMillis() * (1 - WARM_UP_SHARE)));
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a thread of the benchmark failed", thrown);
        }
        return this;
    }

    private void choose(EventLoop loop, SplittableRandom pauses) {
        boolean begun = false;
        while (!done) {
            if (measuring && !begun) {
                loop.begin();
                begun = true;
            }
            loop.step();
            LockSupport.parkNanos((long) (-Math.log(1 - pauses.nextDouble()) * PAUSE_NANOS));
        }
    }

    private void applyEvents(SplittableRandom tokens) {
        Candidate[] ranks = new Candidate[KEPT_EVENTS];
        long[][] stored = new long[KEPT_EVENTS][];
        for (int i = 0; !done; i = (i + 1) % KEPT_EVENTS) {
            if (stored[i] != null) {
                ranks[i].index().apply(new BlockRemoved(stored[i], Tier.DEVICE, -1));
            }
            ranks[i] = fleet.prefill().get(tokens.nextInt(fleet.prefill().size()));
            stored[i] = tokens.longs(EVENT_BLOCKS).toArray();
            int[] content =
                    tokens.ints((long) EVENT_BLOCKS * PromptSet.BLOCK_SIZE).toArray();
            ranks[i].index()
                    .apply(new BlockStored(
                            stored[i],
                            false,
                            0,
                            content,
                            PromptSet.BLOCK_SIZE,
                            Tier.DEVICE,
                            -1,
                            CacheNamespace.PLAIN,
                            null));
            events.incrementAndGet();
            LockSupport.parkNanos(EVENT_NANOS);
        }
    }

    private Latencies waited() {
        return Latencies.of(loops.get(0).waited, loops.get(1).waited);
    }

    private Latencies held() {
        return Latencies.of(loops.get(0).held, loops.get(1).held);
    }

    String[] row() {
        Latencies waited = waited();
        Latencies held = held();
        return new String[] {
            targets + "",
            prompts.tokens() + "",
            micros(waited, 0.5),
            micros(waited, 0.99),
            micros(waited, 0.999),
            micros(held, 0.5),
            micros(held, 0.99),
            micros(held, 0.999),
            held.count() + "",
            events.get() + ""
        };
    }

    void write(ObjectNode json) {
        Latencies waited = waited();
        Latencies held = held();
        json.put("targets", targets)
                .put("tokens", prompts.tokens())
                .put("waitMicrosP50", waited.micros(0.5))
                .put("waitMicrosP99", waited.micros(0.99))
                .put("waitMicrosP999", waited.micros(0.999))
                .put("heldMicrosP50", held.micros(0.5))
                .put("heldMicrosP99", held.micros(0.99))
                .put("heldMicrosP999", held.micros(0.999))
                .put("requests", held.count())
                .put("events", events.get());
    }

    private static String micros(Latencies latencies, double share) {
        return String.format(Locale.ROOT, "%.1f", latencies.micros(share));
    }
}
