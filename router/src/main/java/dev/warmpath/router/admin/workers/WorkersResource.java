package dev.warmpath.router.admin.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.guard.AuditLog;
import dev.warmpath.router.admin.registry.Condition;
import dev.warmpath.router.admin.registry.Refusal;
import dev.warmpath.router.admin.registry.WorkerRegistry;
import dev.warmpath.router.admin.reply.EntityTag;
import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.admin.route.AdminOperation;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.http.ErrorAnswer;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code /admin/workers} and what lies below. A worker's id is its URL, in the path percent-encoded or as it is; a slash
 * at its end and the case of its host make no difference.
 */
public final class WorkersResource {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Vertx vertx;
    private final Fleet fleet;
    private final PairChooser chooser;
    private final RouterMetrics metrics;
    private final WorkerRegistry registry;
    private final AuditLog audit;
    private final Replies replies;

    public WorkersResource(
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

    /** Lists all workers. */
    public void list(HttpServerRequest request) {
        replies.tagged(request, registry.revision(), WorkersJson.of(fleet, chooser, registry));
    }

    /**
     * Shows one worker.
     *
     * @param encoded the id as the path has it; so in the methods below
     */
    public void get(HttpServerRequest request, String encoded) {
        Worker worker = fleet.view().worker(id(encoded));
        if (worker == null) {
            notFound(request);
            return;
        }
        replies.tagged(request, registry.revision(worker.id()), WorkersJson.of(worker, fleet, chooser, registry));
    }

    /** Drains a worker, or lets it serve again. */
    public void drain(HttpServerRequest request, AdminCaller caller, String encoded, boolean drain) {
        String id = id(encoded);
        Condition condition = EntityTag.condition(request);
        // May wait for a change under way: not on an event loop.
        vertx.executeBlocking(() -> registry.drain(id, drain, condition))
                .onSuccess(done -> {
                    if (done.isEmpty()) {
                        notFound(request);
                        return;
                    }
                    drained(caller, done.get(), drain);
                    changed(request, 200, done.get().worker());
                })
                .onFailure(failed -> replies.failed(request, told(failed)));
    }

    private void drained(AdminCaller caller, WorkerRegistry.Drained done, boolean drain) {
        if (!done.news()) {
            return;
        }
        AuditLog.Action action = drain ? AuditLog.Action.DRAIN_WORKER : AuditLog.Action.UNDRAIN_WORKER;
        audit.changed(caller, action, done.worker().id(), serving(!drain), serving(drain));
        if (drain) {
            metrics.drained();
        }
    }

    private static String serving(boolean draining) {
        return draining ? "draining" : "serving";
    }

    private void notFound(HttpServerRequest request) {
        replies.error(
                request,
                ErrorAnswer.badRequest(
                        404, "worker_not_found", "No worker has this id; GET /admin/workers lists those there are."));
    }

    private void changed(HttpServerRequest request, int status, Worker worker) {
        replies.tagged(
                request, status, registry.revision(worker.id()), WorkersJson.of(worker, fleet, chooser, registry));
    }

    /** Takes in the worker that the body tells of. */
    public void register(HttpServerRequest request, AdminCaller caller) {
        replies.withBody(request, (same, body) -> register(same, caller, body));
    }

    private Future<?> register(HttpServerRequest request, AdminCaller caller, JsonBody body) throws BadRequest {
        Map<String, Object> values = values(body);
        Condition condition = EntityTag.condition(request);
        // Ports are probed and streams are closed: not on an event loop. One change after the other.
        return vertx.executeBlocking(() -> registry.register(values, condition))
                .recover(failed -> Future.failedFuture(told(failed)))
                .onSuccess(done -> {
                    registered(caller, done);
                    if (done.before() == null) {
                        request.response().putHeader("location", location(done.worker()));
                    }
                    changed(request, done.before() == null ? 201 : 200, done.worker());
                });
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

    /** Removes a worker. */
    public void remove(HttpServerRequest request, AdminCaller caller, String encoded) {
        String id = id(encoded);
        Condition condition = EntityTag.condition(request);
        vertx.executeBlocking(() -> registry.remove(id, condition))
                .onSuccess(removed -> {
                    if (removed.isPresent()) {
                        audit.changed(caller, AuditLog.Action.REMOVE_WORKER, id, removed.get(), AuditLog.NOTHING);
                        request.response().setStatusCode(204).end();
                    } else {
                        notFound(request);
                    }
                })
                .onFailure(failed -> replies.failed(request, told(failed)));
    }

    private static Throwable told(Throwable failed) {
        return failed instanceof Refusal refusal
                ? ErrorAnswer.badRequest(refusal.status(), refusal.code(), refusal.getMessage())
                        .asFailure()
                : failed;
    }

    private static String location(Worker worker) {
        return AdminOperation.GET_WORKER.template().replace("{id}", URLEncoder.encode(worker.id(), UTF_8));
    }

    private static String id(String encoded) {
        return WorkerRegistry.normalised(decoded(encoded));
    }

    private static String decoded(String encoded) {
        try {
            // A plus is a plus in a path.
            return URLDecoder.decode(encoded.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException malformed) {
            return encoded;
        }
    }
}
