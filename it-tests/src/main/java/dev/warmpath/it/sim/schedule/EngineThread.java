package dev.warmpath.it.sim.schedule;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that runs the caches and schedulers of an engine. After {@link #close} it takes nothing more. */
public final class EngineThread implements StepTimer, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EngineThread.class);

    private final ScheduledThreadPoolExecutor executor;

    public EngineThread(String name) {
        this.executor = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    public void execute(Runnable task) {
        executor.execute(() -> run(task));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // run() keeps every failure from the future
    public void after(long nanos, Runnable task) {
        if (nanos == 0) {
            execute(task);
        } else {
            executor.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Asks something that only this thread knows. */
    public <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (executor.isShutdown()) {
            answer.completeExceptionally(new IllegalStateException("the engine is stopped"));
            return answer;
        }
        executor.execute(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("simulated engine failed in a step");
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
                log.atWarn().log("engine thread did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
