package dev.warmpath.router.http;

import io.vertx.core.http.HttpHeaders;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A request's two ids. The client sees its own back, or one made here. Workers see another for every attempt, the same
 * on both of its legs: engines key state by it, and clients reuse ids.
 */
final class RequestId {

    /** The client's id in a request, and the one that it is told in the answer. */
    static final CharSequence HEADER = HttpHeaders.createOptimized("x-request-id");

    private static final int MAX_LENGTH = 128;

    private final String shown;

    private RequestId(String shown) {
        this.shown = shown;
    }

    static RequestId of(@Nullable String fromClient) {
        return new RequestId(fromClient != null && usable(fromClient) ? fromClient : "req-" + random());
    }

    /** What the client is told. */
    String shown() {
        return shown;
    }

    /** A fresh id for one attempt, with the client's in front for those who search logs. */
    String forAttempt() {
        return shown + "-" + random();
    }

    /** No colon: vLLM's older connectors take the hosts and ports to fetch from out of the request's id. */
    private static boolean usable(String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-'
                    || c == '_'
                    || c == '.';
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
