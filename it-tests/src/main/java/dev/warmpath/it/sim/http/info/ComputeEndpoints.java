package dev.warmpath.it.sim.http.info;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.RequestParser;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Endpoints that generate nothing: vectors, scores, texts of tokens, a transcript. The shapes are the engines'; the numbers
 * are made up of the text's tokens, so that equal texts get equal answers.
 */
final class ComputeEndpoints {

    private static final int DIMENSIONS = 8;

    private interface Answer {
        ObjectNode of(JsonNode request) throws EngineError;
    }

    private final Vertx vertx;
    private final ObjectMapper json;
    private final EngineProfile profile;
    private final RequestParser parser;
    private final SimTokenizer tokenizer;
    private final ErrorBody errors;

    ComputeEndpoints(EngineParts parts) {
        this.vertx = parts.vertx();
        this.json = parts.json();
        this.profile = parts.profile();
        this.parser = parts.parser();
        this.tokenizer = parts.tokenizer();
        this.errors = new ErrorBody(json, profile.engine());
    }

    void addTo(Map<String, Endpoint> routes) {
        add(routes, "/v1/embeddings", this::embeddings);
        add(routes, "/v1/rerank", this::rerank);
        add(routes, "/v1/score", this::score);
        add(routes, "/classify", this::classify);
        add(routes, "/detokenize", this::detokenize);
        routes.put("POST /v1/audio/transcriptions", this::transcribe);
        if (profile.engine() == Engine.VLLM) {
            add(routes, "/rerank", this::rerank);
            add(routes, "/v2/rerank", this::rerank);
            add(routes, "/score", this::score);
            add(routes, "/pooling", this::pooling);
            routes.put("POST /v1/audio/translations", this::transcribe);
        } else {
            add(routes, "/v1/detokenize", this::detokenize);
        }
    }

    private void add(Map<String, Endpoint> routes, String path, Answer answer) {
        routes.put(
                "POST " + path,
                exchange -> vertx.executeBlocking(() -> answer.of(parser.object(exchange.body())), false)
                        .onSuccess(node -> exchange.json(200, JsonBytes.of(json, node)))
                        .onFailure(cause -> refuse(exchange, cause)));
    }

    private void refuse(Exchange exchange, Throwable cause) {
        EngineError error =
                cause instanceof EngineError known ? known : EngineError.badRequest(String.valueOf(cause.getMessage()));
        exchange.json(error.status(), JsonBytes.of(json, errors.answer(error)));
    }

    private ObjectNode embeddings(JsonNode request) throws EngineError {
        boolean base64 = request.path("encoding_format").asText().equals("base64");
        ObjectNode answer = list(request, "list");
        ArrayNode data = answer.putArray("data");
        int tokens = 0;
        for (String text : texts(request.path("input"), "input")) {
            ObjectNode one = data.addObject().put("object", "embedding").put("index", data.size() - 1);
            float[] vector = vector(text);
            if (base64) {
                one.put("embedding", packed(vector));
            } else {
                ArrayNode numbers = one.putArray("embedding");
                for (float number : vector) {
                    numbers.add(number);
                }
            }
            tokens += tokenizer.encode(text, true).length;
        }
        usage(answer, tokens);
        return answer;
    }

    private ObjectNode pooling(JsonNode request) throws EngineError {
        ObjectNode answer = list(request, "list");
        ArrayNode data = answer.putArray("data");
        int tokens = 0;
        for (String text : texts(request.path("input"), "input")) {
            ArrayNode numbers = data.addObject()
                    .put("object", "pooling")
                    .put("index", data.size() - 1)
                    .putArray("data");
            for (float number : vector(text)) {
                numbers.add(number);
            }
            tokens += tokenizer.encode(text, true).length;
        }
        usage(answer, tokens);
        return answer;
    }

    private ObjectNode rerank(JsonNode request) throws EngineError {
        ObjectNode answer = json.createObjectNode()
                .put("id", "rerank-" + Integer.toHexString(request.hashCode()))
                .put("model", profile.model());
        ArrayNode results = answer.putArray("results");
        int index = 0;
        for (String text : texts(request.path("documents"), "documents")) {
            results.addObject()
                    .put("index", index++)
                    .put("relevance_score", vector(text)[0])
                    .putObject("document")
                    .put("text", text);
        }
        answer.putObject("usage").put("total_tokens", index);
        return answer;
    }

    private ObjectNode score(JsonNode request) throws EngineError {
        String other = profile.engine() == Engine.VLLM ? "text_2" : "items";
        ObjectNode answer = list(request, "list");
        ArrayNode data = answer.putArray("data");
        for (String text : texts(request.path(other), other)) {
            data.addObject()
                    .put("index", data.size() - 1)
                    .put("object", "score")
                    .put("score", vector(text)[0]);
        }
        usage(answer, data.size());
        return answer;
    }

    private ObjectNode classify(JsonNode request) throws EngineError {
        ObjectNode answer = list(request, "list");
        ArrayNode data = answer.putArray("data");
        for (String text : texts(request.path("input"), "input")) {
            ObjectNode one = data.addObject().put("index", data.size() - 1).put("label", "Default");
            one.putArray("probs").add(vector(text)[0]).add(1 - vector(text)[0]);
            one.put("num_classes", 2);
        }
        usage(answer, data.size());
        return answer;
    }

    private ObjectNode detokenize(JsonNode request) throws EngineError {
        if (!request.path("tokens").isArray()) {
            throw EngineError.badRequest("tokens must be a list");
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode token : request.path("tokens")) {
            text.append(tokenizer.decode(token.asInt()));
        }
        return json.createObjectNode().put(profile.engine() == Engine.VLLM ? "prompt" : "text", text.toString());
    }

    /** Takes the form for what it is: bytes, of which it says how many there were. */
    private void transcribe(Exchange exchange) {
        String type = String.valueOf(exchange.header("content-type"));
        String form = new String(exchange.body(), StandardCharsets.ISO_8859_1);
        if (!type.startsWith("multipart/form-data") || !form.contains("name=\"file\"")) {
            refuse(exchange, EngineError.badRequest("Field required: file"));
            return;
        }
        ObjectNode answer = json.createObjectNode().put("text", "a form of " + exchange.body().length + " bytes");
        answer.putObject("usage").put("type", "duration").put("seconds", 1);
        exchange.json(200, JsonBytes.of(json, answer));
    }

    private ObjectNode list(JsonNode request, String object) {
        return json.createObjectNode()
                .put("id", "embd-" + Integer.toHexString(request.hashCode()))
                .put("object", object)
                .put("created", System.currentTimeMillis() / 1_000)
                .put("model", request.path("model").asText(profile.model()));
    }

    private static void usage(ObjectNode answer, int tokens) {
        answer.putObject("usage")
                .put("prompt_tokens", tokens)
                .put("total_tokens", tokens)
                .put("completion_tokens", 0);
    }

    private static List<String> texts(JsonNode input, String name) throws EngineError {
        List<String> texts = new ArrayList<>();
        if (input.isTextual()) {
            texts.add(input.textValue());
        }
        for (JsonNode one : input) {
            texts.add(one.isTextual() ? one.textValue() : one.toString());
        }
        if (texts.isEmpty()) {
            throw EngineError.badRequest(name + " must be a text or a list of texts");
        }
        return texts;
    }

    private float[] vector(String text) {
        float[] vector = new float[DIMENSIONS];
        for (int token : tokenizer.encode(text, true)) {
            vector[Math.floorMod(token, DIMENSIONS)] += 1f;
        }
        float all = 0;
        for (float number : vector) {
            all += number;
        }
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = all == 0 ? 0 : vector[i] / all;
        }
        return vector;
    }

    private static String packed(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * vector.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float number : vector) {
            bytes.putFloat(number);
        }
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
