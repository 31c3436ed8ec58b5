package dev.warmpath.router.prompt.threads;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A few platform threads behind a bounded queue: all but the smallest prompts are rendered and tokenized there. */
public final class PromptThreads implements AutoCloseable {

    /** A native call cannot be interrupted, so a stop waits for it, but not for ever. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PromptQueue queue;
    private final Consumer<Throwable> broke;
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Starts the threads.
     *
     * @param most pieces of work that may wait
     * @param broke told of what a piece of work throws; the thread goes on
     */
    public PromptThreads(int count, int most, Consumer<Throwable> broke) {
        this.queue = new PromptQueue(count, most, System::nanoTime);
        this.broke = broke;
        for (int i = 1; i <= count; i++) {
            Thread thread = new Thread(this::run, "prompt-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Threads for a setting of {@code prompt.threads}, whose 0 leaves half the cores to the event loops and streams. */
    public static int count(int configured, int cores) {
        return configured > 0 ? configured : Math.max(2, cores / 2);
    }

    /**
     * Runs it on one of the threads, or says why not.
     *
     * @param work finds out for itself, before it does anything, whether it is still wanted
     * @param wanted when this is complete nobody wants the work any more. If it waits then, it gives up its place, and is
     *     run at once by whoever completed this, so that it can give up what it holds
     */
    public @Nullable Overflow offer(PromptSize size, Runnable work, CompletableFuture<?> wanted) {
        PromptJob job = new PromptJob(size, work);
        Overflow overflow = queue.offer(job);
        if (overflow == null) {
            var unused = wanted.whenComplete((result, failure) -> {
                if (queue.withdraw(job)) {
                    job.work.run();
                }
            });
        }
        return overflow;
    }

    private void run() {
        try {
            PromptJob job = queue.take();
            while (job != null) {
                run(job);
                job = queue.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(PromptJob job) {
        try {
            job.work.run();
        } catch (RuntimeException | Error e) {
            // Even an error costs one prompt its tokens, and not the router a thread.
            broke.accept(e);
        } finally {
            queue.done(job);
        }
    }

    /** What waits, runs and was refused, by size. */
    public Map<PromptSize, QueueStats> stats() {
        Map<PromptSize, QueueStats> stats = new EnumMap<>(PromptSize.class);
        for (PromptSize size : PromptSize.values()) {
            stats.put(size, queue.stats(size));
        }
        return stats;
    }

    /** Ends the threads. What is queued never runs: whoever waits for it has a timeout. */
    @Override
    public void close() {
        queue.close();
        threads.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + CLOSE_NANOS;
        try {
            for (Thread thread : threads) {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
