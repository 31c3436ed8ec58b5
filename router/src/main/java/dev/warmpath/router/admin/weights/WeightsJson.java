package dev.warmpath.router.admin.weights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code {"prefill":{"overlap_weight":20.0},"decode":{"overlap_weight":2.0}}}, and {@code mixed} where it is set. */
final class WeightsJson {

    private static final String WEIGHT = "overlap_weight";
    /** What a client sent comes back in an error no longer than this. */
    private static final int LONGEST_ECHO = 64;

    private static final Set<String> ROLES = Set.of("prefill", "decode", "mixed");

    private WeightsJson() {}

    static ObjectNode of(OverlapWeights weights) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("prefill").put(WEIGHT, weights.prefill());
        json.putObject("decode").put(WEIGHT, weights.decode());
        if (weights.mixed() != null) {
            json.putObject("mixed").put(WEIGHT, weights.mixed());
        }
        return json;
    }

    /** A role that is left out keeps its weight; anything wrong refuses the whole change. */
    static OverlapWeights read(JsonBody body, OverlapWeights before) throws BadRequest {
        for (String key : body.keys()) {
            if (!ROLES.contains(key)) {
                throw refuse(key, "is not a role; roles are prefill, decode, mixed");
            }
        }
        Double prefill = weight(body, "prefill");
        Double decode = weight(body, "decode");
        Double mixed = weight(body, "mixed");
        return new OverlapWeights(
                prefill == null ? before.prefill() : prefill,
                decode == null ? before.decode() : decode,
                mixed == null ? before.mixed() : mixed);
    }

    private static @Nullable Double weight(JsonBody body, String role) throws BadRequest {
        JsonNode part = body.get(role);
        if (part == null) {
            return null;
        }
        for (Iterator<String> names = part.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals(WEIGHT)) {
                throw refuse(role + "." + name, "is not known; the one key is " + WEIGHT);
            }
        }
        JsonNode value = part.get(WEIGHT);
        if (value == null || !value.isNumber() || !OverlapWeights.valid(value.doubleValue())) {
            throw refuse(role + "." + WEIGHT, "must be a number from 0 to 1000000");
        }
        return value.doubleValue();
    }

    private static BadRequest refuse(String path, String what) {
        String where = path.length() <= LONGEST_ECHO ? path : path.substring(0, LONGEST_ECHO) + "...";
        return new BadRequest(400, "bad_weights", where, where + " " + what + ". Nothing was changed.");
    }
}
