package dev.warmpath.router.admin.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the changes that callers of the admin port make, for the fleet and for each worker. Numbers begin at the time of
 * the start, so that those of an earlier run of the router name no state of this one. Thread-safe.
 */
final class Revisions {

    private final long start;
    private final AtomicLong last;
    private final Map<String, Long> byWorker = new ConcurrentHashMap<>();

    /** @param startMillis when the router started, since the epoch */
    Revisions(long startMillis) {
        start = startMillis;
        last = new AtomicLong(startMillis);
    }

    String fleet() {
        return Long.toHexString(last.get());
    }

    /** That of one worker; workers from the configuration file have that of the start until they are changed. */
    String of(String worker) {
        return Long.toHexString(byWorker.getOrDefault(worker, start));
    }

    void changed(String worker) {
        byWorker.put(worker, last.incrementAndGet());
    }

    /** Only the fleet's goes on; a worker that comes again gets a new one. */
    void removed(String worker) {
        last.incrementAndGet();
        byWorker.remove(worker);
    }
}
