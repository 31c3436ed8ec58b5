package dev.warmpath.router.legs;

import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.usage.UsageScan;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the answer of one leg that computes the prompt, and tells the watch what it says of the cache when it is
 * whole. An answer that breaks off tells nothing. A decode leg that is handed the KV cache computes no prompt: what it
 * says of its cache is about the transfer, so nobody listens to it.
 */
final class UsageTap {

    private static final UsageTap CLOSED = new UsageTap(null);

    private record Listener(Candidate target, Booking booking, UsageWatch watch) {}

    private @Nullable Listener listener;
    private @Nullable UsageScan scan;

    private UsageTap(@Nullable Listener listener) {
        this.listener = listener;
    }

    /** For a leg that nobody listens to. */
    static UsageTap closed() {
        return CLOSED;
    }

    /**
     * For a leg of this request. The usage of several prompts or answers is a sum, and the prediction is for one, so
     * they are not compared.
     */
    static UsageTap of(GenerationRequest request, Candidate target, Booking booking, UsageWatch watch) {
        boolean one = request.batch() <= 1 && request.choices() == 1;
        return one ? new UsageTap(new Listener(target, booking, watch)) : CLOSED;
    }

    /** The answer begins. */
    void begin(HttpClientResponse head) {
        if (listener != null) {
            scan = UsageScan.of(head.getHeader("content-type"), head.getHeader("content-encoding"));
        }
    }

    void take(Buffer piece) {
        if (scan != null) {
            scan.feed(piece);
        }
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
