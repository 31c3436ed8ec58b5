package dev.warmpath.scorer.choice;

import org.jspecify.annotations.Nullable;

/**
 * The best of a run of scores: the lowest cost, and among those that tie with it the fewest requests in flight, then the
 * least recently chosen. In two passes, the lowest cost first: "ties with" is not transitive, and one pass that keeps a
 * best so far could drift away from the lowest by one tie width per step. Reused; guarded by the ledger's lock.
 */
final class SideSearch {

    /** How many may be chosen. */
    int eligible;

    /** How many of them tie for the lowest cost. */
    int tied;

    /** The lowest cost. */
    double lowest;

    /** The winner; null when none may be chosen. */
    @Nullable
    Score best;

    void run(ScoreSheet sheet, int from, int to) {
        eligible = 0;
        tied = 0;
        best = null;
        lowest = Double.POSITIVE_INFINITY;
        for (int i = from; i < to; i++) {
            Score score = sheet.get(i);
            if (score.eligible()) {
                eligible++;
                lowest = Math.min(lowest, score.cost);
            }
        }
        double limit = CostLaw.tieLimit(lowest);
        for (int i = from; i < to; i++) {
            Score score = sheet.get(i);
            if (score.eligible() && score.cost <= limit) {
                tied++;
                if (best == null || TieOrder.before(score, null, best, null)) {
                    best = score;
                }
            }
        }
    }
}
