package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.sim.prompt.BadPromptException;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.request.EngineRequest.Sampling;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of the generating endpoints by the rules of the engines. Fields that nobody knows are ignored, as both engines do.
 * Safe for several threads.
 */
public final class RequestParser {

    private static final int COMPLETION_MAX_TOKENS = 16;
    private static final int GENERATE_MAX_TOKENS = 128;

    /**
     * No token of a usual vocabulary stands for more text. By such a bound vLLM, too, refuses without tokenizing what would take
     * more memory than all the rest.
     */
    private static final int MOST_BYTES_PER_TOKEN = 64;

    private final ObjectMapper json;
    private final ParserRules rules;
    private final PromptReader prompts;
    private final MediaPrompts media;
    private final MessagesToChat messages;
    private final ResponseToChat responses;

    public RequestParser(ObjectMapper json, ParserRules rules, SimTokenizer tokenizer) {
        this.json = json;
        this.rules = rules;
        this.prompts = new PromptReader(tokenizer);
        this.media = new MediaPrompts(tokenizer, rules.engine());
        this.messages = new MessagesToChat(json, rules.engine());
        this.responses = new ResponseToChat(json);
    }

    /**
     * A chat request.
     *
     * @param rankHeader value of {@code X-Data-Parallel-Rank}, or null
     */
    public EngineRequest chat(byte[] body, @Nullable String rankHeader) throws EngineError {
        return chat(object(body), rankHeader);
    }

    private EngineRequest chat(JsonNode root, @Nullable String rankHeader) throws EngineError {
        return request(root, rendered(root), null, rankHeader, forcedTool(root));
    }

    private PromptReader.Prompts rendered(JsonNode chat) throws EngineError {
        if (!chat.path("messages").isArray() || chat.path("messages").isEmpty()) {
            throw EngineError.badRequest("messages must be a list with at least one message");
        }
        try {
            return media.chat(CallArguments.parsed(json, chat));
        } catch (BadPromptException e) {
            throw EngineError.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** A message of Anthropic's; parameters as for {@link #chat(byte[], String)}. */
    public EngineRequest message(byte[] body, @Nullable String rankHeader) throws EngineError {
        JsonNode root = object(body);
        if (integer(root, "max_tokens") == null) {
            throw EngineError.badRequest("max_tokens: Field required");
        }
        return chat(messages.rewrite(root), rankHeader);
    }

    /** Tokens of the prompt of a message. */
    public int messageTokens(byte[] body) throws EngineError {
        return rendered(messages.rewrite(object(body))).prompts().get(0).length;
    }

    /**
     * A response; it carries the conversation that it is to be stored with.
     *
     * @param earlier the conversation that ended with a response of this id, or null
     */
    public EngineRequest response(
            byte[] body, @Nullable String rankHeader, Function<String, @Nullable ArrayNode> earlier)
            throws EngineError {
        JsonNode root = object(body);
        ObjectNode chat = responses.rewrite(root, earlier);
        EngineRequest request = chat(chat, rankHeader);
        return root.path("store").asBoolean(true) ? request.storing(chat.path("messages")) : request;
    }

    /** SGLang's own: {@code text} or {@code input_ids}, and sampling parameters in an object of their own. */
    public EngineRequest generate(byte[] body, @Nullable String rankHeader) throws EngineError {
        JsonNode root = object(body);
        JsonNode ids = root.path("input_ids");
        JsonNode prompt = ids.isMissingNode() || ids.isNull() ? root.path("text") : ids;
        return request(
                sampled(root, "max_new_tokens", "min_new_tokens"),
                prompt.isTextual() && root.hasNonNull("image_data")
                        ? media.text(prompt.textValue(), root.get("image_data"))
                        : prompts.read(prompt),
                GENERATE_MAX_TOKENS,
                rankHeader,
                null);
    }

    /** vLLM's own: {@code token_ids}. */
    public EngineRequest tokens(byte[] body, @Nullable String rankHeader) throws EngineError {
        JsonNode root = object(body);
        if (!root.path("sampling_params").isObject()) {
            throw EngineError.badRequest("sampling_params: Field required");
        }
        return request(
                sampled(root, "max_tokens", "min_tokens"),
                prompts.read(root.path("token_ids")),
                COMPLETION_MAX_TOKENS,
                rankHeader,
                null);
    }

    /** The body with what counts of its sampling parameters where a chat has it; of a batch the first one's count. */
    private ObjectNode sampled(JsonNode root, String most, String least) {
        ObjectNode flat = json.createObjectNode();
        flat.setAll((ObjectNode) root);
        JsonNode given = root.path("sampling_params");
        JsonNode params = given.isArray() ? given.path(0) : given;
        if (params.has(most)) {
            flat.set("max_tokens", params.get(most));
        }
        if (params.has(least)) {
            flat.set("min_tokens", params.get(least));
        }
        for (String name : new String[] {"n", "ignore_eos"}) {
            if (params.has(name)) {
                flat.set(name, params.get(name));
            }
        }
        return flat;
    }

    /**
     * A plain completion.
     *
     * @param rankHeader value of {@code X-Data-Parallel-Rank}, or null
     */
    public EngineRequest completion(byte[] body, @Nullable String rankHeader) throws EngineError {
        JsonNode root = object(body);
        return request(root, prompts.read(root.path("prompt")), COMPLETION_MAX_TOKENS, rankHeader, null);
    }

    /** The body as a JSON object. */
    public JsonNode object(byte[] body) throws EngineError {
        if (body.length > (long) MOST_BYTES_PER_TOKEN * rules.contextTokens()) {
            throw tooLong("more than " + body.length / MOST_BYTES_PER_TOKEN);
        }
        try {
            JsonNode root = json.readTree(body);
            if (root != null && root.isObject()) {
                return root;
            }
        } catch (IOException e) {
            throw EngineError.badRequest("the body is not JSON: " + e.getMessage());
        }
        throw EngineError.badRequest("the body is not a JSON object");
    }

    private EngineRequest request(
            JsonNode root,
            PromptReader.Prompts read,
            @Nullable Integer defaultMaxTokens,
            @Nullable String rankHeader,
            @Nullable String tool)
            throws EngineError {
        boolean stream = root.path("stream").asBoolean(false);
        JsonNode options = root.path("stream_options");
        if (rules.engine() == Engine.VLLM && options.isObject() && !stream) {
            throw EngineError.badRequest("Stream options can only be defined when `stream=True`.");
        }
        String model = root.path("model").asText(rules.model());
        Integer samples = integer(root, "n");
        if (samples != null && samples < 1) {
            throw EngineError.badRequest("n must be at least 1, got " + samples + ".");
        }
        for (int[] prompt : read.prompts()) {
            checkLength(prompt.length);
        }
        JsonNode transfer = root.path("kv_transfer_params");
        return new EngineRequest(
                text(root, rules.engine() == Engine.SGLANG ? "rid" : "request_id"),
                model,
                read.prompts(),
                read.batch(),
                read.media(),
                samples == null ? 1 : samples,
                sampling(root, defaultMaxTokens),
                stream,
                options.path("include_usage").asBoolean(false),
                namespace(root, model),
                new RankReader(rules).read(root, rankHeader),
                rules.needsRoom() ? new RendezvousReader(read, samples == null ? 1 : samples).read(root) : List.of(),
                integer(root, "disagg_prefill_dp_rank"),
                transfer.isObject() ? transfer : null,
                tool,
                null);
    }

    /** The function that is named; the first one offered where the client leaves it to the model which to call. */
    private static @Nullable String forcedTool(JsonNode root) {
        JsonNode choice = root.path("tool_choice");
        JsonNode function = "required".equals(choice.textValue())
                ? root.path("tools").path(0).path("function")
                : choice.path("function");
        return text(function, "name");
    }

    private void checkLength(int tokens) throws EngineError {
        if (tokens == 0) {
            throw EngineError.badRequest("The prompt must have at least one token.");
        }
        if (tokens >= rules.contextTokens()) {
            throw tooLong(Integer.toString(tokens));
        }
    }

    private EngineError tooLong(String tokens) {
        return EngineError.badRequest(
                rules.engine() == Engine.SGLANG
                        ? "The input (" + tokens + " tokens) is longer than the model's context length ("
                                + rules.contextTokens() + " tokens)."
                        : "This model's maximum context length is " + rules.contextTokens()
                                + " tokens. However, your request has " + tokens + " input tokens.");
    }

    private static Sampling sampling(JsonNode root, @Nullable Integer defaultMaxTokens) throws EngineError {
        Integer maxTokens = integer(root, "max_completion_tokens");
        if (maxTokens == null) {
            maxTokens = integer(root, "max_tokens");
        }
        if (maxTokens == null) {
            maxTokens = defaultMaxTokens;
        }
        Integer minTokens = integer(root, "min_tokens");
        if (maxTokens != null && maxTokens < 1) {
            throw EngineError.badRequest("max_tokens must be at least 1, got " + maxTokens + ".");
        }
        if (maxTokens != null && minTokens != null && minTokens > maxTokens) {
            throw EngineError.badRequest(
                    "min_tokens must be less than or equal to max_tokens=" + maxTokens + ", got " + minTokens + ".");
        }
        return new Sampling(
                maxTokens,
                minTokens == null ? 0 : minTokens,
                root.path("ignore_eos").asBoolean(false));
    }

    /** SGLang makes one key of salt and extra key; both engines keep adapters apart. */
    private CacheNamespace namespace(JsonNode root, String model) throws EngineError {
        String adapter = text(root, "lora_path");
        if (adapter == null && rules.adapters().contains(model)) {
            adapter = model;
        }
        if (rules.engine() == Engine.VLLM && adapter == null && !model.equals(rules.model())) {
            throw EngineError.notFound("The model `" + model + "` does not exist.");
        }
        String salt = text(root, "cache_salt");
        String extra = rules.engine() == Engine.SGLANG ? text(root, "extra_key") : null;
        if (extra != null) {
            salt = salt == null ? extra : salt + extra;
        }
        return adapter == null && salt == null ? CacheNamespace.PLAIN : new CacheNamespace(adapter, salt);
    }

    private static @Nullable String text(JsonNode root, String field) {
        String text = root.path(field).textValue();
        return text == null || text.isEmpty() ? null : text;
    }

    static @Nullable Integer integer(JsonNode root, String field) throws EngineError {
        JsonNode value = root.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw EngineError.badRequest(field + " must be an integer, got " + value + ".");
        }
        return value.intValue();
    }
}
