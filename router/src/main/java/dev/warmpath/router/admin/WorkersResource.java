package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.guard.AuditLog;
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

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Vertx vertx;
    private final Fleet fleet;
    private final PairChooser chooser;
    private final RouterMetrics metrics;
    private final WorkerRegistry registry;
    private final AuditLog audit;
    private final Replies replies;

    WorkersResource(
            Vertx vertx,
            Fleet fleet,
            PairChooser chooser,
            RouterMetrics metrics,
            WorkerRegistry registry,
            AuditLog audit,
            Replies replies) {
        this.vertx = vertx;
        this.fleet = fleet;
        this.chooser = chooser;
        this.metrics = metrics;
        this.registry = registry;
        this.audit = audit;
        this.replies = replies;
    }

    void list(HttpServerRequest request) {
        replies.json(request, 200, WorkersJson.of(fleet, chooser));
    }

    /** @param encoded the id as the path has it; so in the methods below */
    void get(HttpServerRequest request, String encoded) {
        show(request, 200, fleet.view().worker(id(encoded)));
    }

    void drain(HttpServerRequest request, AdminCaller caller, String encoded, boolean drain) {
        String id = id(encoded);
        Worker worker = fleet.view().worker(id);
        boolean news = worker != null && worker.draining() != drain;
        Worker now = fleet.drain(id, drain);
        if (now != null && news) {
            AuditLog.Action action = drain ? AuditLog.Action.DRAIN_WORKER : AuditLog.Action.UNDRAIN_WORKER;
            audit.changed(caller, action, id, serving(!drain), serving(drain));
        }
        if (now != null && news && drain) {
            metrics.drained();
        }
        show(request, 200, now);
    }

    private static String serving(boolean draining) {
        return draining ? "draining" : "serving";
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

    void register(HttpServerRequest request, AdminCaller caller) {
        replies.withBody(request, (same, body) -> register(same, caller, body));
    }

    private void register(HttpServerRequest request, AdminCaller caller, JsonBody body) throws BadRequest {
        Map<String, Object> values = values(body);
        // Ports are probed and streams are closed: not on an event loop. One change after the other.
        vertx.executeBlocking(() -> registry.register(values))
                .onSuccess(done -> {
                    registered(caller, done);
                    show(request, done.before() == null ? 201 : 200, done.worker());
                })
                .onFailure(failed -> refused(request, failed));
    }

    private void registered(AdminCaller caller, WorkerRegistry.Registered done) {
        Worker worker = done.worker();
        if (done.before() == null) {
            audit.changed(caller, AuditLog.Action.REGISTER_WORKER, worker.id(), AuditLog.NOTHING, worker.settings());
        } else if (!done.before().equals(worker.settings())) {
            audit.changed(caller, AuditLog.Action.REPLACE_WORKER, worker.id(), done.before(), worker.settings());
        }
    }

    private static Map<String, Object> values(JsonBody body) throws BadRequest {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String key : body.keys()) {
            values.put(key, JSON.convertValue(body.get(key), Object.class));
        }
        return values;
    }

    void remove(HttpServerRequest request, AdminCaller caller, String encoded) {
        String id = id(encoded);
        vertx.executeBlocking(() -> registry.remove(id))
                .onSuccess(removed -> {
                    if (removed.isPresent()) {
                        audit.changed(caller, AuditLog.Action.REMOVE_WORKER, id, removed.get(), AuditLog.NOTHING);
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
}
