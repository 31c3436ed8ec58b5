package dev.warmpath.router.usage;

import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;

/**
 * Asks for usage at the end of a stream, on the router's own account. Only where the client said nothing at all of what
 * its stream is to carry: what it did say stays as it is. {@link UsageStrip} takes the answer's last event out again
 * where a client reads it.
 */
public final class UsageAsk {

    private static final String MEMBER = "stream_options";

    private UsageAsk() {}

    /** Whether this request's answer tells only if the router asks. */
    public static boolean fits(GenerationRequest request) {
        return request.stream()
                && request.endpoint().hasStreamOptions()
                && !request.body().has(MEMBER);
    }

    /** Adds the question. */
    public static void add(BodyPatch patch) {
        patch.set(MEMBER, "{\"include_usage\":true}");
    }
}
