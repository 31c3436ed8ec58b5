package dev.warmpath.router.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.decision.RecentDecision;
import java.time.Instant;
import java.util.List;

/** Decisions as {@code GET /admin/decisions} answers them and the page shows them. */
final class DecisionRows {

    private DecisionRows() {}

    /** One row each, in the order given. */
    static ArrayNode of(List<RecentDecision> decisions) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        decisions.forEach(decision -> rows.add(of(decision)));
        return rows;
    }

    private static ObjectNode of(RecentDecision decision) {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        row.put("number", decision.number());
        row.put("at", Instant.ofEpochMilli(decision.epochMillis()).toString());
        row.put("request_id", decision.requestId());
        row.put("model", decision.model());
        row.put("attempt", decision.attempt());
        row.put("tokens", decision.tokens());
        row.put(
                "unhashed",
                decision.unhashed() == null ? null : decision.unhashed().key());
        ArrayNode legs = row.putArray("legs");
        for (RecentDecision.Leg leg : decision.legs()) {
            legs.addObject()
                    .put("role", leg.role().key())
                    .put("target", leg.target().toString())
                    .put("kind", leg.kind().key())
                    .put("blocks", leg.blocks())
                    .put("overlap", leg.overlap())
                    .put("predicted_cached_tokens", leg.predictedCachedTokens());
        }
        return row;
    }
}
