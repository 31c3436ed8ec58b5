package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.http.ErrorAnswer;
import dev.warmpath.router.observe.RouterMetrics;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/workers} and what lies below. A worker's id is its URL, in the path percent-encoded or as it is; a slash
 * at its end and the case of its host make no difference.
 */
final class WorkersResource {

    static final String PATH = "/admin/workers";

    private static final String DRAIN = "/drain";
    private static final String UNDRAIN = "/undrain";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Vertx vertx;
    private final Fleet fleet;
    private final PairChooser chooser;
    private final RouterMetrics metrics;
    private final WorkerRegistry registry;
    private final Replies replies;

    WorkersResource(
            Vertx vertx,
            Fleet fleet,
            PairChooser chooser,
            RouterMetrics metrics,
            WorkerRegistry registry,
            Replies replies) {
        this.vertx = vertx;
        this.fleet = fleet;
        this.chooser = chooser;
        this.metrics = metrics;
        this.registry = registry;
        this.replies = replies;
    }

    /** Serves the call if its path is here; false if it is not. */
    boolean serve(HttpServerRequest request) {
        String path = request.path();
        if (path == null || !path.startsWith(PATH)) {
            return false;
        }
        String below = path.substring(PATH.length());
        if (below.isEmpty()) {
            collection(request);
            return true;
        }
        if (!below.startsWith("/")) {
            return false;
        }
        one(request, below.substring(1));
        return true;
    }

    private void collection(HttpServerRequest request) {
        switch (request.method().name()) {
            case "GET" -> replies.json(request, 200, WorkersJson.of(fleet, chooser));
            case "POST" -> replies.withBody(request, this::register);
            default -> wrongMethod(request, "GET, POST");
        }
    }

    private void one(HttpServerRequest request, String below) {
        String method = request.method().name();
        if (below.endsWith(UNDRAIN) || below.endsWith(DRAIN)) {
            boolean drain = !below.endsWith(UNDRAIN);
            String id = id(below.substring(0, below.length() - (drain ? DRAIN : UNDRAIN).length()));
            if (method.equals("POST")) {
                drain(request, id, drain);
            } else {
                wrongMethod(request, "POST");
            }
            return;
        }
        switch (method) {
            case "GET" -> show(request, 200, fleet.view().worker(id(below)));
            case "DELETE" -> remove(request, id(below));
            default -> wrongMethod(request, "GET, DELETE");
        }
    }

    private void drain(HttpServerRequest request, String id, boolean drain) {
        Worker worker = fleet.view().worker(id);
        boolean news = worker != null && worker.draining() != drain;
        Worker now = fleet.drain(id, drain);
        if (now != null && news && drain) {
            metrics.drained();
        }
        show(request, 200, now);
    }

    private void show(HttpServerRequest request, int status, @Nullable Worker worker) {
        if (worker == null) {
            replies.error(
                    request,
                    ErrorAnswer.badRequest(
                            404,
                            "worker_not_found",
                            "No worker has this id; GET /admin/workers lists those there are."));
            return;
        }
        replies.json(request, status, WorkersJson.of(worker, fleet, chooser));
    }

    private void register(HttpServerRequest request, JsonBody body) throws BadRequest {
        Map<String, Object> values = values(body);
        // Ports are probed and streams are closed: not on an event loop. One change after the other.
        vertx.executeBlocking(() -> registry.register(values))
                .onSuccess(done -> show(request, done.joined() ? 201 : 200, done.worker()))
                .onFailure(failed -> refused(request, failed));
    }

    private static Map<String, Object> values(JsonBody body) throws BadRequest {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String key : body.keys()) {
            values.put(key, JSON.convertValue(body.get(key), Object.class));
        }
        return values;
    }

    private void remove(HttpServerRequest request, String id) {
        vertx.executeBlocking(() -> registry.remove(id))
                .onSuccess(removed -> {
                    if (removed) {
                        request.response().setStatusCode(204).end();
                    } else {
                        show(request, 404, null);
                    }
                })
                .onFailure(failed -> refused(request, failed));
    }

    private void refused(HttpServerRequest request, Throwable failed) {
        if (failed instanceof WorkerRegistry.Refusal refusal) {
            replies.error(request, ErrorAnswer.badRequest(refusal.status(), refusal.code(), refusal.getMessage()));
        } else {
            replies.failed(request, failed);
        }
    }

    private static String id(String encoded) {
        return WorkerRegistry.normalised(decoded(encoded));
    }

    private static String decoded(String encoded) {
        try {
            // A plus is a plus in a path.
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return encoded;
        }
    }

    private void wrongMethod(HttpServerRequest request, String allowed) {
        request.response().putHeader("allow", allowed);
        replies.error(
                request, ErrorAnswer.badRequest(405, "method_not_allowed", "This path takes " + allowed + " only."));
    }
}
