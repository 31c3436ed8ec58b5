package dev.warmpath.it.sim.http.info;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.cache.TierUse;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.schedule.Rank;
import dev.warmpath.it.sim.schedule.RankStats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** {@code /metrics} in the names of SGLang or vLLM, one series per rank. */
final class MetricsEndpoint implements Endpoint {

    private static final Map<String, String> TEXT = Map.of("content-type", "text/plain; version=0.0.4; charset=utf-8");

    private final Vertx vertx;
    private final EngineProfile profile;
    private final List<Rank> ranks;

    MetricsEndpoint(Vertx vertx, EngineProfile profile, List<Rank> ranks) {
        this.vertx = vertx;
        this.profile = profile;
        this.ranks = ranks;
    }

    @Override
    public void handle(Exchange exchange) {
        Future.all(ranks.stream()
                        .map(rank -> Future.fromCompletionStage(rank.stats(), vertx.getOrCreateContext()))
                        .toList())
                .onSuccess(all -> exchange.answer(200, TEXT, text(all.list()).getBytes(StandardCharsets.UTF_8)))
                .onFailure(cause -> exchange.json(500, new byte[0]));
    }

    private String text(List<RankStats> stats) {
        StringBuilder out = new StringBuilder();
        if (profile.engine() == Engine.VLLM) {
            help(out, "vllm:num_requests_running", "Number of requests in model execution batches.");
            family(out, "vllm:num_requests_running", "gauge", stats, RankStats::running);
            help(out, "vllm:num_requests_waiting", "Number of requests waiting to be processed.");
            family(out, "vllm:num_requests_waiting", "gauge", stats, RankStats::waiting);
            waitingByReason(out, stats);
            help(out, "vllm:kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.");
            family(out, "vllm:kv_cache_usage_perc", "gauge", stats, MetricsEndpoint::usage);
            family(out, "vllm:prefix_cache_queries_total", "counter", stats, RankStats::promptTokens);
            family(out, "vllm:prefix_cache_hits_total", "counter", stats, RankStats::cachedTokens);
            family(out, "vllm:prompt_tokens_total", "counter", stats, RankStats::promptTokens);
            family(out, "vllm:generation_tokens_total", "counter", stats, RankStats::generatedTokens);
        } else {
            family(out, "sglang:num_running_reqs", "gauge", stats, RankStats::running);
            family(out, "sglang:num_queue_reqs", "gauge", stats, RankStats::waiting);
            family(out, "sglang:token_usage", "gauge", stats, MetricsEndpoint::usage);
            family(out, "sglang:prompt_tokens_total", "counter", stats, RankStats::promptTokens);
            family(out, "sglang:cached_tokens_total", "counter", stats, RankStats::cachedTokens);
            family(out, "sglang:generation_tokens_total", "counter", stats, RankStats::generatedTokens);
        }
        lowerTiers(out, stats);
        return out.toString();
    }

    private static void help(StringBuilder out, String name, String text) {
        out.append("# HELP ").append(name).append(' ').append(text).append('\n');
    }

    /** A family whose name begins like another's. */
    private void waitingByReason(StringBuilder out, List<RankStats> stats) {
        String name = "vllm:num_requests_waiting_by_reason";
        out.append("# TYPE ").append(name).append(" gauge\n");
        for (int i = 0; i < stats.size(); i++) {
            out.append(name).append("{engine=\"").append(profile.firstRank() + i);
            out.append("\",model_name=\"").append(profile.model()).append("\",reason=\"capacity\"} ");
            out.append((double) stats.get(i).waiting()).append('\n');
        }
    }

    private void family(
            StringBuilder out, String name, String type, List<RankStats> stats, ToDoubleFunction<RankStats> value) {
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        String rankLabel = profile.engine() == Engine.VLLM ? "engine" : "dp_rank";
        for (int i = 0; i < stats.size(); i++) {
            // In the order of their names, as the Python client writes labels.
            out.append(name).append('{').append(rankLabel).append("=\"").append(profile.firstRank() + i);
            out.append("\",model_name=\"").append(profile.model()).append("\"} ");
            out.append(value.applyAsDouble(stats.get(i))).append('\n');
        }
    }

    /** What no engine tells under one name: the tiers behind its memory, in blocks. */
    private void lowerTiers(StringBuilder out, List<RankStats> stats) {
        lowerTiers(out, "sim:tier_blocks", "gauge", stats, TierUse::blocks);
        lowerTiers(out, "sim:tier_read_blocks_total", "counter", stats, TierUse::readBlocks);
        lowerTiers(out, "sim:tier_stored_blocks_total", "counter", stats, TierUse::storedBlocks);
    }

    private void lowerTiers(
            StringBuilder out, String name, String type, List<RankStats> stats, ToDoubleFunction<TierUse> value) {
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        for (int i = 0; i < stats.size(); i++) {
            for (TierUse use : stats.get(i).lowerTiers()) {
                out.append(name).append("{dp_rank=\"").append(profile.firstRank() + i);
                out.append("\",tier=\"")
                        .append(use.tier().name().toLowerCase(Locale.ROOT))
                        .append("\"} ");
                out.append(value.applyAsDouble(use)).append('\n');
            }
        }
    }

    static double usage(RankStats stats) {
        return (double) stats.usedBlocks() / stats.capacityBlocks();
    }
}
