package dev.warmpath.it.sim.http.info;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import java.util.Map;

/** The routes of this package. */
public final class InfoRoutes {

    private InfoRoutes() {}

    /** Adds them under {@code METHOD path}. */
    public static void addTo(Map<String, Endpoint> routes, EngineParts parts) {
        routes.put("POST /tokenize", new TokenizeEndpoint(parts));
        routes.put("POST /v1/messages/count_tokens", new CountTokensEndpoint(parts));
        new ComputeEndpoints(parts).addTo(routes);
        routes.put("GET /metrics", new MetricsEndpoint(parts.vertx(), parts.profile(), parts.ranks()));
        new InfoEndpoints(parts.json(), parts.profile()).addTo(routes);
        if (parts.profile().engine() == Engine.VLLM) {
            routes.put("POST /reset_prefix_cache", new FlushEndpoint(parts.vertx(), parts.ranks(), 200));
        } else {
            routes.put("POST /v1/tokenize", new TokenizeEndpoint(parts));
            Endpoint flush = new FlushEndpoint(parts.vertx(), parts.ranks(), 400);
            routes.put("POST /flush_cache", flush);
            routes.put("GET /flush_cache", flush);
            new LoadEndpoints(parts).addTo(routes);
        }
    }
}
