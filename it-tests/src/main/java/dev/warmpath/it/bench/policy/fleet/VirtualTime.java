package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.it.sim.schedule.StepTimer;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A clock without waiting: it stands until everything that is due at a moment is done, then jumps to the next thing that
 * is due. Things that are due at one moment happen in the order in which they were planned, so a run depends on nothing
 * but its input.
 */
public final class VirtualTime implements StepTimer {

    private record Due(long nanos, long number, Runnable task) {}

    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::number));
    private long now;
    private long planned;

    /** Nanoseconds since the beginning of the run. */
    public long now() {
        return now;
    }

    @Override
    public void after(long nanos, Runnable task) {
        at(now + nanos, task);
    }

    /** Plans something; what should have happened already happens now. */
    public void at(long nanos, Runnable task) {
        agenda.add(new Due(Math.max(nanos, now), planned++, task));
    }

    /** Lets everything happen that is planned, and what that plans. */
    public void run() {
        for (Due next = agenda.poll(); next != null; next = agenda.poll()) {
            now = next.nanos;
            next.task.run();
        }
    }
}
