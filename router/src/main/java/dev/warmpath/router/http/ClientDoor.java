package dev.warmpath.router.http;

import dev.warmpath.router.access.AdminTokens;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.access.Unauthorized;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.observe.AccessMetrics;
import dev.warmpath.router.observe.KeyMetrics;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * The data port's door: whose key opens it, and what those without one are told. Who has an admin token too may ask, with
 * {@link #EXPLAIN}, that an answer says why it came from where it came.
 */
public final class ClientDoor {

    /** Carries an admin token. Never passed on. */
    static final CharSequence EXPLAIN = HttpHeaders.createOptimized("x-warmpath-explain");

    private static final CharSequence API_KEY = HttpHeaders.createOptimized("x-api-key");

    private final KeyRing ring;
    private final AdminTokens admins;
    private final AccessMetrics refusals;
    private final KeyMetrics requests;

    public ClientDoor(KeyRing ring, AdminTokens admins, AccessMetrics refusals, KeyMetrics requests) {
        this.ring = ring;
        this.admins = admins;
        this.refusals = refusals;
        this.requests = requests;
    }

    /**
     * Judges a request, and answers it if it is refused: in the same way whether its key is missing, wrong or expired, and
     * in another where its key opens and its admin token is none.
     */
    ClientKeys.Verdict judge(HttpServerRequest request) {
        ClientKeys.Verdict verdict =
                ring.judge(request.getHeader(HttpHeaders.AUTHORIZATION), request.getHeader(API_KEY));
        if (verdict instanceof ClientKeys.Verdict.Refused refused) {
            return refuse(request, refused, ErrorAnswer.unauthorized());
        }
        if (asksInVain(request)) {
            ClientKeys.Verdict.Refused refused = new ClientKeys.Verdict.Refused(Unauthorized.UNKNOWN);
            return refuse(request, refused, ErrorAnswer.notAnAdmin());
        }
        if (verdict instanceof ClientKeys.Verdict.Admitted admitted && admitted.key() != null) {
            requests.request(admitted.key());
        }
        return verdict;
    }

    private ClientKeys.Verdict refuse(
            HttpServerRequest request, ClientKeys.Verdict.Refused refused, ErrorAnswer answer) {
        refusals.refused(AccessMetrics.Port.DATA, refused.reason());
        request.response().putHeader("www-authenticate", "Bearer");
        answer.send(request.response(), null, Endpoint.errors(request.path()));
        return refused;
    }

    /** Whether an admitted request asks for its decision. */
    static boolean asksForDecision(HttpServerRequest request) {
        return request.getHeader(EXPLAIN) != null;
    }

    private boolean asksInVain(HttpServerRequest request) {
        String token = request.getHeader(EXPLAIN);
        return token != null && admins.find(token) == null;
    }
}
