package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.scorer.hash.HashedPrompt;

/**
 * The first blocks of a prompt name its rank on a {@link HashRing}. How many is a guess that every user of such a rule has
 * to make: too few, and a common system prompt sends everybody to one rank; too many, and what differs late is torn apart.
 * Here it is {@value #KEY_TOKENS} tokens, two blocks of a public trace, of which the first may be a system prompt. Shorter
 * prompts go by all the full blocks that they have, and those without any to the least loaded rank.
 */
public final class ConsistentHash extends CountingRule {

    static final int KEY_TOKENS = 1024;

    private final HashRing prefillRing;
    private final HashRing decodeRing;

    public ConsistentHash(RouterView view, long seed) {
        super(view);
        this.prefillRing = new HashRing(prefill.ranks(), seed);
        this.decodeRing = new HashRing(decode.ranks(), seed);
    }

    @Override
    int choosePrefill(HashedPrompt prompt) {
        return choose(prompt, prefillRing, prefill);
    }

    @Override
    int chooseDecode(HashedPrompt prompt) {
        return choose(prompt, decodeRing, decode);
    }

    private int choose(HashedPrompt prompt, HashRing ring, SideLoad load) {
        long[] chain = prompt.chain(blockSize);
        int length = Math.min(chain.length, KEY_TOKENS / blockSize);
        return length == 0 ? load.leastLoaded() : ring.rank(chain[length - 1], load);
    }
}
