package dev.warmpath.it.sim.schedule;

import dev.warmpath.it.sim.cache.CacheTruth;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** One rank as other threads see it: every call is handed to the engine's thread. */
public final class Rank {

    private final int number;
    private final EngineThread thread;
    private final RankScheduler scheduler;
    private final AtomicInteger legs = new AtomicInteger();

    public Rank(int number, EngineThread thread, RankScheduler scheduler) {
        this.number = number;
        this.thread = thread;
        this.scheduler = scheduler;
    }

    /** Its number in the fleet's count of data-parallel ranks. */
    public int number() {
        return number;
    }

    public void submit(Sequence sequence) {
        thread.execute(() -> scheduler.submit(sequence));
    }

    public void cancel(Sequence sequence) {
        thread.execute(() -> scheduler.cancel(sequence));
    }

    /** Lets go of the memory of a finished sequence that keeps it. */
    public void release(Sequence sequence) {
        thread.execute(() -> scheduler.release(sequence));
    }

    public void pause(boolean on) {
        thread.execute(() -> scheduler.pause(on));
    }

    public CompletableFuture<Boolean> flush() {
        return thread.ask(scheduler::flush);
    }

    public CompletableFuture<Boolean> forget() {
        return thread.ask(scheduler::forget);
    }

    public CompletableFuture<RankStats> stats() {
        return thread.ask(scheduler::stats);
    }

    public CompletableFuture<CacheTruth> truth() {
        return thread.ask(scheduler::truth);
    }

    /** Counts a leg that was given to this rank, from its arrival to its end. */
    public void legBegins() {
        legs.incrementAndGet();
    }

    public void legEnds() {
        legs.decrementAndGet();
    }

    /** Legs given to this rank that have not ended. */
    public int legs() {
        return legs.get();
    }
}
