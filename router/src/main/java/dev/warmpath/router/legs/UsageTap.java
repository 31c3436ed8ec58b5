package dev.warmpath.router.legs;

import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.upstream.AnswerHead;
import dev.warmpath.router.usage.UsageScan;
import dev.warmpath.router.usage.UsageStrip;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the answer of one leg that computes the prompt, and tells the watch what it says of the cache when it is
 * whole. An answer that breaks off tells nothing. A decode leg that is handed the KV cache computes no prompt: what it
 * says of its cache is about the transfer, so nobody listens to it.
 *
 * <p>What the router asked for on its own account it takes out again, as the only change that a relayed answer ever sees.
 */
final class UsageTap {

    private static final UsageTap CLOSED = new UsageTap(null, false);
    private static final Buffer NOTHING = Buffer.buffer();

    private record Listener(Candidate target, Booking booking, UsageWatch watch) {}

    private final boolean asked;
    private @Nullable Listener listener;
    private @Nullable UsageScan scan;
    private @Nullable UsageStrip strip;

    private UsageTap(@Nullable Listener listener, boolean asked) {
        this.listener = listener;
        this.asked = asked;
    }

    /** For a leg that nobody listens to. */
    static UsageTap closed() {
        return CLOSED;
    }

    /**
     * For a leg of this request. The usage of several prompts or answers is a sum, and the prediction is for one, so
     * they are not compared.
     *
     * @param asked whether the answer has usage only because the router asked for it, and its reader does not expect it
     */
    static UsageTap of(GenerationRequest request, Candidate target, Booking booking, UsageWatch watch, boolean asked) {
        return compares(request) ? new UsageTap(new Listener(target, booking, watch), asked) : CLOSED;
    }

    /** Whether what the answer says can be held against a prediction. */
    static boolean compares(GenerationRequest request) {
        return request.batch() <= 1
                && request.choices() == 1
                && request.endpoint().tellsCachedTokens();
    }

    /** The answer begins. */
    void begin(AnswerHead head) {
        if (listener != null) {
            scan = UsageScan.of(head.header(HttpHeaders.CONTENT_TYPE), head.header(HttpHeaders.CONTENT_ENCODING));
        }
        if (asked && scan != null && scan.ofStream()) {
            strip = new UsageStrip();
            // What reaches the client is shorter.
            head.headers().remove("content-length");
        }
    }

    /** Hears the next piece; returns what the answer's reader is to get of it, which may be nothing yet. */
    Buffer take(Buffer piece) {
        if (scan != null) {
            scan.feed(piece);
        }
        return strip == null ? piece : strip.take(piece);
    }

    /** What {@link #take} has held back and the answer's end shows to be its reader's. */
    Buffer rest() {
        return strip == null ? NOTHING : strip.end();
    }

    /** The answer is whole. */
    void end() {
        Listener told = listener;
        if (told != null) {
            listener = null;
            told.watch().answered(told.target(), told.booking().prediction(), scan == null ? null : scan.usage());
        }
    }
}
