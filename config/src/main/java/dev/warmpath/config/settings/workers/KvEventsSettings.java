package dev.warmpath.config.settings.workers;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a worker's KV events come from ({@code kv_events:}). */
public sealed interface KvEventsSettings {

    /** Prefix of the topics to subscribe to; empty takes all. */
    String topic();

    /**
     * The engine binds and the router connects. Lists hold one ZMQ endpoint per rank, in rank order, already expanded
     * ({@code base + rank}) and with a wildcard host replaced by the worker's.
     *
     * @param endpoints publisher endpoints, one per rank
     * @param replays replay endpoints, one per rank, or empty for none
     * @param wildcard whether a wildcard host was written for one of them, which the worker's host has taken the place of
     */
    record Connect(List<String> endpoints, List<String> replays, String topic, boolean wildcard)
            implements KvEventsSettings {
        public Connect {
            endpoints = List.copyOf(endpoints);
            replays = List.copyOf(replays);
        }

        /** Endpoints as they were written. */
        public Connect(List<String> endpoints, List<String> replays, String topic) {
            this(endpoints, replays, topic, false);
        }

        /** How an endpoint was written makes no difference to what it is. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Connect connect
                    && endpoints.equals(connect.endpoints)
                    && replays.equals(connect.replays)
                    && topic.equals(connect.topic);
        }

        @Override
        public int hashCode() {
            return Objects.hash(endpoints, replays, topic);
        }
    }

    /**
     * The router binds one port per rank and the engine's publishers connect to it.
     *
     * @param basePort first port of the block, or 0 to allocate one
     */
    record Bind(String host, int basePort, String topic) implements KvEventsSettings {}
}
