package dev.warmpath.router.http;

import dev.warmpath.router.legs.LegFault;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs leg faults, at most one line per worker and kind in {@link #PERIOD}, with a count of those left out: while a
 * worker is down every request meets it, and a log that repeats that hides everything else. Safe from any thread.
 */
public final class FaultLog {

    private static final Logger log = LoggerFactory.getLogger(FaultLog.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);

    /** Workers come and go; when so many (worker, kind) pairs are remembered, all are forgotten. */
    private static final int MOST = 4096;

    private record Key(String worker, LegFault.Kind kind) {}

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
        if (gates.size() >= MOST) {
            gates.clear();
        }
        long now = clock.getAsLong();
        Gate gate = gates.computeIfAbsent(new Key(fault.target().worker(), fault.kind()), key -> new Gate(now));
        long next = gate.nextNanos.get();
        if (now - next < 0 || !gate.nextNanos.compareAndSet(next, now + PERIOD.toNanos())) {
            gate.leftOut.incrementAndGet();
            return;
        }
        (fault.credentialsRefused() ? log.atError() : log.atWarn())
                .addKeyValue("role", fault.role())
                .addKeyValue("target", fault.target())
                .addKeyValue("reason", fault.kind().key())
                .addKeyValue("cause", fault.getMessage())
                .addKeyValue("left_out", gate.leftOut.getAndSet(0))
                .log(what);
    }
}
