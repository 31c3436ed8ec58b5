package dev.warmpath.router.admin;

import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.observe.fleet.FleetMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** {@code /metrics}. */
final class ScrapeResource {

    private static final String OPENMETRICS = "application/openmetrics-text";

    private final Vertx vertx;
    private final PrometheusMeterRegistry registry;
    private final FleetMetrics fleetMetrics;
    private final Replies replies;

    ScrapeResource(Vertx vertx, PrometheusMeterRegistry registry, FleetMetrics fleetMetrics, Replies replies) {
        this.vertx = vertx;
        this.registry = registry;
        this.fleetMetrics = fleetMetrics;
        this.replies = replies;
    }

    void get(HttpServerRequest request) {
        String accept = request.getHeader("accept");
        String type = accept != null && accept.contains(OPENMETRICS)
                ? OPENMETRICS + "; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
        // A large fleet's scrape takes milliseconds to gather and write: not on an event loop.
        vertx.executeBlocking(() -> {
                    fleetMetrics.dropCountsOfLeftWorkers();
                    return registry.scrape(type);
                })
                .onSuccess(text ->
                        request.response().putHeader("content-type", type).end(text))
                .onFailure(failed -> replies.failed(request, failed));
    }
}
