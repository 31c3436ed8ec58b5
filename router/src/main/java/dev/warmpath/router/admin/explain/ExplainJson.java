package dev.warmpath.router.admin.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.hints.Hints;
import dev.warmpath.scorer.choice.Explanation;
import dev.warmpath.scorer.choice.SkipVerdict;
import dev.warmpath.scorer.choice.Wish;
import org.jspecify.annotations.Nullable;

/** The answer of {@code POST /admin/explain}; field names as design section 6 has them. */
final class ExplainJson {

    private ExplainJson() {}

    static ObjectNode of(String model, Hints said, Wish wish, Explanation explanation) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("model", model);
        json.put("tokens", explanation.tokens());
        json.put(
                "blocks",
                explanation.candidates().stream()
                        .mapToInt(Explanation.Row::blocks)
                        .max()
                        .orElse(0));
        json.put("unhashed", explanation.unhashed());
        json.putObject("chosen").put("prefill", text(explanation.prefill())).put("decode", text(explanation.decode()));
        json.putObject("hints")
                .put("retention", said.retention().key())
                .put("weight_factor", wish.weightFactor())
                .put("session", said.session() != 0)
                .put("session_bonus", wish.bonus())
                .put("session_only", wish.only());
        ArrayNode rows = json.putArray("candidates");
        explanation.candidates().forEach(row -> rows.add(of(row)));
        return json;
    }

    private static ObjectNode of(Explanation.Row row) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("target", row.target().toString());
        json.put("role", row.role().key());
        json.put("group", row.group());
        json.put("blocks", row.blocks());
        json.putObject("overlap")
                .put("device", row.device())
                .put("host", row.host())
                .put("disk", row.disk());
        if (row.content() > 0) {
            json.putObject("content").put("pieces", row.content()).put("held", row.contentHeld());
        }
        json.put("credit", row.credit());
        json.put("trust", row.trust());
        json.put("stream_trust", row.streamTrust());
        json.put("feedback_trust", row.feedbackTrust());
        json.put("feedback_reason", row.feedbackReason().key());
        json.put("missed", row.missed());
        json.put("load", row.load());
        json.put("others_load", row.othersLoad());
        json.put("crowd", row.crowd());
        json.put("cost", row.cost());
        Double transfer = row.transfer();
        if (transfer != null && transfer.isInfinite()) {
            json.put("transfer", "too_far");
        } else {
            json.put("transfer", transfer);
        }
        SkipVerdict straight = row.straight();
        if (straight != null) {
            json.putObject("skip_prefill").put("verdict", straight.key()).put("lacked_tokens", row.lacked());
        }
        if (row.ineligible() == null) {
            json.put("eligible", true);
        } else {
            json.put("eligible", row.ineligible());
        }
        if (row.wished()) {
            json.put("session", true);
        }
        if (row.lastResort()) {
            json.put("last_resort", true);
        }
        return json;
    }

    private static @Nullable String text(@Nullable Target target) {
        return target == null ? null : target.toString();
    }
}
