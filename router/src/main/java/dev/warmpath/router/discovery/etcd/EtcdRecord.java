package dev.warmpath.router.discovery.etcd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.Presence;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One key's value: the JSON object by which an engine's launcher registers it, as the Infera router reads it. Fields that
 * are missing or null are left to the template; those that are unknown here are passed over.
 *
 * <ul>
 *   <li>{@code url}: the worker's; {@code worker_id} is for people only, since the URL is the worker's identity
 *   <li>{@code model_name}: a name or a list of names; {@code engine}
 *   <li>{@code disagg_mode}: prefill, decode, or none, mixed or null for both
 *   <li>{@code disagg_meta}: {@code protocol}, and {@code bootstrap_addr} ({@code host:port}) or {@code bootstrap_port}
 *   <li>{@code kv_events_endpoint}: of the first rank; {@code kv_block_size}
 *   <li>{@code dp_size}, and {@code dp_rank} where the ranks are processes of their own: the record is that one rank then
 * </ul>
 */
sealed interface EtcdRecord {

    record Good(Announcement announcement) implements EtcdRecord {}

    record Bad(Rejection rejection) implements EtcdRecord {}

    /** A record has a dozen short fields. */
    int MOST_BYTES = 64 << 10;

    /**
     * Reads a value.
     *
     * @param key for people
     */
    static EtcdRecord of(String key, byte[] value, WorkerTemplate template) {
        if (value.length > MOST_BYTES) {
            String detail = "has " + value.length + " bytes, and a record has " + MOST_BYTES + " at most";
            return new Bad(new Rejection(key, RejectionReason.RECORD_TOO_LARGE, detail));
        }
        try {
            return new Good(Reader.read(key, value, template));
        } catch (Unreadable wrong) {
            return new Bad(new Rejection(key, RejectionReason.MALFORMED_RECORD, String.valueOf(wrong.getMessage())));
        }
    }

    /** What is wrong with a record. No stack trace: it is data. */
    final class Unreadable extends Exception {

        private static final long serialVersionUID = 1;

        Unreadable(String message) {
            super(message, null, false, false);
        }
    }

    /** Goes through the fields of one record. */
    final class Reader {

        private static final ObjectMapper JSON = new ObjectMapper();

        private final JsonNode json;
        private final URI url;
        private final Map<String, Object> values;

        private Reader(JsonNode json, URI url, WorkerTemplate template) {
            this.json = json;
            this.url = url;
            this.values = new HashMap<>(template.at(url));
        }

        static Announcement read(String key, byte[] value, WorkerTemplate template) throws Unreadable {
            JsonNode json = object(value);
            String text = json.path("url").asText("");
            Optional<URI> url = WorkerUrl.normalise(text);
            if (url.isEmpty()) {
                throw new Unreadable("url is no worker's URL: " + (text.contains("@") ? "it holds credentials" : text));
            }
            if (Hosts.isWildcard(url.get().getHost())) {
                throw new Unreadable("url is " + text + ", which nobody can reach: let the engine advertise its host");
            }
            Reader reader = new Reader(json, url.get(), template);
            reader.take();
            return new Announcement(key, "", url.get(), reader.values, Presence.SERVING);
        }

        private static JsonNode object(byte[] value) throws Unreadable {
            try {
                JsonNode json = JSON.readTree(new String(value, StandardCharsets.UTF_8));
                if (json.isObject()) {
                    return json;
                }
            } catch (JsonProcessingException notJson) {
                // Told below; the value itself may be anything and is not repeated.
            }
            throw new Unreadable("is no JSON object");
        }

        private void take() throws Unreadable {
            models();
            String engine = text(json, "engine");
            if (engine != null) {
                values.put("engine", engine.toLowerCase(Locale.ROOT));
            }
            role();
            Long blockSize = number(json, "kv_block_size");
            if (blockSize != null && blockSize != 0) {
                values.put("block_size", blockSize);
            }
            ranks();
            events();
        }

        private void models() throws Unreadable {
            JsonNode models = json.path("model_name");
            if (models.isArray()) {
                List<String> names = new ArrayList<>();
                models.forEach(model -> names.add(model.asText()));
                values.put("models", names);
            } else {
                String model = text(json, "model_name");
                if (model != null) {
                    values.put("models", List.of(model));
                }
            }
        }

        private void role() throws Unreadable {
            if (!json.has("disagg_mode")) {
                return;
            }
            String mode = text(json, "disagg_mode");
            String role = mode == null ? "" : mode.toLowerCase(Locale.ROOT);
            boolean mixed = role.isEmpty() || role.equals("none") || role.equals("mixed");
            values.put("role", mixed ? "mixed" : role);
            JsonNode meta = json.path("disagg_meta");
            String protocol = text(meta, "protocol");
            boolean known =
                    Arrays.stream(Protocol.values()).anyMatch(one -> one.key().equals(protocol));
            if (mixed) {
                values.remove("protocol");
                values.remove("bootstrap_port");
            } else if (protocol != null && known) {
                values.put("protocol", protocol);
            }
            Long port = number(meta, "bootstrap_port");
            String address = text(meta, "bootstrap_addr");
            if (port == null && address != null) {
                port = port(address);
            }
            if (port != null && role.equals("prefill")) {
                values.put("bootstrap_port", port);
            }
        }

        private static Long port(String address) throws Unreadable {
            String text = address.substring(address.lastIndexOf(':') + 1);
            if (!text.matches("[0-9]{1,5}")) {
                throw new Unreadable("disagg_meta.bootstrap_addr has no port: " + address);
            }
            return Long.parseLong(text);
        }

        private void ranks() throws Unreadable {
            Long size = number(json, "dp_size");
            Long rank = number(json, "dp_rank");
            if (rank != null) {
                values.put("dp_start", rank);
                values.put("dp_size", 1);
            } else if (size != null && size != 0) {
                values.put("dp_size", size);
            }
        }

        private void events() throws Unreadable {
            String text = text(json, "kv_events_endpoint");
            if (text == null || text.isEmpty()) {
                return;
            }
            TcpEndpoint endpoint = TcpEndpoint.parse(text);
            if (endpoint == null) {
                throw new Unreadable("kv_events_endpoint is no endpoint such as tcp://10.0.0.1:5557: " + text);
            }
            Map<String, Object> events = new HashMap<>();
            if (values.get("kv_events") instanceof Map<?, ?> common) {
                common.forEach((key, value) -> events.put(String.valueOf(key), value));
            }
            events.put("endpoint", endpoint.reachableAt(url.getHost()).toString());
            values.put("kv_events", events);
        }

        private static @Nullable String text(JsonNode from, String field) throws Unreadable {
            JsonNode value = from.path(field);
            if (value.isMissingNode() || value.isNull()) {
                return null;
            }
            if (!value.isTextual()) {
                throw new Unreadable(field + " is no text");
            }
            return value.asText();
        }

        private static @Nullable Long number(JsonNode from, String field) throws Unreadable {
            JsonNode value = from.path(field);
            if (value.isMissingNode() || value.isNull()) {
                return null;
            }
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw new Unreadable(field + " is no whole number");
            }
            return value.longValue();
        }
    }
}
