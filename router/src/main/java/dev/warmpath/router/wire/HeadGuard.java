package dev.warmpath.router.wire;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Stands before everything else on a port: a request with a head that is refused is answered and its connection ended,
 * and neither its body nor what follows it is ever read as a request.
 */
public final class HeadGuard {

    /** Answers a request that is refused, at once. */
    public interface Refusal {
        void refuse(HttpServerRequest request, HeadFault fault);
    }

    private final ClientConnections connections;
    private final Handler<HttpServerRequest> next;
    private final Refusal refusal;

    private HeadGuard(ClientConnections connections, Handler<HttpServerRequest> next, Refusal refusal) {
        this.connections = connections;
        this.next = next;
        this.refusal = refusal;
    }

    /**
     * Takes all requests of a server whose {@link ClientConnections#opened} hears of every connection.
     *
     * @param next gets the requests that are let in
     */
    public static HttpServer stand(
            HttpServer server, ClientConnections connections, Handler<HttpServerRequest> next, Refusal refusal) {
        HeadGuard guard = new HeadGuard(connections, next, refusal);
        return server.requestHandler(guard::look).invalidRequestHandler(guard::undecoded);
    }

    private void look(HttpServerRequest request) {
        if (!connections.asked(request)) {
            return;
        }
        @Nullable HeadFault fault = HeadCheck.of(request);
        if (fault == null) {
            next.handle(request);
        } else {
            refuse(request, fault);
        }
    }

    private void undecoded(HttpServerRequest request) {
        if (connections.asked(request)) {
            refuse(request, HeadCheck.of(request.decoderResult()));
        }
    }

    private void refuse(HttpServerRequest request, HeadFault fault) {
        request.response().putHeader("connection", "close");
        refusal.refuse(request, fault);
    }
}
