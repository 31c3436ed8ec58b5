package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.scorer.hash.HashedPrompt;

/** Each rank in turn, each side with a turn of its own. */
public final class RoundRobin extends CountingRule {

    private int nextPrefill;
    private int nextDecode;

    public RoundRobin(RouterView view) {
        super(view);
    }

    @Override
    int choosePrefill(HashedPrompt prompt) {
        return nextPrefill++ % prefill.ranks();
    }

    @Override
    int chooseDecode(HashedPrompt prompt) {
        return nextDecode++ % decode.ranks();
    }
}
