package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.AdminSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.http.BodyIntake;
import dev.warmpath.router.http.ErrorAnswer;
import dev.warmpath.router.observe.FleetMetrics;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin port's listener and routes. */
public final class AdminPort extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(AdminPort.class);
    private static final String OPENMETRICS = "application/openmetrics-text";

    private final WarmpathSettings settings;
    private final Fleet fleet;
    private final PromptPipeline prompts;
    private final PairChooser chooser;
    private final PrometheusMeterRegistry registry;
    private final FleetMetrics fleetMetrics;
    private HttpServer server;
    private BodyIntake bodies;

    /** Everything is read from the given parts at each call; nothing is kept. */
    @SuppressWarnings("NullAway.Init")
    public AdminPort(
            WarmpathSettings settings,
            Fleet fleet,
            PromptPipeline prompts,
            PairChooser chooser,
            PrometheusMeterRegistry registry,
            FleetMetrics fleetMetrics) {
        this.settings = settings;
        this.fleet = fleet;
        this.prompts = prompts;
        this.chooser = chooser;
        this.registry = registry;
        this.fleetMetrics = fleetMetrics;
    }

    @Override
    public Future<?> start() {
        AdminSettings admin = settings.admin();
        bodies = new BodyIntake(vertx, settings.server());
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setHost(admin.host())
                        .setPort(admin.port())
                        .setHttp2ClearTextEnabled(false))
                .requestHandler(this::route);
        return server.listen();
    }

    /** The port in use. */
    public int port() {
        return server.actualPort();
    }

    private void route(HttpServerRequest request) {
        if (!allowed(request)) {
            request.response().putHeader("www-authenticate", "Bearer");
            answer(request, ErrorAnswer.badRequest(401, "unauthorized", "The admin port needs its bearer token."));
            return;
        }
        String call = request.method() + " " + request.path();
        switch (call) {
            case "GET /metrics" -> scrape(request);
            case "GET /admin/workers" -> json(request, WorkersJson.of(fleet.view(), chooser));
            case "GET /admin/weights" -> json(request, WeightsJson.of(chooser.weights()));
            case "PUT /admin/weights" -> withBody(request, this::putWeights);
            case "POST /admin/explain" -> withBody(request, this::explain);
            default ->
                answer(
                        request,
                        ErrorAnswer.badRequest(
                                404,
                                "unknown_path",
                                "The admin port serves GET /metrics, GET /admin/workers, GET and PUT /admin/weights,"
                                        + " POST /admin/explain."));
        }
    }

    private boolean allowed(HttpServerRequest request) {
        String token = settings.admin().token();
        if (token == null) {
            return true;
        }
        String given = request.getHeader("authorization");
        return given != null && MessageDigest.isEqual(bytes("Bearer " + token), bytes(given));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void scrape(HttpServerRequest request) {
        String accept = request.getHeader("accept");
        String type = accept != null && accept.contains(OPENMETRICS)
                ? OPENMETRICS + "; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
        // A large fleet's scrape takes milliseconds to gather and write: not on an event loop. One after the other, so
        // that no scrape is written while the next one's rows are being set.
        vertx.executeBlocking(() -> {
                    fleetMetrics.refresh(fleet.view(), chooser);
                    return registry.scrape(type);
                })
                .onSuccess(text ->
                        request.response().putHeader("content-type", type).end(text))
                .onFailure(failed -> internal(request, failed));
    }

    private interface BodyCall {
        void take(HttpServerRequest request, JsonBody body) throws BadRequest;
    }

    private void withBody(HttpServerRequest request, BodyCall call) {
        bodies.read(request)
                .map(body -> {
                    try {
                        call.take(request, JsonBody.parse(body.getBytes()));
                    } catch (BadRequest bad) {
                        answer(request, ErrorAnswer.of(bad));
                    }
                    return body;
                })
                .onFailure(cause -> {
                    if (cause instanceof BadRequest bad) {
                        answer(request, ErrorAnswer.of(bad));
                    } else {
                        internal(request, cause);
                    }
                });
    }

    private void putWeights(HttpServerRequest request, JsonBody body) throws BadRequest {
        OverlapWeights before = chooser.weights();
        OverlapWeights after = WeightsJson.read(body, before);
        chooser.setWeights(after);
        if (!after.equals(before)) {
            log.atInfo().addKeyValue("old", before).addKeyValue("new", after).log("overlap weights changed");
        }
        json(request, WeightsJson.of(after));
    }

    private void explain(HttpServerRequest request, JsonBody body) throws BadRequest {
        GenerationRequest asked = GenerationRequest.read(endpoint(request), body);
        FleetView view = fleet.view();
        String model = asked.model();
        if (view.pairings(model).isEmpty()) {
            answer(request, ErrorAnswer.modelNotFound());
            return;
        }
        Future.fromCompletionStage(
                        prompts.preview(asked, view.blockSizes(model), view.engine(model)), vertx.getOrCreateContext())
                .map(prompt -> chooser.explain(prompt, view.pairings(model)))
                .onSuccess(explanation -> json(request, ExplainJson.of(model, explanation)))
                .onFailure(failed -> internal(request, failed));
    }

    private static GenerationRequest.Endpoint endpoint(HttpServerRequest request) throws BadRequest {
        @Nullable String path = parameter(request, "endpoint");
        if (path == null) {
            return GenerationRequest.Endpoint.CHAT_COMPLETIONS;
        }
        for (GenerationRequest.Endpoint endpoint : GenerationRequest.Endpoint.values()) {
            if (endpoint.path().equals(path)) {
                return endpoint;
            }
        }
        throw new BadRequest(
                400, "unknown_endpoint", "endpoint", "?endpoint= must be /v1/chat/completions or /v1/completions.");
    }

    private static @Nullable String parameter(HttpServerRequest request, String name) throws BadRequest {
        try {
            return request.getParam(name);
        } catch (IllegalArgumentException broken) {
            throw new BadRequest(400, "bad_query", name, "The query string is not well formed.");
        }
    }

    private static void internal(HttpServerRequest request, Throwable failed) {
        log.atError().setCause(failed).log("admin call failed");
        answer(request, ErrorAnswer.internal());
    }

    private static void answer(HttpServerRequest request, ErrorAnswer error) {
        error.send(request.response(), null);
    }

    private static void json(HttpServerRequest request, JsonNode body) {
        request.response().putHeader("content-type", "application/json").end(Buffer.buffer(body.toString()));
    }
}
