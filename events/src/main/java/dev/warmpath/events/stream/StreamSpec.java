package dev.warmpath.events.stream;

import dev.warmpath.events.kv.Target;
import org.jspecify.annotations.Nullable;

/**
 * One rank's stream as configured.
 *
 * @param target whose events these are
 * @param direction which side binds
 * @param endpoint ZMQ endpoint: to connect to, or to bind, {@code tcp://host:port}
 * @param replayEndpoint the publisher's replay ROUTER, or null for none
 * @param topic prefix to subscribe to; empty takes all
 */
public record StreamSpec(
        Target target,
        Direction direction,
        String endpoint,
        @Nullable String replayEndpoint,
        String topic) {

    /** Which side binds: the engine (the router connects) or the router. */
    public enum Direction {
        CONNECT,
        BIND
    }
}
