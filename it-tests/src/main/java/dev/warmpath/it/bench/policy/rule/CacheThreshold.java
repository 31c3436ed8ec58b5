package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.scorer.hash.HashedPrompt;

/**
 * smg's (and vllm-router's) {@code cache_aware} over HTTP with its defaults, each side by itself: while the ranks are in
 * balance, the rank that was sent the longest part of this prompt before, if that is more than {@value #THRESHOLD} of it,
 * else the least loaded one. Out of balance, which means that the most requests in flight are {@value #ABSOLUTE} more and
 * {@value #RELATIVE} times as many as the fewest, the least loaded one whatever was sent where.
 *
 * <p>It knows no events there, so what it goes by is its own history; blocks instead of characters, and without its bound
 * of 67 million characters, which would not be reached here.
 */
public final class CacheThreshold extends CountingRule {

    private static final double THRESHOLD = 0.3;
    private static final int ABSOLUTE = 64;
    private static final double RELATIVE = 1.5;

    private final RoutedPrefixes prefillHistory = new RoutedPrefixes();
    private final RoutedPrefixes decodeHistory = new RoutedPrefixes();

    public CacheThreshold(RouterView view) {
        super(view);
    }

    @Override
    int choosePrefill(HashedPrompt prompt) {
        return choose(prompt.chain(blockSize), prefill, prefillHistory);
    }

    @Override
    int chooseDecode(HashedPrompt prompt) {
        return choose(prompt.chain(blockSize), decode, decodeHistory);
    }

    private static int choose(long[] chain, SideLoad load, RoutedPrefixes history) {
        int rank = imbalanced(load) ? load.leastLoaded() : warmest(chain, load, history);
        history.sent(chain, rank);
        return rank;
    }

    private static boolean imbalanced(SideLoad load) {
        int most = load.mostRequests();
        int fewest = load.fewestRequests();
        return most - fewest > ABSOLUTE && most > RELATIVE * fewest;
    }

    private static int warmest(long[] chain, SideLoad load, RoutedPrefixes history) {
        int[] matched = history.matches(chain, load.ranks());
        int longest = 0;
        for (int match : matched) {
            longest = Math.max(longest, match);
        }
        if (longest <= THRESHOLD * chain.length) {
            return load.leastLoaded();
        }
        int sought = longest;
        return load.cheapest(rank -> matched[rank] == sought, load::requests);
    }
}
