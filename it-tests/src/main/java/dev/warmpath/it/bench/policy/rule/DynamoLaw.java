package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.Matches;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.util.List;

/**
 * The default law of NVIDIA Dynamo's KV router for a PD fleet, at temperature 0: prefill by
 * {@code (queued tokens + prompt tokens) / block size - cached blocks}, never below 0, which is work that waits plus work
 * that this request brings; decode by the KV blocks of running requests, shared ones counted for each. It hears the same
 * events after the same delay as the router's own law. Ties go to the least recently chosen, where Dynamo draws lots.
 */
public final class DynamoLaw extends CountingRule {

    private final PrefixIndex index;
    private final List<RankIndex> ranks;
    private final Matches matches = new Matches();

    public DynamoLaw(RouterView view) {
        super(view);
        this.index = view.index();
        this.ranks = view.prefill();
    }

    @Override
    int choosePrefill(HashedPrompt prompt) {
        long[] chain = prompt.chain(blockSize);
        index.match(chain, chain.length, matches);
        return prefill.cheapest(rank -> true, rank -> cost(prompt, rank));
    }

    private double cost(HashedPrompt prompt, int rank) {
        double raw = (double) (prefill.tokens(rank) + prompt.tokens()) / blockSize;
        return Math.max(0, raw - overlap(rank));
    }

    @Override
    int chooseDecode(HashedPrompt prompt) {
        return decode.cheapest(rank -> true, decode::blocks);
    }

    @Override
    int uncached(HashedPrompt prompt, int rank) {
        return Math.max(0, prompt.tokens() - overlap(rank) * blockSize);
    }

    private int overlap(int rank) {
        return matches.blocks(ranks.get(rank).slot());
    }
}
