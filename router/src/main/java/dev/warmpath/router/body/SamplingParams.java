package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * {@code sampling_params} of the engines' own {@code generate} endpoints, where what a chat has at its top stands one
 * level deeper.
 */
public final class SamplingParams {

    /** Read as a tree on an event loop, so it has to be small; a grammar or a schema of this size is none in use. */
    static final int MAX_BYTES = 256 << 10;

    private static final String NAME = "sampling_params";

    /** Where vLLM's engine looks for {@code kv_transfer_params}: its own endpoint takes sampling parameters as they are. */
    private static final String EXTRA = "extra_args";

    private final JsonNode params;

    private SamplingParams(JsonNode params) {
        this.params = params;
    }

    /**
     * Those of a body.
     *
     * @throws BadRequest 400 when they are too large, or hold what steers an engine
     */
    static SamplingParams of(JsonBody body) throws BadRequest {
        JsonMember member = body.member(NAME);
        if (member == null) {
            return new SamplingParams(MissingNode.getInstance());
        }
        if (member.length() > MAX_BYTES) {
            throw BodyFault.LIMIT_EXCEEDED.at(NAME, NAME + " is longer than " + MAX_BYTES + " bytes");
        }
        JsonNode params = body.read(member);
        for (JsonNode one : params.isArray() ? params : List.of(params)) {
            ProtocolFields.refuseSteering(one.path(EXTRA), NAME + "." + EXTRA);
        }
        return new SamplingParams(params);
    }

    /** Answers per prompt. Where each prompt of a batch has its own, engines want them to be equal. */
    int choices() throws BadRequest {
        JsonNode first = params.isArray() ? params.path(0) : params;
        return first.hasNonNull("n") ? GenerationRequest.checkedChoices(first.path("n")) : 1;
    }

    /** Asks for one token instead of as many as the client does. The body must have been read as a request. */
    public static BodyPatch forOneToken(JsonBody body, BodyPatch patch) {
        JsonNode given = body.hasValue(NAME) ? body.get(NAME) : null;
        ObjectNode one = given instanceof ObjectNode some ? some : JsonBody.MAPPER.createObjectNode();
        one.put("max_tokens", 1).remove("min_tokens");
        return patch.set(NAME, one.toString());
    }
}
