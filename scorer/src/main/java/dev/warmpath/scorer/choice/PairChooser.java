package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.ScoringSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Chooses and books, in one atomic step. Safe from any thread; callers wait for each other, microseconds each. */
public final class PairChooser {

    private volatile OverlapWeights weights;

    /** @param nanoClock monotonic, as {@link System#nanoTime} */
    public PairChooser(PrefixIndex index, ScoringSettings settings, LongSupplier nanoClock) {
        this.weights = new OverlapWeights(
                settings.prefillOverlapWeight(), settings.decodeOverlapWeight(), settings.mixedOverlapWeight());
    }

    public OverlapWeights weights() {
        return weights;
    }

    /** Holds from the next choice on. */
    public void setWeights(OverlapWeights weights) {
        this.weights = weights;
    }

    /**
     * Finds the cheapest pair over all pairings and books it.
     *
     * @param excluded targets that an earlier attempt of this request failed on
     */
    public Choice choose(HashedPrompt prompt, List<Pairing> pairings, Set<Target> excluded) {
        throw new UnsupportedOperationException("not yet");
    }

    /** What {@link #choose} would do now; books nothing. */
    public Explanation explain(HashedPrompt prompt, List<Pairing> pairings) {
        throw new UnsupportedOperationException("not yet");
    }
}
