package dev.warmpath.router.admin.weights;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.guard.AuditLog;
import dev.warmpath.router.admin.registry.Refusal;
import dev.warmpath.router.admin.reply.EntityTag;
import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;

/** {@code /admin/weights}. */
public final class WeightsResource {

    private final PairChooser chooser;
    private final SharedSettings shared;
    private final AuditLog audit;
    private final Replies replies;

    public WeightsResource(PairChooser chooser, SharedSettings shared, AuditLog audit, Replies replies) {
        this.chooser = chooser;
        this.shared = shared;
        this.audit = audit;
        this.replies = replies;
    }

    /** Shows the weights in force. */
    public void get(HttpServerRequest request) {
        OverlapWeights weights = chooser.weights();
        replies.tagged(request, revision(weights), WeightsJson.of(weights));
    }

    /** Puts those of the body in force. */
    public void put(HttpServerRequest request, AdminCaller caller) {
        replies.withBody(request, (same, body) -> put(same, caller, body));
    }

    private Future<?> put(HttpServerRequest request, AdminCaller caller, JsonBody body) throws BadRequest {
        OverlapWeights before = chooser.weights();
        OverlapWeights after = WeightsJson.read(body, before);
        // Another router's change may come between; who saw the weights before it has not seen these.
        if (!EntityTag.condition(request).holds(revision(before)) || !shared.setWeights(before, after)) {
            Refusal refusal = Refusal.conditionFailed();
            throw new BadRequest(refusal.status(), refusal.code(), null, refusal.getMessage());
        }
        if (!after.equals(before)) {
            audit.changed(caller, AuditLog.Action.SET_WEIGHTS, "overlap weights", before, after);
        }
        replies.tagged(request, 200, revision(after), WeightsJson.of(after));
        return Future.succeededFuture();
    }

    /** Equal weights are the same state, whoever set them when. */
    private static String revision(OverlapWeights weights) {
        return EntityTag.hash(weights.toString().getBytes(UTF_8));
    }
}
