package dev.warmpath.it.bench.index;

import dev.warmpath.it.bench.measure.Latencies;
import dev.warmpath.scorer.index.Matches;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups and events at given rates, as traffic comes: each has its time, drawn beforehand with exponential gaps, and is
 * late if what came before is not done. Nothing is left out when it gets late, and it ends with the last of them done.
 */
final class HalfLoad {

    /** What a parked thread may be late by. */
    private static final long WAKING_NANOS = 80_000;

    /** Work before anything counts, in which threads that have just been started find a core each. */
    private static final long LEAD_IN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IndexLoad load;
    private final long seed;

    /** Time that a look-up took. */
    private final Latencies service = new Latencies();

    /** Time from when a look-up was due until its answer was there. */
    private final Latencies answer = new Latencies();

    /** Time from when a batch was due until readers saw all of it. */
    private final Latencies visible = new Latencies();

    /** The same, had the writer had a core to itself: each batch takes the CPU time that it took, and waits for those before it only. */
    private final Latencies undisturbed = new Latencies();

    HalfLoad(IndexLoad load, long seed) {
        this.load = load;
        this.seed = seed;
    }

    Latencies service() {
        return service;
    }

    Latencies answer() {
        return answer;
    }

    Latencies visible() {
        return visible;
    }

    Latencies undisturbed() {
        return undisturbed;
    }

    /** Runs both threads; what they saw, once both were at work, is added to what was seen before {@link #reset}. */
    void run(double lookUpsPerSecond, double batchesPerSecond, Duration length) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        long nanos = LEAD_IN_NANOS + length.toNanos();
        Thread reader = new Thread(() -> look(start, lookUpsPerSecond, nanos), "bench-reader");
        Thread writer = new Thread(() -> write(start, batchesPerSecond, nanos), "bench-writer");
        for (Thread thread : new Thread[] {reader, writer}) {
            thread.setUncaughtExceptionHandler((at, thrown) -> failure.compareAndSet(null, thrown));
            thread.start();
        }
        reader.join();
        writer.join();
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a thread of the benchmark failed", thrown);
        }
    }

    /** Forgets what was seen, which was to get warm. */
    void reset() {
        service.clear();
        answer.clear();
        visible.clear();
        undisturbed.clear();
    }

    private void look(long start, double perSecond, long nanos) {
        SplittableRandom random = new SplittableRandom(seed);
        Matches matches = new Matches();
        long[] chain = new long[IndexLoad.PROMPT_BLOCKS];
        for (double due = gap(random, perSecond); due < nanos; due += gap(random, perSecond)) {
            int prompt = random.nextInt(load.residents());
            // The router has just computed the hashes when it looks a prompt up.
            System.arraycopy(load.resident(prompt), 0, chain, 0, chain.length);
            await(start + (long) due);
            long began = System.nanoTime();
            load.index().match(chain, chain.length, matches);
            long ended = System.nanoTime();
            if (due >= LEAD_IN_NANOS) {
                service.add(ended - began);
                answer.add(ended - start - (long) due);
            }
            if (!load.isWhole(prompt, matches)) {
                throw new IllegalStateException("a prompt that was never removed is not held any more: " + prompt);
            }
        }
    }

    private void write(long start, double perSecond, long nanos) {
        SplittableRandom random = new SplittableRandom(seed + 1);
        IndexLoad.Writer writer = new IndexLoad.Writer(load);
        long done = 0;
        for (double due = gap(random, perSecond); due < nanos; due += gap(random, perSecond)) {
            await(start + (long) due);
            long before = THREADS.getCurrentThreadCpuTime();
            writer.turn();
            long work = THREADS.getCurrentThreadCpuTime() - before;
            long took = System.nanoTime() - start - (long) due;
            done = Math.max(done, (long) due) + work;
            if (due >= LEAD_IN_NANOS) {
                visible.add(took);
                undisturbed.add(done - (long) due);
            }
        }
        // Whatever is left of the corpus is told, so that the next run begins where this one did.
        while (writer.next() != 0) {
            writer.turn();
        }
    }

    private static double gap(SplittableRandom random, double perSecond) {
        return -TimeUnit.SECONDS.toNanos(1) / perSecond * Math.log(1 - random.nextDouble());
    }

    /** A thread that has long to wait leaves its processor to compiler and collector, which would otherwise take it when it works. */
    private static void await(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            if (left > 2 * WAKING_NANOS) {
                LockSupport.parkNanos(left - WAKING_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
