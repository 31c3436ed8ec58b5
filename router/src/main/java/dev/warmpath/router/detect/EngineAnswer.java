package dev.warmpath.router.detect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an engine says of itself, as far as it tells engines apart. Sources: engines.md D.4 and E.8 of the reference notes;
 * vLLM 0.32 and the routes of SGLang 0.5.
 */
final class EngineAnswer {

    /** Server arguments are flat, and vLLM's own configuration is a few levels deep. */
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(64).build())
                    .build())
            .build();

    private static final int MAX_WORD = 200;

    /** Of one worker; engines hold some tens at a time. */
    private static final int MAX_ADAPTERS = 4096;

    /** What says nothing. */
    static final EngineAnswer NOTHING = new EngineAnswer(MissingNode.getInstance());

    private final JsonNode root;

    private EngineAnswer(JsonNode root) {
        this.root = root;
    }

    /** Reads an answer; what is no JSON says nothing. */
    static EngineAnswer read(byte[] answer) {
        try {
            JsonNode root = JSON.readTree(answer);
            return root == null ? NOTHING : new EngineAnswer(root);
        } catch (IOException notJson) {
            return NOTHING;
        }
    }

    /** Of {@code GET /v1/models}: both engines name themselves as the owner of what they serve. */
    @Nullable
    Engine ownerOfModels() {
        Engine owner = null;
        for (JsonNode model : root.path("data")) {
            Engine one = named(model.path("owned_by").asText());
            if (one == null || (owner != null && owner != one)) {
                return null;
            }
            owner = one;
        }
        return owner;
    }

    /** Of {@code GET /v1/models}: by each adapter's name the model that it belongs to. */
    Map<String, String> adapters() {
        Map<String, String> adapters = new HashMap<>();
        for (JsonNode model : root.path("data")) {
            String name = text(model.path("id"));
            String parent = text(model.path("parent"));
            if (!name.isEmpty() && !parent.isEmpty() && adapters.size() < MAX_ADAPTERS) {
                adapters.put(name, parent);
            }
        }
        return adapters;
    }

    /** Of {@code GET /server_info}: SGLang's server arguments, or what vLLM tells in its development mode. */
    @Nullable
    Engine ofServerInfo() {
        if (root.has("disaggregation_mode") || (root.has("page_size") && root.has("model_path"))) {
            return Engine.SGLANG;
        }
        return root.has("vllm_config") ? Engine.VLLM : null;
    }

    /** Of {@code GET /model_info}, which SGLang alone has, or {@code /get_model_info}, its older name. */
    @Nullable
    Engine ofModelInfo() {
        return root.has("model_path") && root.has("is_generation") ? Engine.SGLANG : null;
    }

    /** Of {@code GET /version}, which SGLang does not have. */
    @Nullable
    Engine ofVersion() {
        return root.path("version").isTextual() && root.size() == 1 ? Engine.VLLM : null;
    }

    /** Data-parallel ranks of the engine, or 0 when it does not say, or counts those of other nodes too. */
    int dpSize() {
        return root.path("nnodes").asInt(1) > 1 ? 0 : root.path("dp_size").asInt(0);
    }

    /** Tokens per KV block, as its events carry them; 0 when it does not say. */
    int blockSize() {
        int ofEvents = root.path("kv_events").path("block_size").asInt(0);
        return ofEvents > 0 ? ofEvents : root.path("page_size").asInt(0);
    }

    /** Which part of a request it serves, by SGLang's {@code disaggregation_mode}; null when it does not say. */
    @Nullable
    Role role() {
        return switch (root.path("disaggregation_mode").asText("")) {
            case "prefill" -> Role.PREFILL;
            case "decode" -> Role.DECODE;
            case "null" -> Role.MIXED;
            default -> null;
        };
    }

    /** Of {@code GET /version} of vLLM, or SGLang's {@code /server_info}; empty when it does not say. */
    String version() {
        return text(root.path("version"));
    }

    /**
     * Where the first rank's publisher is bound, as SGLang's {@code /server_info} has it (releases that do not spell it
     * out repeat the flag's text); empty when it does not say.
     */
    String publisher() {
        JsonNode told = root.path("kv_events");
        int port = told.path("endpoint_port_base").asInt(0);
        if (port > 0) {
            return text(TextNode.valueOf("tcp://" + told.path("endpoint_host").asText("*") + ":" + port));
        }
        String flag = root.path("kv_events_config").asText("");
        return text(read(flag.getBytes(StandardCharsets.UTF_8)).root.path("endpoint"));
    }

    /** Of {@code GET /kv_event_sources} of vLLM, which lists them by rank: the first rank's publisher; empty for none. */
    String firstSource() {
        for (JsonNode source : root) {
            if (source.path("endpoint").isTextual()) {
                return text(source.path("endpoint"));
            }
        }
        return "";
    }

    /** A word of an engine's, short enough to be shown; anything else is none. */
    private static String text(JsonNode node) {
        String text = node.asText("");
        return node.isTextual() && text.length() <= MAX_WORD ? text : "";
    }

    private static @Nullable Engine named(String owner) {
        return switch (owner) {
            case "sglang" -> Engine.SGLANG;
            case "vllm" -> Engine.VLLM;
            default -> null;
        };
    }
}
