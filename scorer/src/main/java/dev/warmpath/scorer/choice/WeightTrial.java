package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.choice.ChoiceTally.RoleTally;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often an overlap weight decides: would the leg have gone to another target if its role's weight were 0? A
 * weight that never does is as good as none, and nothing else shows it: requests are served and every light is green.
 *
 * <p>One leg at a time, over all pairings, against the load and the tie order alone. For pairs that compete across groups
 * this leaves the other leg's cost out; good enough to tell "never" from "now and then". Two walks over lines that have
 * just been scored, nothing allocated: {@code ChooseBenchmark} guards the cost. Written under the ledger's lock, read by
 * any thread.
 */
final class WeightTrial {

    private static final int HASHED = 0;
    private static final int TOO_SHORT = 1;
    /** From here on two counts per role: contested, swayed. */
    private static final int ROLES = 2;

    private final AtomicLongArray counts = new AtomicLongArray(ROLES + 2 * Role.values().length);

    /** Takes one choice whose prompt had hashes. */
    void look(ScoreSheet sheet, List<Pairing> pairings, PairSearch.Way way) {
        add(HASHED);
        if (way.first().blocks == 0) {
            add(TOO_SHORT);
            return;
        }
        look(sheet, pairings, way.first(), true);
        Score second = way.second();
        if (second != null) {
            look(sheet, pairings, second, false);
        }
    }

    private void look(ScoreSheet sheet, List<Pairing> pairings, Score chosen, boolean first) {
        Role role = chosen.candidate().role();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        double lightest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < pairings.size(); i++) {
            for (int line = start(sheet, i, first); line < end(sheet, i, first); line++) {
                Score score = sheet.get(line);
                if (competes(score, role)) {
                    least = Math.min(least, score.missed);
                    most = Math.max(most, score.missed);
                    lightest = Math.min(lightest, score.load);
                }
            }
        }
        if (most <= CostLaw.tieLimit(least)) {
            return;
        }
        add(place(role));
        double limit = CostLaw.tieLimit(lightest);
        Score without = null;
        for (int i = 0; i < pairings.size(); i++) {
            for (int line = start(sheet, i, first); line < end(sheet, i, first); line++) {
                Score score = sheet.get(line);
                if (competes(score, role)
                        && score.load <= limit
                        && (without == null || TieOrder.before(score, null, without, null))) {
                    without = score;
                }
            }
        }
        if (differs(without, chosen)) {
            add(place(role) + 1);
        }
    }

    /** A worker of several pairings has a line in each. */
    private static boolean differs(@Nullable Score without, Score chosen) {
        return without != null && without.candidate() != chosen.candidate();
    }

    private static boolean competes(Score score, Role role) {
        return score.eligible() && score.candidate().role() == role;
    }

    private static int start(ScoreSheet sheet, int pairing, boolean first) {
        return first ? sheet.prefillStart(pairing) : sheet.decodeStart(pairing);
    }

    private static int end(ScoreSheet sheet, int pairing, boolean first) {
        return first ? sheet.decodeStart(pairing) : sheet.end(pairing);
    }

    private static int place(Role role) {
        return switch (role) {
            case PREFILL -> ROLES;
            case DECODE -> ROLES + 2;
            case MIXED -> ROLES + 4;
        };
    }

    private void add(int count) {
        counts.setOpaque(count, counts.getPlain(count) + 1);
    }

    /** What was counted so far. Any thread. */
    ChoiceTally tally() {
        return new ChoiceTally(
                counts.getOpaque(HASHED),
                counts.getOpaque(TOO_SHORT),
                tally(Role.PREFILL),
                tally(Role.DECODE),
                tally(Role.MIXED));
    }

    private RoleTally tally(Role role) {
        return new RoleTally(counts.getOpaque(place(role)), counts.getOpaque(place(role) + 1));
    }
}
