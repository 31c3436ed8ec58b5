package dev.warmpath.router.observe;

import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of client keys: who calls, and whether the file of keys is what is in force. Names come from configuration. */
public final class KeyMetrics {

    private final MeterRegistry registry;
    private final ConcurrentHashMap<String, Counter> requests = new ConcurrentHashMap<>();
    private final AtomicInteger stale = new AtomicInteger();
    private final Counter reloads;
    private final Counter failures;

    public KeyMetrics(MeterRegistry registry, KeyRing ring) {
        this.registry = registry;
        this.reloads = Counter.builder("warmpath.keys.reloads")
                .description("Changes of server.keys_file that were put in force")
                .register(registry);
        this.failures = Counter.builder("warmpath.keys.reload.failures")
                .description("Changes of server.keys_file that were not, because the file was not good")
                .register(registry);
        Gauge.builder("warmpath.keys.file.stale", stale, AtomicInteger::get)
                .description("1 while server.keys_file is not good and what it held before is in force")
                .register(registry);
        Gauge.builder("warmpath.keys", ring, KeyRing::opening)
                .description("Client keys that open the data port now")
                .register(registry);
        changed(ring.inForce());
    }

    /** A request was let in by this key. */
    public void request(String key) {
        requests.computeIfAbsent(key, this::counter).increment();
    }

    /** A change of the file is in force. */
    public void reloaded(ClientKeys inForce) {
        reloads.increment();
        stale.set(0);
        changed(inForce);
    }

    /** The file is again what is in force, as it was before it went wrong. */
    public void recovered() {
        stale.set(0);
    }

    /** A change of the file cannot be put in force. */
    public void reloadFailed() {
        failures.increment();
        stale.set(1);
    }

    /** Other keys are in force. Each has its series from the start; those of keys that are gone go, or time would gather them. */
    public void changed(ClientKeys inForce) {
        Set<String> names = new HashSet<>();
        for (ClientKey key : inForce.keys()) {
            names.add(key.name());
            requests.computeIfAbsent(key.name(), this::counter);
        }
        requests.forEach((name, counter) -> {
            if (!names.contains(name) && requests.remove(name, counter)) {
                registry.remove(counter);
            }
        });
    }

    private Counter counter(String key) {
        return Counter.builder("warmpath.requests.by.key")
                .description("Requests to the data port that a client key let in")
                .tag("key", key)
                .register(registry);
    }
}
