package dev.warmpath.config.settings;

import dev.warmpath.config.address.TcpEndpoint;
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
        @Nullable EventsTemplate kvEvents) {

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

    /** The keys of an item of {@code workers:} for the worker of this URL, as {@code ConfigLoader.worker} takes them. */
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
        return values;
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
                + kvEvents + "]";
    }
}
