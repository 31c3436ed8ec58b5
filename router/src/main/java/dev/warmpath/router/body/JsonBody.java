package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A request body that is one well-formed JSON object, with the place of each top-level member. One pass over the bytes;
 * the tree is made only for those who ask.
 */
public final class JsonBody {

    private final byte[] bytes;

    private JsonBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Checks and indexes a body.
     *
     * @throws BadRequest 400 when it is not a JSON object, not UTF-8, nested too deep, or repeats a top-level key
     */
    public static JsonBody parse(byte[] bytes) throws BadRequest {
        return new JsonBody(bytes);
    }

    public byte[] bytes() {
        return bytes;
    }

    public boolean has(String key) {
        throw new UnsupportedOperationException("not yet");
    }

    /** The member's value, or null when absent. Cheap for scalars; the whole tree is read once for anything else. */
    public @Nullable JsonNode get(String key) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Starts an edit of this body. */
    public BodyPatch patch() {
        return new BodyPatch(this);
    }
}
