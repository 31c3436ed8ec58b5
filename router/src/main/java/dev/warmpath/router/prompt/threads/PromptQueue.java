package dev.warmpath.router.prompt.threads;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that waits for a thread, in two lines: short prompts and long ones.
 *
 * <p>A prompt of 500,000 tokens keeps a thread for a second, and no native call can be interrupted; a usual one needs a
 * few milliseconds. In one line, a handful of the former would make all of the latter wait until their requests are
 * routed without their tokens. So
 *
 * <ul>
 *   <li>long ones are on all threads but one at most (on the only one, where there is just one);
 *   <li>long ones fill half of the queue at most;
 *   <li>short ones go first, but no more than {@link #MOST_PASSED} in a row pass a long one that a thread could have
 *       taken. That is counted and not timed, so that how soon a long one's turn comes does not depend on how fast the
 *       machine is: the n-th in line is taken after n * (MOST_PASSED + 1) takings at most.
 * </ul>
 *
 * <p>Work that nobody wants any more leaves at once, and its place is free for others. All of it under one lock; each
 * step costs the same however long the lines are.
 */
final class PromptQueue {

    /** A long one costs what a hundred short ones cost: with 8 before each, threads are still mostly with long ones. */
    static final int MOST_PASSED = 8;

    private static final class Line {
        /** In the order they came; leaving costs the same wherever one stands. */
        private final Set<PromptJob> waiting = new LinkedHashSet<>();

        private final Map<Overflow, Long> overflows = new EnumMap<>(Overflow.class);
        private int running;
        private long waits;
        private long waitNanos;

        Line() {
            for (Overflow overflow : Overflow.values()) {
                overflows.put(overflow, 0L);
            }
        }
    }

    private final int mostQueued;
    private final int mostLongQueued;
    private final int mostLongRunning;
    private final LongSupplier nanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ready = lock.newCondition();
    private final Line shortOnes = new Line();
    private final Line longOnes = new Line();
    /** Short ones in a row that were taken while a long one could have been. */
    private int passed;

    private boolean closed;

    /**
     * @param threads that will take work
     * @param most that may wait, of both sizes together
     * @param nanos of {@link System#nanoTime}'s kind
     */
    PromptQueue(int threads, int most, LongSupplier nanos) {
        this.mostQueued = Math.max(1, most);
        this.mostLongQueued = Math.max(1, most / 2);
        this.mostLongRunning = Math.max(1, threads - 1);
        this.nanos = nanos;
    }

    /** Takes it in, or says why not. */
    @Nullable
    Overflow offer(PromptJob job) {
        lock.lock();
        try {
            Line line = line(job.size);
            Overflow overflow = overflow(job.size);
            if (overflow != null) {
                line.overflows.merge(overflow, 1L, Long::sum);
                return overflow;
            }
            job.queuedNanos = nanos.getAsLong();
            line.waiting.add(job);
            ready.signal();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Overflow overflow(PromptSize size) {
        if (closed) {
            return Overflow.CLOSED;
        }
        if (shortOnes.waiting.size() + longOnes.waiting.size() >= mostQueued) {
            return Overflow.QUEUE_FULL;
        }
        return size == PromptSize.LONG && longOnes.waiting.size() >= mostLongQueued ? Overflow.LONG_HALF_FULL : null;
    }

    /** Waits for work that may run now; null when the queue is closed. To be followed by {@link #done}. */
    @Nullable
    PromptJob take() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                PromptJob job = next();
                if (job != null) {
                    return job;
                }
                ready.await();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** The same without waiting: null when there is nothing that may run now. */
    @Nullable
    PromptJob poll() {
        lock.lock();
        try {
            return closed ? null : next();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable PromptJob next() {
        boolean longMayGo = !longOnes.waiting.isEmpty() && longOnes.running < mostLongRunning;
        if (longMayGo && (shortOnes.waiting.isEmpty() || passed >= MOST_PASSED)) {
            passed = 0;
            return start(longOnes);
        }
        if (shortOnes.waiting.isEmpty()) {
            return null;
        }
        passed = longMayGo ? passed + 1 : 0;
        return start(shortOnes);
    }

    private PromptJob start(Line line) {
        Iterator<PromptJob> first = line.waiting.iterator();
        PromptJob job = first.next();
        first.remove();
        line.running++;
        waited(line, job);
        return job;
    }

    /** What was taken has run. */
    void done(PromptJob job) {
        lock.lock();
        try {
            line(job.size).running--;
            // A long one may have waited for this one's thread while all others slept.
            ready.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody wants it any more: whether it was still waiting. */
    boolean withdraw(PromptJob job) {
        lock.lock();
        try {
            Line line = line(job.size);
            if (!line.waiting.remove(job)) {
                return false;
            }
            waited(line, job);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void waited(Line line, PromptJob job) {
        line.waits++;
        line.waitNanos += nanos.getAsLong() - job.queuedNanos;
    }

    /** Nothing is taken in and nothing given out from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            ready.signalAll();
        } finally {
            lock.unlock();
        }
    }

    QueueStats stats(PromptSize size) {
        lock.lock();
        try {
            Line line = line(size);
            return new QueueStats(line.waiting.size(), line.running, line.waits, line.waitNanos, line.overflows);
        } finally {
            lock.unlock();
        }
    }

    private Line line(PromptSize size) {
        return size == PromptSize.LONG ? longOnes : shortOnes;
    }
}
