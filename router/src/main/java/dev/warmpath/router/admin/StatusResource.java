package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.page.StatusReport;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** {@code /admin/status}, and {@code /admin/decisions}, which is a part of it. */
final class StatusResource {

    private final Vertx vertx;
    private final StatusReport report;
    private final Replies replies;

    StatusResource(Vertx vertx, StatusReport report, Replies replies) {
        this.vertx = vertx;
        this.report = report;
        this.replies = replies;
    }

    void get(HttpServerRequest request, AdminCaller caller) {
        vertx.executeBlocking(() -> report.json(caller.mayChange()))
                .onSuccess(json -> replies.json(request, 200, json))
                .onFailure(failed -> replies.failed(request, failed));
    }

    void decisions(HttpServerRequest request) {
        replies.json(request, 200, JsonNodeFactory.instance.objectNode().set("decisions", report.decisions()));
    }
}
