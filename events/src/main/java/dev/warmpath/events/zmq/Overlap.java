package dev.warmpath.events.zmq;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Says when a new socket may take over from an old one: once the old one has been read up to where the new one begins, or
 * has fallen quiet. One that does neither is given up at last.
 *
 * <p>On the loop's thread.
 */
final class Overlap {

    /**
     * How long a new socket only collects, at least, while the old one is still read. The publisher learns of a
     * subscription some time after the connection is there, and what it says until then comes over the old one only.
     */
    static final Duration LEAST = Duration.ofMillis(500);

    /** After that, how often to ask. */
    static final Duration LOOK = Duration.ofMillis(50);

    static final Duration LONGEST = Duration.ofSeconds(10);

    private final LongSupplier nanoClock;

    /** Of the socket that is read: its last number, and when it came. */
    private long lastSequence = -1;

    private long lastHeard;
    private long began;

    Overlap(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.lastHeard = nanoClock.getAsLong();
    }

    /** A batch came over the socket that is read. */
    void heard(long sequence) {
        lastSequence = sequence;
        lastHeard = nanoClock.getAsLong();
    }

    /** The new socket is connected. */
    void begin() {
        began = nanoClock.getAsLong();
    }

    /** @param first number of the first batch that waits at the new socket, -1 when there is none */
    boolean isOver(long first) {
        long now = nanoClock.getAsLong();
        boolean met = first >= 0 && lastSequence >= first - 1;
        boolean quiet = now - lastHeard >= LEAST.toNanos();
        return met || quiet || now - began >= LONGEST.toNanos();
    }
}
