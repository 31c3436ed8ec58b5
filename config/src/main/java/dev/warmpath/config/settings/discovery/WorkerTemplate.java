package dev.warmpath.config.settings.discovery;

import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of one source have in common ({@code discovery[].worker:}). Null where it is left open, for the source
 * to tell or for the default. Components as in {@link WorkerSettings}.
 *
 * @param kvEvents where a worker's events come from; a wildcard host is the worker's
 * @param health how they are probed, where that differs from the other workers
 * @param tls how they are called, all of them by https, where that differs from the other workers
 * @param topology where they stand
 */
public record WorkerTemplate(
        @Nullable Role role,
        @Nullable Engine engine,
        @Nullable Protocol protocol,
        @Nullable List<String> models,
        @Nullable String group,
        @Nullable Integer dpSize,
        @Nullable Integer dpStart,
        @Nullable Integer blockSize,
        @Nullable Integer bootstrapPort,
        @Nullable String apiKey,
        @Nullable EventsTemplate kvEvents,
        @Nullable HealthSettings health,
        @Nullable WorkerTls tls,
        @Nullable TopologyLabels topology) {

    /** Leaves everything to the source and to the defaults. */
    public static WorkerTemplate nothing() {
        return new WorkerTemplate(null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * The first rank's endpoints of a worker; the others are on the ports that follow.
     *
     * @param endpoint where it publishes, such as {@code tcp://*:5557}
     * @param replay where it can be asked again, or null for nowhere
     */
    public record EventsTemplate(String endpoint, @Nullable String replay, String topic) {

        /** As the keys of {@code kv_events:} have it. A wildcard is meant here, so none is left for anybody to doubt. */
        private Map<String, Object> at(String host) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("endpoint", reachable(endpoint, host));
            put(values, "replay", replay == null ? null : reachable(replay, host));
            values.put("topic", topic);
            return values;
        }

        private static String reachable(String endpoint, String host) {
            return TcpEndpoint.ofChecked(endpoint).reachableAt(host).toString();
        }
    }

    /**
     * The keys of an item of {@code workers:} for the worker of this URL, as {@code ConfigLoader.worker} takes them. What no
     * source tells is left to {@link #complete}.
     */
    public Map<String, Object> at(URI url) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("url", url.toString());
        put(values, "role", role == null ? null : role.key());
        put(values, "engine", engine == null ? null : engine.name().toLowerCase(Locale.ROOT));
        put(values, "protocol", protocol == null ? null : protocol.key());
        put(values, "models", models);
        put(values, "group", group);
        put(values, "dp_size", dpSize);
        put(values, "dp_start", dpStart);
        put(values, "block_size", blockSize);
        put(values, "bootstrap_port", bootstrapPort);
        put(values, "api_key", apiKey);
        put(values, "kv_events", kvEvents == null ? null : kvEvents.at(url.getHost()));
        put(values, "topology", topology == null ? null : labels(topology));
        return values;
    }

    private static Map<String, Object> labels(TopologyLabels topology) {
        Map<String, Object> labels = new LinkedHashMap<>();
        put(labels, "host", topology.host());
        put(labels, "rail", topology.rail());
        put(labels, "rack", topology.rack());
        put(labels, "zone", topology.zone());
        return labels;
    }

    /**
     * A worker as a source tells it, with what the configuration alone decides: how it is probed, and by which files called.
     */
    public WorkerSettings complete(WorkerSettings told) {
        return told.withHealth(health).withTls(tls);
    }

    private static void put(Map<String, Object> values, String key, @Nullable Object value) {
        if (value != null) {
            values.put(key, value);
        }
    }

    /** The API key never appears in text. */
    @Override
    public String toString() {
        return "WorkerTemplate[role=" + role + ", engine=" + engine + ", protocol=" + protocol + ", models=" + models
                + ", group=" + group + ", dpSize=" + dpSize + ", dpStart=" + dpStart + ", blockSize=" + blockSize
                + ", bootstrapPort=" + bootstrapPort + ", apiKey=" + (apiKey == null ? "none" : "***") + ", kvEvents="
                + kvEvents + ", health=" + health + ", tls=" + tls + ", topology=" + topology + "]";
    }
}
