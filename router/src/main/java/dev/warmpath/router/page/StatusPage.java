package dev.warmpath.router.page;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends the page's files. They say nothing of the fleet, so anyone who reaches the port may have them; what they show
 * comes from calls that need a token where tokens are configured.
 */
public final class StatusPage {

    /** Scripts, styles and calls of the same origin, and nothing else: no inline script, no frame around it, no form sent. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String KEEP = "public, max-age=31536000, immutable";
    private static final String ASK_AGAIN = "no-cache";

    private final PageFiles files = new PageFiles();

    /** Sends the file that is asked for; false when the call is not for one. */
    public boolean serve(HttpServerRequest request) {
        boolean head = request.method().equals(HttpMethod.HEAD);
        PageFile file =
                head || request.method().equals(HttpMethod.GET) ? files.at(String.valueOf(request.path())) : null;
        if (file == null) {
            return false;
        }
        HttpServerResponse response = request.response()
                .putHeader("content-security-policy", POLICY)
                .putHeader("x-content-type-options", "nosniff")
                .putHeader("x-frame-options", "DENY")
                .putHeader("referrer-policy", "no-referrer")
                .putHeader("cross-origin-resource-policy", "same-origin")
                .putHeader("cache-control", file.lasting() ? KEEP : ASK_AGAIN)
                .putHeader("etag", file.tag());
        String known = request.getHeader("if-none-match");
        if (known != null && known.contains(file.tag())) {
            response.setStatusCode(304).end();
            return true;
        }
        response.putHeader("content-type", file.type());
        if (head) {
            response.putHeader("content-length", Integer.toString(file.content().length()))
                    .end();
        } else {
            response.end(file.content());
        }
        return true;
    }
}
