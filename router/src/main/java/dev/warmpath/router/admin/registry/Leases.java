package dev.warmpath.router.admin.registry;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Until when workers stay that were registered for a time. What ends a lease is the monotonic clock: a wall clock that is
 * set must not empty a fleet. Thread-safe; a worker's lease is granted and ended under the registry's lock.
 */
final class Leases {

    /** @param shown the same end by the wall clock, as far as it could be told when the lease was granted */
    private record Lease(long endNanos, Instant shown) {}

    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private final Map<String, Lease> byWorker = new ConcurrentHashMap<>();

    Leases(LongSupplier nanoClock, InstantSource wallClock) {
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
    }

    /** From now on; null lets the worker stay until it is removed. */
    void grant(String worker, @Nullable Duration ttl) {
        if (ttl == null) {
            byWorker.remove(worker);
        } else {
            byWorker.put(
                    worker,
                    new Lease(
                            nanoClock.getAsLong() + ttl.toNanos(),
                            wallClock.instant().plus(ttl)));
        }
    }

    void end(String worker) {
        byWorker.remove(worker);
    }

    /** Null for a worker without a lease. */
    @Nullable
    Instant expiry(String worker) {
        Lease lease = byWorker.get(worker);
        return lease == null ? null : lease.shown();
    }

    /** Whose time is over. */
    List<String> over() {
        long now = nanoClock.getAsLong();
        return byWorker.entrySet().stream()
                .filter(lease -> now - lease.getValue().endNanos() >= 0)
                .map(Map.Entry::getKey)
                .toList();
    }
}
