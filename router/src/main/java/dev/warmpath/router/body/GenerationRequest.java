package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * What the router must know of a request whose body is JSON.
 *
 * @param model the model that the client names
 * @param adapter the adapter of that model that the client names in its place, or null
 * @param stream whether the answer is a stream
 * @param batch how many prompts a batch holds, or 0 for a single prompt: a string, a list of token ids, or a chat. A
 *     list with one string is a batch of 1.
 * @param choices how many answers the client asks for per prompt, at least 1
 */
public record GenerationRequest(
        Endpoint endpoint,
        JsonBody body,
        String model,
        @Nullable String adapter,
        boolean stream,
        int batch,
        int choices)
        implements RoutedRequest {

    /** Prompts in one request. Each costs its own room and hand-off; OpenAI's own limit for lists is half of this. */
    public static final int MAX_BATCH = 4096;

    /** Choices per prompt; OpenAI's own limit is 128. */
    public static final int MAX_CHOICES = 1024;

    /** The text of a model's name; paths, which some use for names, end here as well. */
    static final int MAX_MODEL_BYTES = 4096;

    private static final String EMBEDDINGS = "prompt_embeds";

    /**
     * Reads what the router must know. Optional members that are null count as absent, as engines have it.
     *
     * @throws BadRequest 400 naming the member that is missing or has a shape that engines do not take
     */
    public static GenerationRequest read(Endpoint endpoint, JsonBody body) throws BadRequest {
        return read(endpoint, body, null);
    }

    /**
     * The same where a model need not be named.
     *
     * @param only the model that is meant where an endpoint's requests name none, or null where several may be meant
     */
    public static GenerationRequest read(Endpoint endpoint, JsonBody body, @Nullable String only) throws BadRequest {
        String model = readModel(body, endpoint.doesWithoutModel() ? only : null);
        boolean stream = readStream(body);
        ProtocolFields.refuseNested(body);
        int choices = 1;
        int batch = 0;
        switch (endpoint.prompt()) {
            case CHAT -> {
                choices = readChoices(body);
                requireMessages(body);
            }
            case COMPLETION -> {
                choices = readChoices(body);
                batch = readBatch(body);
            }
            case RESPONSE -> requireInput(body);
            case MESSAGES -> requireMessages(body);
            case GENERATE -> {
                choices = SamplingParams.of(body).choices();
                batch = requirePrompt(endpoint, body).checkedBatch();
            }
            case TOKEN_IDS -> {
                choices = SamplingParams.of(body).choices();
                requireTokenIds(requirePrompt(endpoint, body));
            }
            case NONE -> {
                // What else they hold is between client and engine.
            }
        }
        if ((long) batch * choices > MAX_BATCH) {
            throw BodyFault.LIMIT_EXCEEDED.at("n", "prompts times n must not be more than " + MAX_BATCH);
        }
        return new GenerationRequest(endpoint, body, model, null, stream, batch, choices);
    }

    @Override
    public GenerationRequest with(String base, String named) {
        return new GenerationRequest(endpoint, body, base, named, stream, batch, choices);
    }

    @Override
    public String method() {
        return "POST";
    }

    @Override
    public String uri() {
        return endpoint.path();
    }

    /** The plain prompt that the request is routed by, or null for a conversation and where there are embeddings only. */
    public @Nullable FirstPrompt firstPrompt() {
        CompletionPrompt prompt = plainPrompt(endpoint, body);
        return prompt == null ? null : prompt.first();
    }

    /** Whether that prompt is token ids, which is cheap to tell. */
    public boolean firstPromptIsTokens() {
        CompletionPrompt prompt = plainPrompt(endpoint, body);
        return prompt != null && prompt.isTokens();
    }

    private static @Nullable CompletionPrompt plainPrompt(Endpoint endpoint, JsonBody body) {
        return switch (endpoint.prompt()) {
            case COMPLETION -> CompletionPrompt.of(body, "prompt");
            case GENERATE -> {
                // The engine's own order, should there be both.
                CompletionPrompt ids = CompletionPrompt.of(body, "input_ids");
                yield ids == null ? CompletionPrompt.of(body, "text") : ids;
            }
            case TOKEN_IDS -> CompletionPrompt.of(body, "token_ids");
            case CHAT, RESPONSE, MESSAGES, NONE -> null;
        };
    }

    private static CompletionPrompt requirePrompt(Endpoint endpoint, JsonBody body) throws BadRequest {
        CompletionPrompt prompt = plainPrompt(endpoint, body);
        if (prompt == null) {
            throw endpoint == Endpoint.GENERATE
                    ? BodyFault.MISSING_REQUIRED_PARAMETER.at(
                            "text", "text and input_ids are missing; send one of them")
                    : BodyFault.MISSING_REQUIRED_PARAMETER.at("token_ids", "token_ids is missing");
        }
        return prompt;
    }

    private static void requireTokenIds(CompletionPrompt prompt) throws BadRequest {
        if (prompt.checkedBatch() != 0 || !prompt.isTokens()) {
            throw BodyFault.INVALID_TYPE.at("token_ids", "token_ids must be a list of token ids");
        }
    }

    private static void requireInput(JsonBody body) throws BadRequest {
        JsonMember input = body.member("input");
        if (input == null || input.kind() == JsonKind.NULL) {
            throw BodyFault.MISSING_REQUIRED_PARAMETER.at("input", "input is missing");
        }
        if (input.kind() != JsonKind.STRING && input.kind() != JsonKind.ARRAY) {
            throw BodyFault.INVALID_TYPE.at("input", "input must be a string or a list");
        }
    }

    private static String readModel(JsonBody body, @Nullable String only) throws BadRequest {
        JsonMember model = body.member("model");
        if (model == null || model.kind() == JsonKind.NULL) {
            if (only != null) {
                return only;
            }
            throw BodyFault.MISSING_REQUIRED_PARAMETER.at("model", "model is missing; name a model that is served");
        }
        // Two bytes are the quotes.
        if (model.kind() != JsonKind.STRING || model.length() == 2) {
            throw BodyFault.INVALID_TYPE.at("model", "model must be a string that is not empty");
        }
        if (model.length() - 2 > MAX_MODEL_BYTES) {
            throw BodyFault.INVALID_VALUE.at("model", "model is longer than " + MAX_MODEL_BYTES + " bytes");
        }
        return body.read(model).textValue();
    }

    private static boolean readStream(JsonBody body) throws BadRequest {
        JsonMember stream = body.member("stream");
        if (stream == null) {
            return false;
        }
        return switch (stream.kind()) {
            case TRUE -> true;
            case FALSE, NULL -> false;
            default -> throw BodyFault.INVALID_TYPE.at("stream", "stream must be true or false");
        };
    }

    private static int readChoices(JsonBody body) throws BadRequest {
        JsonMember member = body.member("n");
        if (member == null || member.kind() == JsonKind.NULL) {
            return 1;
        }
        // The kind comes first: a list or an object would become a tree, on an event loop.
        return checkedChoices(member.kind() == JsonKind.NUMBER ? body.read(member) : null);
    }

    static int checkedChoices(@Nullable JsonNode n) throws BadRequest {
        if (n == null || !n.isIntegralNumber()) {
            throw BodyFault.INVALID_TYPE.at("n", "n must be an integer");
        }
        if (!n.canConvertToInt() || n.intValue() < 1 || n.intValue() > MAX_CHOICES) {
            throw BodyFault.INVALID_VALUE.at("n", "n must be from 1 to " + MAX_CHOICES);
        }
        return n.intValue();
    }

    private static int readBatch(JsonBody body) throws BadRequest {
        CompletionPrompt prompt = CompletionPrompt.of(body, "prompt");
        if (prompt != null) {
            return prompt.checkedBatch();
        }
        JsonMember embeddings = body.member(EMBEDDINGS);
        if (embeddings == null || embeddings.kind() == JsonKind.NULL) {
            throw BodyFault.MISSING_REQUIRED_PARAMETER.at("prompt", "prompt is missing");
        }
        return embeddingsBatch(embeddings);
    }

    private static int embeddingsBatch(JsonMember embeddings) throws BadRequest {
        if (embeddings.kind() == JsonKind.STRING) {
            return 0;
        }
        if (embeddings.kind() == JsonKind.ARRAY && embeddings.items() == 0) {
            throw BodyFault.INVALID_VALUE.at(
                    EMBEDDINGS, "prompt_embeds is an empty list; it needs at least one element");
        }
        if (!embeddings.isListOf(JsonKind.STRING)) {
            throw BodyFault.INVALID_TYPE.at(EMBEDDINGS, "prompt_embeds must be a string or a list of strings");
        }
        if (embeddings.items() > MAX_BATCH) {
            throw BodyFault.INVALID_VALUE.at(EMBEDDINGS, "prompt_embeds holds more than " + MAX_BATCH + " prompts");
        }
        return embeddings.items();
    }

    private static void requireMessages(JsonBody body) throws BadRequest {
        JsonMember messages = body.member("messages");
        if (messages == null || messages.kind() == JsonKind.NULL) {
            throw BodyFault.MISSING_REQUIRED_PARAMETER.at("messages", "messages is missing");
        }
        if (messages.kind() != JsonKind.ARRAY || (messages.items() > 0 && !messages.isListOf(JsonKind.OBJECT))) {
            throw BodyFault.INVALID_TYPE.at("messages", "messages must be a list of objects");
        }
        if (messages.items() == 0) {
            throw BodyFault.INVALID_VALUE.at("messages", "messages is an empty list; it needs at least one message");
        }
    }
}
