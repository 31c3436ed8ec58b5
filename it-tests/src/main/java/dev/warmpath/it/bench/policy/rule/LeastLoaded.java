package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.scorer.hash.HashedPrompt;

/** The rank with the fewest requests in flight: on prefill ranks until the prompt is computed. */
public final class LeastLoaded extends CountingRule {

    public LeastLoaded(RouterView view) {
        super(view);
    }

    @Override
    int choosePrefill(HashedPrompt prompt) {
        return prefill.leastLoaded();
    }

    @Override
    int chooseDecode(HashedPrompt prompt) {
        return decode.leastLoaded();
    }
}
