package dev.warmpath.it.sim.schedule;

/** Lets the time of an engine's step pass: real time on an {@link EngineThread}, or that of a simulation. */
@FunctionalInterface
public interface StepTimer {

    /**
     * Runs a task once so much time has passed, on the one thread that the scheduler belongs to and never before this
     * call has returned.
     */
    void after(long nanos, Runnable task);
}
