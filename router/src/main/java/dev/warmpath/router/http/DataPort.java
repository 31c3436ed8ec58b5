package dev.warmpath.router.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.legs.Attempts;
import dev.warmpath.router.legs.HandOffRules;
import dev.warmpath.router.legs.LegClient;
import dev.warmpath.router.tls.PortTls;
import dev.warmpath.router.wire.ClientConnections;
import dev.warmpath.router.wire.HeadFault;
import dev.warmpath.router.wire.HeadGuard;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The data port on one event loop: its listener, its routes, its connections to the workers. */
public final class DataPort extends VerticleBase {

    /** For the errors that end what is still open after the grace. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /** Of a body in one go: as much as the socket is read for at once. */
    private static final int PIECE_BYTES = 64 << 10;

    /** Followed by a model's name. */
    private static final String MODEL = "/v1/models/";

    private final Steps steps;
    private final List<String> models;
    private final AtomicInteger connections;
    private final AtomicBoolean stopping;
    private final ClientDoor door;
    private final PortTls tls;
    /** Requests that have not ended; of this event loop only. */
    private final Set<Exchange> open = new HashSet<>();

    private HttpServer server;
    private LegClient legs;
    private Loop loop;
    private ClientConnections clients;

    /**
     * One instance per event loop; all instances of a deployment share one listener.
     *
     * @param models configured model names, in order
     * @param connections shared by all instances, counts open client connections
     * @param stopping set when a stop has been asked for: the router is not ready any more
     * @param tls of the port
     */
    @SuppressWarnings("NullAway.Init")
    public DataPort(
            Steps steps,
            ClientDoor door,
            List<String> models,
            AtomicInteger connections,
            AtomicBoolean stopping,
            PortTls tls) {
        this.steps = steps;
        this.models = models;
        this.connections = connections;
        this.stopping = stopping;
        this.door = door;
        this.tls = tls;
    }

    @Override
    public Future<?> start() {
        legs = new LegClient(vertx, steps.upstream());
        Attempts attempts = new Attempts(
                legs,
                new HandOffRules(
                        steps.upstream().maxPrefillAnswerBytes(),
                        steps.upstream().missingHandOff(),
                        steps.upstream().handOffLease(),
                        this::missingHandOff),
                steps.feedback(),
                steps.askUsage());
        loop = new Loop(
                vertx,
                attempts,
                new BodyIntake(vertx, steps.server()),
                new RequestReading(
                        steps.models(),
                        steps.keepers(),
                        steps.adapters(),
                        steps.prompts().knownMessages()),
                new FixedDelay(vertx, steps.server().requestTimeout()),
                new AccessLog(steps.models()));
        clients = new ClientConnections(vertx, steps.server().clocks(), stopping::get);
        HttpServerOptions options = new HttpServerOptions()
                .setMaxHeaderSize(steps.server().maxHeaderBytes())
                .setMaxInitialLineLength(steps.server().maxUrlBytes())
                .setHandle100ContinueAutomatically(false)
                .setHttp2ClearTextEnabled(false)
                .setTcpKeepAlive(true)
                .setIdleTimeout(0)
                .setTcpNoDelay(true)
                .setCompressionSupported(false)
                // All writes are the event loop's own: no queue for those of others between it and the socket, 5 KB for
                // each connection.
                .setStrictThreadMode(true)
                .setMaxChunkSize(PIECE_BYTES)
                // No WebSockets are served: two handlers less on the way of each request and answer.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false);
        server = HeadGuard.stand(vertx.createHttpServer(tls.secure(options)), clients, this::route, this::refuse)
                .connectionHandler(this::admit)
                .exceptionHandler(tls::failed);
        return server.listen(address()).onSuccess(tls::follow);
    }

    private void missingHandOff(Target target, HandOffGap gap, boolean recomputed) {
        steps.metrics().handOffMissing(target, gap, recomputed);
        steps.faults().tell(target, gap, recomputed);
    }

    /** Instances share a port that the kernel picks only when they ask for it under the same number. */
    private SocketAddress address() {
        String host = steps.server().host();
        int port = steps.server().port();
        return port == 0 ? SocketAddress.sharedRandomPort(1, host) : SocketAddress.inetSocketAddress(port, host);
    }

    /** The port in use; of interest when 0 was asked for. */
    public int port() {
        return server.actualPort();
    }

    private void admit(HttpConnection connection) {
        if (connections.incrementAndGet() > steps.server().maxConnections()) {
            connections.decrementAndGet();
            steps.metrics().connectionRefused();
            connection.close();
            return;
        }
        clients.opened(connection);
        connection.closeHandler(closed -> {
            clients.closed(connection);
            connections.decrementAndGet();
        });
    }

    private void refuse(HttpServerRequest request, HeadFault fault) {
        steps.metrics().headRefused("data", fault.code());
        ErrorAnswer.badRequest(fault.status(), fault.code(), fault.message())
                .send(request.response(), null, Endpoint.errors(request.path()));
    }

    private void route(HttpServerRequest request) {
        String path = request.path();
        switch (path == null ? "" : path) {
            case "/health" -> get(request, r -> r.response().end());
            case "/ready" -> get(request, this::ready);
            default -> {
                if (door.judge(request) instanceof ClientKeys.Verdict.Admitted admitted) {
                    serve(path, request, admitted.key());
                }
            }
        }
    }

    /** @param key name of the key that let the request in, or null where none is needed */
    private void serve(@Nullable String path, HttpServerRequest request, @Nullable String key) {
        Endpoint endpoint = Endpoint.at(path);
        if (endpoint != null) {
            exchange(endpoint, request, key);
        } else if ("/v1/models".equals(path)) {
            get(request, this::models);
        } else {
            other(path, request);
        }
    }

    private void other(@Nullable String path, HttpServerRequest request) {
        if (path != null && path.startsWith(MODEL)) {
            get(request, r -> model(path.substring(MODEL.length()), r));
        } else {
            ErrorAnswer.badRequest(404, "unknown_path", "This path is not served; see docs/api.md for those that are.")
                    .send(request.response(), null, Endpoint.errors(path));
        }
    }

    private interface Handler {
        void handle(HttpServerRequest request);
    }

    private static void get(HttpServerRequest request, Handler handler) {
        if (request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD)) {
            handler.handle(request);
        } else {
            methodNotAllowed(request, "GET");
        }
    }

    private void exchange(Endpoint endpoint, HttpServerRequest request, @Nullable String key) {
        if (endpoint.takes(request.method().name())) {
            Exchange exchange = new Exchange(steps, loop, endpoint, request, key, open::remove);
            open.add(exchange);
            exchange.start();
        } else {
            methodNotAllowed(request, endpoint.allow());
        }
    }

    private static void methodNotAllowed(HttpServerRequest request, String allowed) {
        request.response().putHeader("allow", allowed);
        ErrorAnswer.badRequest(405, "method_not_allowed", "This path takes " + allowed + " only.")
                .send(request.response(), null, Endpoint.errors(request.path()));
    }

    private void models(HttpServerRequest request) {
        ArrayNode data = JsonNodeFactory.instance.arrayNode();
        for (String model : models) {
            if (isServed(model)) {
                data.add(describe(model));
                steps.adapters().of(model, steps.fleet().view()).forEach(adapter -> data.add(describe(adapter, model)));
            }
        }
        json(
                request,
                200,
                JsonNodeFactory.instance.objectNode().put("object", "list").set("data", data));
    }

    /** One model, its name as clients write it into a path: with slashes as they are or escaped. */
    private void model(String escaped, HttpServerRequest request) {
        for (String model : models) {
            boolean named = model.equals(escaped) || model.equals(unescaped(escaped));
            if (named && isServed(model)) {
                json(request, 200, describe(model));
                return;
            }
            for (String adapter : steps.adapters().of(model, steps.fleet().view())) {
                if ((adapter.equals(escaped) || adapter.equals(unescaped(escaped))) && isServed(model)) {
                    json(request, 200, describe(adapter, model));
                    return;
                }
            }
        }
        ErrorAnswer.modelNotFound().send(request.response(), null);
    }

    private static String unescaped(String path) {
        try {
            // A plus is no space in a path.
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return path;
        }
    }

    private boolean isServed(String model) {
        return !steps.fleet().view().pairings(model).isEmpty();
    }

    private static ObjectNode describe(String model) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", model)
                .put("object", "model")
                .put("created", 0)
                .put("owned_by", "warmpath");
    }

    /** An adapter, with the model that it belongs to. */
    private static ObjectNode describe(String adapter, String model) {
        return describe(adapter).put("parent", model);
    }

    /**
     * Ready when at least one model can be served, since a second model's outage must not take the first away, and no stop
     * has been asked for.
     */
    private void ready(HttpServerRequest request) {
        ObjectNode servable = JsonNodeFactory.instance.objectNode();
        boolean any = false;
        for (String model : models) {
            boolean can = steps.fleet().view().servable(model, steps.chooser()::pairable);
            servable.put(model, can);
            any |= can;
        }
        boolean ready = any && !stopping.get();
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("ready", ready);
        if (stopping.get()) {
            body.put("stopping", true);
        }
        json(request, ready ? 200 : 503, body.set("models", servable));
    }

    private static void json(HttpServerRequest request, int status, ObjectNode body) {
        request.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(Buffer.buffer(body.toString()));
    }

    /**
     * Refuses new connections at once, ends what waits for its turn, and lets other open requests run on for up to {@code
     * grace}. What is open then is ended with an error of the router's own: a status where none was sent, an error event
     * in a stream, and in any case a connection that closes inside the answer.
     */
    public Future<Void> drain(Duration grace) {
        context.runOnContext(now -> {
            List.copyOf(open).forEach(Exchange::stopWaiting);
            vertx.setTimer(
                    Math.max(1, grace.toMillis()), over -> List.copyOf(open).forEach(Exchange::stop));
        });
        return server.shutdown(grace.plus(LAST_WORDS).toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public Future<?> stop() {
        return legs.close();
    }
}
