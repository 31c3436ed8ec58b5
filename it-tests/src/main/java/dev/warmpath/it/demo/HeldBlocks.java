package dev.warmpath.it.demo;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimRank;
import dev.warmpath.it.sim.prompt.BadPromptException;
import dev.warmpath.scorer.hash.BlockHash;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How many leading blocks of one prompt each prefill rank truly holds, asked of the engines themselves: nothing that the
 * router learned enters here.
 *
 * @param blocks full blocks of the prompt
 * @param byTarget leading blocks held, by target as the router writes it
 */
record HeldBlocks(int blocks, Map<String, Integer> byTarget) {

    static HeldBlocks of(DemoFleet fleet, Conversation conversation) {
        int[] tokens = tokens(fleet, conversation);
        Map<String, Integer> held = new HashMap<>();
        int blocks = 0;
        for (SimEngine engine : fleet.prefill()) {
            int blockSize = engine.config().cache().blockSize();
            blocks = tokens.length / blockSize;
            for (SimRank rank : engine.ranks()) {
                String target = new Target(engine.url().toString(), rank.number()).toString();
                held.put(target, leading(tokens, blockSize, rank.truth().device()));
            }
        }
        return new HeldBlocks(blocks, held);
    }

    private static int[] tokens(DemoFleet fleet, Conversation conversation) {
        try {
            return fleet.tokenizer().chat(conversation.request());
        } catch (BadPromptException broken) {
            throw new IllegalStateException("the demo's own conversation cannot be rendered", broken);
        }
    }

    private static int leading(int[] tokens, int blockSize, Set<Long> held) {
        long hash = BlockHash.root(CacheNamespace.PLAIN);
        int count = 0;
        for (int from = 0; from + blockSize <= tokens.length; from += blockSize) {
            hash = BlockHash.next(hash, tokens, from, blockSize);
            if (!held.contains(hash)) {
                return count;
            }
            count++;
        }
        return count;
    }

    int on(String target) {
        return byTarget.getOrDefault(target, 0);
    }

    int best() {
        return byTarget.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
