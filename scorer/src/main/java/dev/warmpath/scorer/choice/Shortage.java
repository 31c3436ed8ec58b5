package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.scoring.TransferSettings.Label;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells, when nobody can serve a request, which role is missing and what keeps those that exist from serving. */
final class Shortage {

    /** An earlier attempt of the same request failed on it. */
    static final String TRIED = "already tried";

    /** Its session goes to another target. */
    static final String NOT_WISHED = "not the session's";

    /** A mixed target cannot be weighed; there is no fall-back to another role's weight. */
    static final String NO_MIXED_WEIGHT = "without scoring.mixed.overlap_weight";

    private final ScoreSheet sheet;
    private final List<Pairing> pairings;
    private final @Nullable Label required;
    private final Map<String, Integer> reasons = new LinkedHashMap<>();

    /** @param required the label without which a pair is not made, or null */
    Shortage(ScoreSheet sheet, List<Pairing> pairings, @Nullable Label required) {
        this.sheet = sheet;
        this.pairings = pairings;
        this.required = required;
    }

    /**
     * The prefill role is missing where no group has any; else the decode role, in the groups that have a prefill target.
     * The mixed role is named only where nothing but mixed workers could serve.
     */
    Choice.NoTarget tell() {
        boolean pairs = false;
        boolean prefill = false;
        for (int i = 0; i < pairings.size(); i++) {
            if (pairings.get(i).protocol() != Protocol.NONE) {
                pairs = true;
                prefill |= anyEligible(sheet.prefillStart(i), sheet.decodeStart(i));
            }
        }
        for (int i = 0; i < pairings.size(); i++) {
            boolean mixed = pairings.get(i).protocol() == Protocol.NONE;
            if (mixed == pairs) {
                continue;
            }
            if (!prefill) {
                count(sheet.prefillStart(i), sheet.decodeStart(i));
            } else if (anyEligible(sheet.prefillStart(i), sheet.decodeStart(i))) {
                count(sheet.decodeStart(i), sheet.end(i));
            }
        }
        Role missing = prefill ? Role.DECODE : pairs || pairings.isEmpty() ? Role.PREFILL : Role.MIXED;
        return new Choice.NoTarget(missing, summary());
    }

    private boolean anyEligible(int from, int to) {
        for (int i = from; i < to; i++) {
            if (sheet.get(i).eligible()) {
                return true;
            }
        }
        return false;
    }

    private void count(int from, int to) {
        for (int i = from; i < to; i++) {
            String reason = sheet.get(i).ineligible;
            if (reason != null) {
                reasons.merge(reason, 1, Integer::sum);
            } else if (required != null) {
                reasons.merge("not on the same " + required.key() + " as a prefill target", 1, Integer::sum);
            }
        }
    }

    private String summary() {
        if (reasons.isEmpty()) {
            return "no worker";
        }
        List<String> parts = new ArrayList<>();
        reasons.forEach((reason, count) -> parts.add(count + " " + reason));
        return String.join(", ", parts);
    }
}
