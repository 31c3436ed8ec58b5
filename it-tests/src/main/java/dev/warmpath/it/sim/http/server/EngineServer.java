package dev.warmpath.it.sim.http.server;

import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.it.sim.fault.FaultPlan;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.HealthMode;
import dev.warmpath.it.sim.http.ReceivedRequest;
import dev.warmpath.it.sim.http.RequestLog;
import dev.warmpath.it.sim.http.generate.GenerationRoutes;
import dev.warmpath.it.sim.http.info.InfoRoutes;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP port of an engine: reads requests, records them, and hands them to their endpoints unless a fault is due.
 * Belongs to the engine's context.
 */
public final class EngineServer {

    private static final Set<String> HEALTH = Set.of("/health", "/health_generate", "/ping");
    private static final byte[] UNAUTHORIZED = "{\"error\":\"Unauthorized\"}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOT_FOUND = "{\"detail\":\"Not Found\"}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOO_LARGE = "{\"detail\":\"Body too large\"}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = new byte[0];
    private static final int MAX_HEADER = 64 << 10;

    /** Requests that are answered after a thaw; whoever comes later has waited in vain. */
    private static final int MAX_PARKED = 10_000;

    private final Vertx vertx;
    private final EngineProfile profile;
    private final FaultPlan faults;
    private final RequestLog requests;
    private final @Nullable ServerTls tls;
    private final Map<String, Endpoint> routes = new HashMap<>();
    private final GenerationRoutes generation;
    private final Connections connections;
    private final FaultyAnswer faulty;
    private final List<Runnable> parked = new ArrayList<>();
    private @Nullable HttpServer server;
    private HealthMode health = HealthMode.OK;
    private boolean frozen;

    /**
     * A server that does not listen yet.
     *
     * @param keepAliveMillis time after which an idle connection is closed; 0 for never
     * @param tls its certificate, or null for plain HTTP
     */
    public EngineServer(
            EngineParts parts, FaultPlan faults, RequestLog requests, long keepAliveMillis, @Nullable ServerTls tls) {
        this.vertx = parts.vertx();
        this.profile = parts.profile();
        this.faults = faults;
        this.requests = requests;
        this.tls = tls;
        this.connections = new Connections(vertx, keepAliveMillis);
        this.faulty = new FaultyAnswer(vertx);
        this.generation = new GenerationRoutes(parts);
        generation.addTo(routes);
        InfoRoutes.addTo(routes, parts);
    }

    public Future<?> listen(String host, int port) {
        HttpServerOptions options = new HttpServerOptions()
                .setMaxHeaderSize(MAX_HEADER)
                .setMaxInitialLineLength(MAX_HEADER)
                .setHandle100ContinueAutomatically(true);
        secure(options);
        HttpServer fresh = vertx.createHttpServer(options)
                .connectionHandler(connections::opened)
                .requestHandler(this::receive);
        server = fresh;
        return fresh.listen(port, host);
    }

    private void secure(HttpServerOptions options) {
        if (tls == null) {
            return;
        }
        options.setSsl(true);
        options.setKeyCertOptions(new PemKeyCertOptions()
                .setCertPath(tls.cert().toString())
                .setKeyPath(tls.key().toString()));
        if (tls.clientCa() != null) {
            options.setClientAuth(ClientAuth.REQUIRED);
            options.setTrustOptions(
                    new PemTrustOptions().addCertPath(tls.clientCa().toString()));
        }
    }

    /** Stops listening and cuts every connection. */
    public Future<?> close() {
        HttpServer open = server;
        server = null;
        return open == null ? Future.succeededFuture() : open.close();
    }

    public void health(HealthMode mode) {
        health = mode;
    }

    /** While frozen requests are read and nothing is answered. */
    public void freeze(boolean on) {
        frozen = on;
        if (!on) {
            List<Runnable> late = List.copyOf(parked);
            parked.clear();
            late.forEach(Runnable::run);
        }
    }

    /** Requests that run. */
    public int liveRuns() {
        return generation.running();
    }

    /** Connections that are open. */
    public int connections() {
        return connections.open();
    }

    private void receive(HttpServerRequest request) {
        long arrived = System.nanoTime();
        HttpConnection connection = request.connection();
        connections.busy(connection);
        Intake intake = new Intake(request, arrived);
        request.response().endHandler(nothing -> connections.idle(connection));
        request.response().closeHandler(nothing -> intake.closed());
        request.handler(intake::add);
        request.endHandler(nothing -> intake.complete());
    }

    private void handle(Exchange exchange) {
        if (frozen) {
            if (parked.size() < MAX_PARKED) {
                parked.add(() -> handle(exchange));
            }
            return;
        }
        faulty.handle(exchange, () -> answer(exchange));
    }

    private void answer(Exchange exchange) {
        if (!isAuthorized(exchange)) {
            exchange.json(401, UNAUTHORIZED);
        } else if (HEALTH.contains(exchange.path())) {
            health(exchange);
        } else {
            Endpoint endpoint = routes.get(exchange.method() + " " + GenerationRoutes.template(exchange.path()));
            if (endpoint == null) {
                exchange.json(404, NOT_FOUND);
            } else {
                endpoint.handle(exchange);
            }
        }
    }

    private boolean isAuthorized(Exchange exchange) {
        return profile.apiKey() == null || ("Bearer " + profile.apiKey()).equals(exchange.header("authorization"));
    }

    private void health(Exchange exchange) {
        switch (health) {
            case OK -> exchange.answer(200, Map.of(), NOTHING);
            case UNAVAILABLE -> exchange.answer(503, Map.of(), NOTHING);
            case HANG -> {
                // The prober has to give up.
            }
        }
    }

    /** A request while its body is being read. */
    private final class Intake {

        private final HttpServerRequest request;
        private final long arrivedNanos;
        private final Buffer body = Buffer.buffer();
        private @Nullable Exchange exchange;
        private boolean tooLarge;

        Intake(HttpServerRequest request, long arrivedNanos) {
            this.request = request;
            this.arrivedNanos = arrivedNanos;
        }

        void add(Buffer part) {
            tooLarge |= body.length() + part.length() > profile.maxBodyBytes();
            if (!tooLarge) {
                body.appendBuffer(part);
            }
        }

        void complete() {
            byte[] bytes = body.getBytes();
            ReceivedRequest received = new ReceivedRequest(
                    request.method().name(), request.uri(), headers(request.headers()), bytes, arrivedNanos);
            requests.add(received);
            Exchange complete = new Exchange(request, bytes, received, faults.take(String.valueOf(request.path())));
            exchange = complete;
            if (tooLarge) {
                complete.json(413, TOO_LARGE);
            } else {
                handle(complete);
            }
        }

        void closed() {
            Exchange complete = exchange;
            if (complete != null) {
                complete.connectionClosed();
            }
        }

        private Map<String, List<String>> headers(MultiMap from) {
            Map<String, List<String>> headers = new HashMap<>();
            for (String name : from.names()) {
                headers.put(name, from.getAll(name));
            }
            return headers;
        }
    }
}
