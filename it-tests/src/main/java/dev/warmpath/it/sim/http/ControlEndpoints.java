package dev.warmpath.it.sim.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.Engine;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.RequestParser;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Emptying the cache and aborting requests. */
final class ControlEndpoints {

    private static final Map<String, String> TEXT = Map.of("content-type", "text/plain; charset=utf-8");

    private final Vertx vertx;
    private final ObjectMapper json;
    private final Engine engine;
    private final RequestParser parser;
    private final List<Rank> ranks;
    private final LiveRuns live;

    ControlEndpoints(EngineParts parts, LiveRuns live) {
        this.vertx = parts.vertx();
        this.json = parts.json();
        this.engine = parts.profile().engine();
        this.parser = parts.parser();
        this.ranks = parts.ranks();
        this.live = live;
    }

    void addTo(Map<String, Endpoint> routes) {
        if (engine == Engine.VLLM) {
            routes.put("POST /reset_prefix_cache", exchange -> flush(exchange, 200));
        } else {
            routes.put("POST /flush_cache", exchange -> flush(exchange, 400));
            routes.put("GET /flush_cache", exchange -> flush(exchange, 400));
            routes.put("POST /abort_request", this::abort);
        }
    }

    /** SGLang refuses while requests run; vLLM says 200 whatever it did. */
    private void flush(Exchange exchange, int busyStatus) {
        Future.all(ranks.stream()
                        .map(rank -> Future.fromCompletionStage(rank.flush(), vertx.getOrCreateContext()))
                        .toList())
                .onSuccess(all -> {
                    boolean flushed = all.list().stream().allMatch(Boolean.TRUE::equals);
                    exchange.answer(
                            flushed ? 200 : busyStatus,
                            TEXT,
                            (flushed ? "Cache flushed.\n" : "Cache not flushed: requests are running.\n")
                                    .getBytes(StandardCharsets.UTF_8));
                })
                .onFailure(cause -> exchange.json(500, new byte[0]));
    }

    private void abort(Exchange exchange) {
        try {
            JsonNode body = parser.object(exchange.body());
            if (body.path("abort_all").asBoolean(false)) {
                live.abortAll();
            } else {
                live.abort(body.path("rid").asText(""));
            }
            exchange.answer(200, TEXT, new byte[0]);
        } catch (EngineError e) {
            exchange.json(e.status(), JsonBytes.of(json, new ErrorBody(json, engine).answer(e)));
        }
    }
}
