package dev.warmpath.router.poll;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.warmpath.events.load.LoadStat;
import java.io.IOException;

/**
 * SGLang's load reports: {@code GET /v1/loads}, an object with a list {@code loads}, and the older {@code GET /get_load}, a
 * list, whose {@code num_reqs} counts the waiting ones too. Both name ranks by {@code dp_rank}. Sources: SGLang 0.5's {@code
 * v1_loads.py} and {@code http_server.py}; engines.md D.4 of the reference notes.
 */
final class LoadsAnswer {

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(32).build())
                    .build())
            .build();

    private LoadsAnswer() {}

    /** Of {@code /v1/loads}. */
    static RankTotals loads(byte[] answer) throws IOException {
        RankTotals totals = new RankTotals();
        for (JsonNode load : list(tree(answer).path("loads"), "loads is no list")) {
            int rank = rank(load);
            // Prefilled and not yet fetched: neither in the batch nor in a queue, but its KV is still here.
            JsonNode handOver = load.path("disaggregation");
            String handingOver = "prefill_inflight_queue_reqs";
            totals.running(
                    rank,
                    count(load, "num_running_reqs") + (handOver.has(handingOver) ? count(handOver, handingOver) : 0));
            totals.waiting(rank, count(load, "num_waiting_reqs"));
            JsonNode usage = load.path("token_usage");
            if (usage.isNumber()) {
                totals.usage(rank, usage.doubleValue());
            }
        }
        return totals;
    }

    /** Of {@code /get_load}. */
    static RankTotals getLoad(byte[] answer) throws IOException {
        RankTotals totals = new RankTotals();
        for (JsonNode load : list(tree(answer), "the answer is no list")) {
            int rank = rank(load);
            long waiting = count(load, "num_waiting_reqs");
            totals.running(rank, Math.max(0, count(load, "num_reqs") - waiting));
            totals.waiting(rank, waiting);
        }
        return totals;
    }

    /** An answer as JSON. */
    static JsonNode tree(byte[] answer) throws IOException {
        try {
            JsonNode root = JSON.readTree(answer);
            if (root != null) {
                return root;
            }
        } catch (JsonProcessingException notJson) {
            throw new Unreadable("the answer is no JSON");
        }
        throw new Unreadable("the answer is empty");
    }

    private static JsonNode list(JsonNode node, String otherwise) throws IOException {
        if (!node.isArray()) {
            throw new Unreadable(otherwise);
        }
        return node;
    }

    /** Engines without data parallelism may leave it out. */
    private static int rank(JsonNode load) throws IOException {
        JsonNode rank = load.path("dp_rank");
        if (rank.isMissingNode() || rank.isNull()) {
            return 0;
        }
        if (!rank.isIntegralNumber() || !rank.canConvertToInt()) {
            throw new Unreadable("dp_rank is no rank");
        }
        return rank.intValue();
    }

    private static long count(JsonNode in, String key) throws IOException {
        JsonNode value = in.path(key);
        if (!value.isIntegralNumber() || value.longValue() < 0 || value.longValue() > LoadStat.MOST) {
            throw new Unreadable(key + " is no count");
        }
        return value.longValue();
    }
}
