package dev.warmpath.it.sim.http.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import java.util.Locale;
import java.util.Map;

/** What an engine tells about itself: models, version, server information, where its events are. */
final class InfoEndpoints {

    private final ObjectMapper json;
    private final EngineProfile profile;

    InfoEndpoints(ObjectMapper json, EngineProfile profile) {
        this.json = json;
        this.profile = profile;
    }

    void addTo(Map<String, Endpoint> routes) {
        routes.put("GET /v1/models", this::models);
        if (profile.engine() == Engine.VLLM) {
            routes.put(
                    "GET /version",
                    exchange -> send(exchange, json.createObjectNode().put("version", profile.version())));
            routes.put("GET /kv_event_sources", this::eventSources);
        } else {
            routes.put("GET /server_info", this::serverInfo);
            routes.put("GET /get_server_info", this::serverInfo);
            routes.put("GET /model_info", this::modelInfo);
            routes.put("GET /get_model_info", this::modelInfo);
        }
    }

    private void models(Exchange exchange) {
        ObjectNode list = json.createObjectNode().put("object", "list");
        ArrayNode data = list.putArray("data");
        model(data, profile.model()).put("max_model_len", profile.contextTokens());
        for (String adapter : profile.adapters()) {
            model(data, adapter).put("parent", profile.model());
        }
        send(exchange, list);
    }

    private ObjectNode model(ArrayNode data, String name) {
        return data.addObject()
                .put("id", name)
                .put("object", "model")
                .put("created", System.currentTimeMillis() / 1_000)
                .put("owned_by", profile.engine().name().toLowerCase(Locale.ROOT))
                .put("root", profile.model())
                .putNull("parent");
    }

    /** By rank, each with the ports that it has found for itself, as vLLM 0.32 answers. */
    private void eventSources(Exchange exchange) {
        ObjectNode sources = json.createObjectNode();
        for (int rank = profile.firstRank(); rank < profile.firstRank() + profile.ranks(); rank++) {
            if (profile.eventPort() > 0) {
                sources.putObject(Integer.toString(rank))
                        .put("enable_kv_cache_events", true)
                        .put("publisher", "zmq")
                        .put("endpoint", "tcp://*:" + (profile.eventPort() + rank))
                        .put(
                                "replay_endpoint",
                                profile.replayPort() == 0 ? null : "tcp://*:" + (profile.replayPort() + rank))
                        .put("topic", profile.events().topic());
            }
        }
        send(exchange, sources);
    }

    private void serverInfo(Exchange exchange) {
        ObjectNode info = json.createObjectNode()
                .put("model_path", profile.model())
                .put("served_model_name", profile.model())
                .put("tp_size", 1)
                .put("dp_size", profile.ranks())
                .put("pp_size", 1)
                .put("page_size", profile.blockSize())
                .put("context_length", profile.contextTokens())
                .put("disaggregation_mode", mode(profile.role()))
                .put("disaggregation_bootstrap_port", profile.bootstrapPort())
                .put("load_balance_method", "follow_bootstrap_room")
                .put("version", profile.version());
        if (profile.eventPort() > 0) {
            ObjectNode events = info.putObject("kv_events")
                    .put("publisher", "zmq")
                    .put("endpoint_host", "*")
                    .put("endpoint_port_base", profile.eventPort())
                    .put("topic", profile.events().topic())
                    .put("block_size", profile.blockSize())
                    .put("dp_size", profile.ranks());
            if (profile.loadPort() > 0) {
                events.put("load_endpoint_port_base", profile.loadPort()).put("load_topic", "load");
            }
        } else {
            info.putNull("kv_events");
        }
        send(exchange, info);
    }

    /** SGLang's word for a role. */
    static String mode(Role role) {
        return switch (role) {
            case PREFILL -> "prefill";
            case DECODE -> "decode";
            case MIXED -> "null";
        };
    }

    private void modelInfo(Exchange exchange) {
        send(
                exchange,
                json.createObjectNode()
                        .put("model_path", profile.model())
                        .put("tokenizer_path", profile.model())
                        .put("is_generation", true)
                        .put("weight_version", "default"));
    }

    private void send(Exchange exchange, ObjectNode node) {
        exchange.json(200, JsonBytes.of(json, node));
    }
}
