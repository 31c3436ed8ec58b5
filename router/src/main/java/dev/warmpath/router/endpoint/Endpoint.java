package dev.warmpath.router.endpoint;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An engine's endpoint that is served through the router. Everything that differs from one to the next stands in this
 * table, and nowhere else.
 *
 * <p>Which endpoints can be handed over from prefill to decode is the engines' doing: vLLM reads {@code
 * kv_transfer_params} in chats, completions, responses, messages and its own {@code generate}; SGLang reads its {@code
 * bootstrap_*} fields in chats, completions and its own {@code generate} (releases 0.32 and 0.5.23).
 */
public enum Endpoint {
    CHAT_COMPLETIONS("/v1/chat/completions", Prompt.CHAT, HandOver.BY_BOTH, null),
    COMPLETIONS("/v1/completions", Prompt.COMPLETION, HandOver.BY_BOTH, null),
    RESPONSES("/v1/responses", Prompt.RESPONSE, HandOver.BY_VLLM, null),
    MESSAGES("/v1/messages", Prompt.MESSAGES, HandOver.BY_VLLM, null),
    GENERATE("/generate", Prompt.GENERATE, HandOver.BY_SGLANG, Engine.SGLANG),
    TOKENS_GENERATE("/inference/v1/generate", Prompt.TOKEN_IDS, HandOver.BY_VLLM, Engine.VLLM),

    EMBEDDINGS("/v1/embeddings", Workers.WHOLE, null),
    RERANK("/v1/rerank", Workers.WHOLE, null),
    RERANK_V2("/v2/rerank", Workers.WHOLE, Engine.VLLM),
    PLAIN_RERANK("/rerank", Workers.WHOLE, Engine.VLLM),
    SCORE("/v1/score", Workers.WHOLE, null),
    PLAIN_SCORE("/score", Workers.WHOLE, Engine.VLLM),
    POOLING("/pooling", Workers.WHOLE, Engine.VLLM),
    CLASSIFY("/classify", Workers.WHOLE, null),
    TRANSCRIPTIONS("/v1/audio/transcriptions", Content.FORM, Workers.WHOLE, null),
    TRANSLATIONS("/v1/audio/translations", Content.FORM, Workers.WHOLE, Engine.VLLM),

    TOKENIZE("/tokenize", Workers.ANYONE, null),
    V1_TOKENIZE("/v1/tokenize", Workers.ANYONE, Engine.SGLANG),
    DETOKENIZE("/detokenize", Workers.ANYONE, null),
    V1_DETOKENIZE("/v1/detokenize", Workers.ANYONE, Engine.SGLANG),
    COUNT_TOKENS("/v1/messages/count_tokens", Workers.ANYONE, null),

    RESPONSE("/v1/responses/{id}", Content.NOTHING, Workers.KEEPER, null),
    RESPONSE_CANCEL("/v1/responses/{id}/cancel", Content.NOTHING, Workers.KEEPER, null);

    /** What a request's prompt is, as far as the router reads it. */
    public enum Prompt {
        /** A conversation that the model's template renders. */
        CHAT,
        /** Text or token ids under {@code prompt}. */
        COMPLETION,
        /** OpenAI's {@code input} and {@code instructions}, of which engines make a conversation. */
        RESPONSE,
        /** Anthropic's conversation, of which engines make one of OpenAI's. */
        MESSAGES,
        /** Text or token ids under {@code text} and {@code input_ids}. */
        GENERATE,
        /** Token ids under {@code token_ids}. */
        TOKEN_IDS,
        /** There is none, or its blocks are of no use to a next request. */
        NONE
    }

    /** What the request consists of. */
    public enum Content {
        JSON,
        /** A multipart form, which names its model in a field. */
        FORM,
        /** Path and query. */
        NOTHING
    }

    /** Who can answer. */
    public enum Workers {
        /** Workers that do both, or a pair whose protocol can hand the prompt over. */
        PAIRS,
        /** Workers that do both: the engines hand nothing over here. */
        WHOLE,
        /** Every worker of the model: no KV cache is needed. */
        ANYONE,
        /** The one that holds what is asked for. */
        KEEPER
    }

    /** Whose pairs hand a prompt over. */
    private enum HandOver {
        BY_NONE,
        BY_SGLANG,
        BY_VLLM,
        BY_BOTH
    }

    private static final String ID = "{id}";
    private static final String ANTHROPIC = "/v1/messages";

    /** Engines' own schemas have no model there, or can do without. */
    private static final Set<Endpoint> WITHOUT_MODEL = EnumSet.of(
            GENERATE,
            TOKENS_GENERATE,
            RERANK,
            RERANK_V2,
            PLAIN_RERANK,
            SCORE,
            PLAIN_SCORE,
            POOLING,
            CLASSIFY,
            TRANSCRIPTIONS,
            TRANSLATIONS,
            TOKENIZE,
            V1_TOKENIZE,
            DETOKENIZE,
            V1_DETOKENIZE);

    private static final Map<String, Endpoint> FIXED = Stream.of(values())
            .filter(endpoint -> !endpoint.path.contains(ID))
            .collect(Collectors.toUnmodifiableMap(Endpoint::path, endpoint -> endpoint));

    private static final List<Endpoint> TEMPLATES =
            Stream.of(values()).filter(endpoint -> endpoint.path.contains(ID)).toList();

    private final String path;
    private final Prompt prompt;
    private final Content content;
    private final Workers workers;
    private final HandOver handOver;
    private final @Nullable Engine engine;

    /** One with a prompt. */
    Endpoint(String path, Prompt prompt, HandOver handOver, @Nullable Engine only) {
        this(path, prompt, Content.JSON, Workers.PAIRS, handOver, only);
    }

    /** One of a JSON body without a prompt. */
    Endpoint(String path, Workers workers, @Nullable Engine only) {
        this(path, Prompt.NONE, Content.JSON, workers, HandOver.BY_NONE, only);
    }

    /** One of something else than JSON. */
    Endpoint(String path, Content content, Workers workers, @Nullable Engine only) {
        this(path, Prompt.NONE, content, workers, HandOver.BY_NONE, only);
    }

    Endpoint(String path, Prompt prompt, Content content, Workers workers, HandOver handOver, @Nullable Engine engine) {
        this.path = path;
        this.prompt = prompt;
        this.content = content;
        this.workers = workers;
        this.handOver = handOver;
        this.engine = engine;
    }

    /** Its path; {@code {id}} stands for one segment. */
    public String path() {
        return path;
    }

    /** Its name in metrics and answers. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is asked with this HTTP method. */
    public boolean takes(String method) {
        return this == RESPONSE ? method.equals("GET") || method.equals("DELETE") : method.equals("POST");
    }

    /** The methods that it takes, as the header {@code Allow} has them. */
    public String allow() {
        return this == RESPONSE ? "GET, DELETE" : "POST";
    }

    public Prompt prompt() {
        return prompt;
    }

    public Content content() {
        return content;
    }

    public Workers workers() {
        return workers;
    }

    /** The engine that has it, or null where both have. */
    public @Nullable Engine engine() {
        return engine;
    }

    /** Whether this protocol can serve it; of pairs those whose engines read the hand-off there. */
    public boolean servedOver(Protocol protocol) {
        return switch (protocol) {
            case NONE -> true;
            case SGLANG_BOOTSTRAP -> handOver == HandOver.BY_SGLANG || handOver == HandOver.BY_BOTH;
            case VLLM_NIXL, VLLM_MOONCAKE -> handOver == HandOver.BY_VLLM || handOver == HandOver.BY_BOTH;
        };
    }

    /** Whether every worker and every pair can serve it, so that nothing has to be sorted out. */
    public boolean servedByAll() {
        return handOver == HandOver.BY_BOTH;
    }

    /** Whether a request may leave its model out, where only one can be meant. */
    public boolean doesWithoutModel() {
        return WITHOUT_MODEL.contains(this);
    }

    /** Whether its prompt is what a template makes of a conversation. */
    public boolean hasConversation() {
        return prompt == Prompt.CHAT || prompt == Prompt.RESPONSE || prompt == Prompt.MESSAGES;
    }

    /** Whether its answers say how much of the prompt was cached. */
    public boolean tellsCachedTokens() {
        return prompt != Prompt.NONE;
    }

    /** Whether a stream tells its usage only if {@code stream_options} asks for it. */
    public boolean hasStreamOptions() {
        return prompt == Prompt.CHAT || prompt == Prompt.COMPLETION;
    }

    /** How errors of the router's own look on this path, whether it is served or not. */
    public static ErrorShape errors(@Nullable String path) {
        if (path != null && path.startsWith(ANTHROPIC)) {
            return ErrorShape.ANTHROPIC;
        }
        return RESPONSES.path.equals(path) ? ErrorShape.RESPONSES : ErrorShape.OPENAI;
    }

    /** The endpoint of this path, or null when it is not served. */
    public static @Nullable Endpoint at(@Nullable String path) {
        if (path == null) {
            return null;
        }
        Endpoint fixed = FIXED.get(path);
        if (fixed != null) {
            return fixed;
        }
        for (Endpoint endpoint : TEMPLATES) {
            if (endpoint.matches(path)) {
                return endpoint;
            }
        }
        return null;
    }

    private boolean matches(String asked) {
        int id = path.indexOf(ID);
        String rest = path.substring(id + ID.length());
        int end = asked.length() - rest.length();
        return end > id
                && asked.startsWith(path.substring(0, id))
                && asked.endsWith(rest)
                && asked.indexOf('/', id) == (rest.isEmpty() ? -1 : end);
    }

    /** The segment of a path of this endpoint that stands for {@code {id}}. */
    public String id(String asked) {
        int id = path.indexOf(ID);
        int slash = asked.indexOf('/', id);
        return slash < 0 ? asked.substring(id) : asked.substring(id, slash);
    }
}
