package dev.warmpath.router.http;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.legs.LegFault;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs leg faults and missing hand-offs, at most one line per worker and reason in {@link #PERIOD}, with a count of those left out: while a
 * worker is down every request meets it, and a log that repeats that hides everything else. Safe from any thread.
 */
public final class FaultLog {

    private static final Logger log = LoggerFactory.getLogger(FaultLog.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private static final long NOT_NOW = -1;

    /** Workers come and go; when so many (worker, reason) pairs are remembered, all are forgotten. */
    private static final int MOST = 4096;

    private record Key(String worker, Enum<?> reason) {}

    private static final class Gate {
        private final AtomicLong nextNanos;
        private final AtomicLong leftOut = new AtomicLong();

        Gate(long nextNanos) {
            this.nextNanos = new AtomicLong(nextNanos);
        }
    }

    private final Map<Key, Gate> gates = new ConcurrentHashMap<>();
    private final LongSupplier clock;

    /** @param clock monotonic nanoseconds */
    public FaultLog(LongSupplier clock) {
        this.clock = clock;
    }

    void tell(LegFault fault, String what) {
        long leftOut = admit(new Key(fault.target().worker(), fault.kind()));
        if (leftOut == NOT_NOW) {
            return;
        }
        (fault.credentialsRefused() ? log.atError() : log.atWarn())
                .addKeyValue("role", fault.role())
                .addKeyValue("target", fault.target())
                .addKeyValue("reason", fault.kind().key())
                .addKeyValue("cause", fault.getMessage())
                .addKeyValue("left_out", leftOut)
                .log(what);
    }

    /** Tells of a hand-off that did not come about; a worker can be blamed unless the gap was to be expected. */
    void tell(Target target, HandOffGap gap, boolean recomputed) {
        long leftOut = admit(new Key(target.worker(), gap));
        if (leftOut != NOT_NOW) {
            (gap.expected() ? log.atInfo() : log.atWarn())
                    .addKeyValue("target", target)
                    .addKeyValue("reason", gap.key())
                    .addKeyValue("left_out", leftOut)
                    .log(recomputed ? "no hand-off: the decode worker computes the prompt" : "no hand-off");
        }
    }

    /** How many lines were left out since the last one, or {@link #NOT_NOW}. */
    private long admit(Key key) {
        if (gates.size() >= MOST) {
            gates.clear();
        }
        long now = clock.getAsLong();
        Gate gate = gates.computeIfAbsent(key, k -> new Gate(now));
        long next = gate.nextNanos.get();
        if (now - next < 0 || !gate.nextNanos.compareAndSet(next, now + PERIOD.toNanos())) {
            gate.leftOut.incrementAndGet();
            return NOT_NOW;
        }
        return gate.leftOut.getAndSet(0);
    }
}
