package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a hand-off is not worth it: a decode target that computes what little it lacks of a prompt saves a prefill leg and
 * the move of all its KV.
 *
 * <p>What it lacks is counted from what its events announced, times how far they are believed; blocks that are only
 * expected or learned are no ground to make running answers wait. The last token always has to be computed.
 */
final class SkipLaw {

    private final SkipPrefillSettings settings;

    SkipLaw(SkipPrefillSettings settings) {
        this.settings = settings;
    }

    /** The cheapest decode target that may take the request alone; null where none may. */
    PairSearch.@Nullable Way way(HashedPrompt prompt, ScoreSheet sheet, List<Pairing> pairings) {
        if (!settings.enabled() || prompt.unhashedReason() != null || !prompt.whole()) {
            return null;
        }
        Pairing where = null;
        Score best = null;
        int choices = 0;
        boolean tied = false;
        for (int i = 0; i < pairings.size(); i++) {
            Pairing pairing = pairings.get(i);
            for (int line = sheet.decodeStart(i); line < sheet.end(i); line++) {
                Score score = sheet.get(line);
                if (!score.eligible() || judge(prompt, pairing.protocol(), score) != SkipVerdict.STRAIGHT) {
                    continue;
                }
                choices++;
                boolean equal = best != null
                        && Math.max(best.cost, score.cost) <= CostLaw.tieLimit(Math.min(best.cost, score.cost));
                boolean wins =
                        best == null || (equal ? TieOrder.before(score, null, best, null) : score.cost < best.cost);
                tied = equal || (tied && !wins);
                if (wins) {
                    best = score;
                    where = pairing;
                }
            }
        }
        return best == null || where == null
                ? null
                : new PairSearch.Way(where, best, null, best.cost, choices, 0, tied, false);
    }

    /** For an explanation: null where the question does not arise. */
    @Nullable
    SkipVerdict verdict(HashedPrompt prompt, Pairing pairing, Score score) {
        boolean asked = settings.enabled() && prompt.unhashedReason() == null && prompt.whole();
        return asked ? judge(prompt, pairing.protocol(), score) : null;
    }

    private SkipVerdict judge(HashedPrompt prompt, Protocol protocol, Score score) {
        if (!protocol.decodesAlone()) {
            return SkipVerdict.CANNOT_PREFILL;
        }
        int lacked = lacked(prompt, score);
        if (lacked > settings.maxTokens()) {
            return SkipVerdict.TOO_MANY_TOKENS;
        }
        if (lacked > settings.maxShare() * prompt.tokens()) {
            return SkipVerdict.TOO_LARGE_SHARE;
        }
        return score.requests > settings.maxRequests() ? SkipVerdict.TOO_BUSY : SkipVerdict.STRAIGHT;
    }

    /** Tokens of the prompt that a target is not known to hold; at least 1 for a prompt that has any. */
    static int lacked(HashedPrompt prompt, Score score) {
        int held = (int) (score.trust * score.announced * score.blockSize);
        return prompt.tokens() - Math.min(held, Math.max(0, prompt.tokens() - 1));
    }
}
