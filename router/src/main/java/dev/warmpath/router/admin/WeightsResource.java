package dev.warmpath.router.admin;

import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.guard.AuditLog;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.http.HttpServerRequest;

/** {@code /admin/weights}. */
final class WeightsResource {

    private final PairChooser chooser;
    private final AuditLog audit;
    private final Replies replies;

    WeightsResource(PairChooser chooser, AuditLog audit, Replies replies) {
        this.chooser = chooser;
        this.audit = audit;
        this.replies = replies;
    }

    void get(HttpServerRequest request) {
        replies.json(request, 200, WeightsJson.of(chooser.weights()));
    }

    void put(HttpServerRequest request, AdminCaller caller) {
        replies.withBody(request, (same, body) -> put(same, caller, body));
    }

    private void put(HttpServerRequest request, AdminCaller caller, JsonBody body) throws BadRequest {
        OverlapWeights before = chooser.weights();
        OverlapWeights after = WeightsJson.read(body, before);
        chooser.setWeights(after);
        if (!after.equals(before)) {
            audit.changed(caller, AuditLog.Action.SET_WEIGHTS, "overlap weights", before, after);
        }
        replies.json(request, 200, WeightsJson.of(after));
    }
}
