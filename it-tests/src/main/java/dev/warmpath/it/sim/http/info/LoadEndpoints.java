package dev.warmpath.it.sim.http.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.schedule.Rank;
import dev.warmpath.it.sim.schedule.RankStats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * SGLang's reports of its load: {@code /v1/loads} of SGLang 0.5 with its sections core and disaggregation, and {@code
 * /get_load}, which newer releases answer from the same figures.
 */
final class LoadEndpoints {

    private final Vertx vertx;
    private final ObjectMapper json;
    private final EngineProfile profile;
    private final List<Rank> ranks;

    LoadEndpoints(EngineParts parts) {
        this.vertx = parts.vertx();
        this.json = parts.json();
        this.profile = parts.profile();
        this.ranks = parts.ranks();
    }

    void addTo(Map<String, Endpoint> routes) {
        routes.put("GET /v1/loads", exchange -> answer(exchange, this::loads));
        routes.put("GET /get_load", exchange -> answer(exchange, this::legacy));
    }

    private void answer(Exchange exchange, Function<List<RankStats>, byte[]> report) {
        Future.all(ranks.stream()
                        .map(rank -> Future.fromCompletionStage(rank.stats(), vertx.getOrCreateContext()))
                        .toList())
                .onSuccess(all -> exchange.json(200, report.apply(all.list())))
                .onFailure(cause -> exchange.json(500, new byte[0]));
    }

    private byte[] loads(List<RankStats> stats) {
        ObjectNode report = json.createObjectNode()
                .put("timestamp", Instant.now().toString())
                .put("version", profile.version())
                .putNull("accelerator")
                .put("num_accelerators", 1);
        ArrayNode loads = report.putArray("loads");
        for (int i = 0; i < stats.size(); i++) {
            RankStats rank = stats.get(i);
            int outside = outside(i, rank);
            boolean prefill = profile.role() == Role.PREFILL;
            ObjectNode load = loads.addObject()
                    .put("dp_rank", profile.firstRank() + i)
                    .put("num_running_reqs", rank.running())
                    .put("num_waiting_reqs", rank.waiting() + (prefill ? 0 : outside))
                    .put("num_waiting_uncached_tokens", 0)
                    .put("num_used_tokens", rank.usedBlocks() * profile.blockSize())
                    .put("num_total_tokens", rank.usedBlocks() * profile.blockSize())
                    .put("max_total_num_tokens", rank.capacityBlocks() * profile.blockSize())
                    .put("max_running_requests", 256)
                    .put("token_usage", MetricsEndpoint.usage(rank))
                    .put("gen_throughput", 0.0)
                    .put("cache_hit_rate", 0.0)
                    .put("utilization", 0.0);
            load.putObject("disaggregation")
                    .put("mode", InfoEndpoints.mode(profile.role()))
                    .put("prefill_bootstrap_queue_reqs", 0)
                    .put("prefill_inflight_queue_reqs", prefill ? outside : 0)
                    .put("decode_prealloc_queue_reqs", 0)
                    .put("decode_transfer_queue_reqs", profile.role() == Role.DECODE ? outside : 0)
                    .put("decode_retracted_queue_reqs", 0)
                    .put("kv_transfer_speed_gb_s", 0.0)
                    .put("kv_transfer_latency_ms", 0.0);
        }
        return JsonBytes.of(json, report);
    }

    /** Legs of a rank that wait for their other half, or for it to fetch what they have. */
    private int outside(int index, RankStats stats) {
        return Math.max(0, ranks.get(index).legs() - stats.running() - stats.waiting());
    }

    private byte[] legacy(List<RankStats> stats) {
        ArrayNode report = json.createArrayNode();
        for (int i = 0; i < stats.size(); i++) {
            RankStats rank = stats.get(i);
            int waiting = rank.waiting() + (profile.role() == Role.PREFILL ? 0 : outside(i, rank));
            report.addObject()
                    .put("dp_rank", profile.firstRank() + i)
                    .put("num_reqs", rank.running() + waiting)
                    .put("num_waiting_reqs", waiting)
                    .put("num_tokens", rank.usedBlocks() * profile.blockSize())
                    .put("num_pending_tokens", 0)
                    .put("ts_tic", System.nanoTime() / 1e9);
        }
        return JsonBytes.of(json, report);
    }
}
