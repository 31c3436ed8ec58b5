package dev.warmpath.it.sim.events;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes wrong with one rank's event stream. Set from any thread; taken up by the next batch or replay. */
public final class EventFaults {

    private final AtomicInteger lose = new AtomicInteger();
    private final AtomicInteger duplicate = new AtomicInteger();
    private final AtomicInteger swap = new AtomicInteger();
    private final AtomicInteger garble = new AtomicInteger();
    private final Set<Long> holes = ConcurrentHashMap.newKeySet();
    private volatile boolean off;
    private volatile boolean silentReplay;
    private volatile double clockSeconds;

    /** The next batches get their numbers and are kept for replay, but are not sent. */
    public EventFaults loseNext(int batches) {
        lose.set(batches);
        return this;
    }

    /** The next batches are sent twice. */
    public EventFaults duplicateNext(int batches) {
        duplicate.set(batches);
        return this;
    }

    /** Each of the next batches is sent after its successor. */
    public EventFaults swapNext(int batches) {
        swap.set(batches);
        return this;
    }

    /** The next batches are cut short on the wire; replay has them whole. */
    public EventFaults garbleNext(int batches) {
        garble.set(batches);
        return this;
    }

    /** The publisher is off: changes of the cache leave no trace, not even a number. */
    public EventFaults publisherOff(boolean on) {
        off = on;
        return this;
    }

    /** Batches are stamped by a clock that is this far ahead, or behind if negative. */
    public EventFaults clockAhead(Duration by) {
        clockSeconds = by.toMillis() / 1000.0;
        return this;
    }

    /** Replay requests are read and not answered. */
    public EventFaults silentReplay(boolean on) {
        silentReplay = on;
        return this;
    }

    /** Replay leaves this batch out. */
    public EventFaults replayHole(long sequence) {
        holes.add(sequence);
        return this;
    }

    /** From now on nothing goes wrong. */
    public EventFaults clear() {
        lose.set(0);
        duplicate.set(0);
        swap.set(0);
        garble.set(0);
        holes.clear();
        off = false;
        silentReplay = false;
        clockSeconds = 0;
        return this;
    }

    boolean takeLose() {
        return take(lose);
    }

    boolean takeDuplicate() {
        return take(duplicate);
    }

    boolean takeSwap() {
        return take(swap);
    }

    boolean takeGarble() {
        return take(garble);
    }

    boolean isOff() {
        return off;
    }

    boolean isReplaySilent() {
        return silentReplay;
    }

    double clockSeconds() {
        return clockSeconds;
    }

    boolean isHole(long sequence) {
        return holes.contains(sequence);
    }

    private static boolean take(AtomicInteger left) {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
}
