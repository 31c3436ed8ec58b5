package dev.warmpath.router.body;

/** Sets and drops top-level members of a body; everything else stays byte for byte. */
public final class BodyPatch {

    private final JsonBody body;

    BodyPatch(JsonBody body) {
        this.body = body;
    }

    /** Replaces the member's value in place, or appends the member. {@code json} is the value's JSON text. */
    public BodyPatch set(String key, String json) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Removes the member if it is there. */
    public BodyPatch drop(String key) {
        throw new UnsupportedOperationException("not yet");
    }

    public byte[] apply() {
        return body.bytes();
    }
}
