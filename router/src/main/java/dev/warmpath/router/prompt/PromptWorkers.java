package dev.warmpath.router.prompt;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A few platform threads behind a bounded queue: rendering and tokenizing never run on an event loop. */
final class PromptWorkers implements Executor, AutoCloseable {

    /** A native call cannot be interrupted, so a stop waits for it, but not for ever. */
    private static final long CLOSE_SECONDS = 10;

    private final ThreadPoolExecutor threads;

    PromptWorkers(int count, int queue) {
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                count, count, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(Math.max(1, queue)), task -> {
                    Thread thread = new Thread(task, "prompt-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Threads for a setting of {@code prompt.threads}, whose 0 leaves half the cores to the event loops and streams. */
    static int count(int configured, int cores) {
        return configured > 0 ? configured : Math.max(2, cores / 2);
    }

    /**
     * Runs it on one of the threads.
     *
     * @throws RejectedExecutionException the queue is full or the workers are closed
     */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Whether the task was taken; false when the queue is full or the workers are closed. */
    boolean offer(Runnable task) {
        try {
            threads.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Tasks that wait for a thread. */
    int queued() {
        return threads.getQueue().size();
    }

    /** Ends the threads. What is queued never runs: whoever waits for it has a timeout. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
