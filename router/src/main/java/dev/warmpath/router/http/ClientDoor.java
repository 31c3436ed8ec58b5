package dev.warmpath.router.http;

import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.observe.AccessMetrics;
import dev.warmpath.router.observe.KeyMetrics;
import io.vertx.core.http.HttpServerRequest;

/** The data port's door: whose key opens it, and what those without one are told. */
public final class ClientDoor {

    private final KeyRing ring;
    private final AccessMetrics refusals;
    private final KeyMetrics requests;

    public ClientDoor(KeyRing ring, AccessMetrics refusals, KeyMetrics requests) {
        this.ring = ring;
        this.refusals = refusals;
        this.requests = requests;
    }

    /** Judges a request, and answers it if it is refused: in the same way whether its key is missing, wrong or expired. */
    ClientKeys.Verdict judge(HttpServerRequest request) {
        ClientKeys.Verdict verdict = ring.judge(request.getHeader("authorization"), request.getHeader("x-api-key"));
        if (verdict instanceof ClientKeys.Verdict.Refused refused) {
            refusals.refused(AccessMetrics.Port.DATA, refused.reason());
            request.response().putHeader("www-authenticate", "Bearer");
            ErrorAnswer.unauthorized().send(request.response(), null);
        } else if (verdict instanceof ClientKeys.Verdict.Admitted admitted && admitted.key() != null) {
            requests.request(admitted.key());
        }
        return verdict;
    }
}
