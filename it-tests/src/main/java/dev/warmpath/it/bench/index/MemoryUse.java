package dev.warmpath.it.bench.index;

import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How much heap an index takes per (block, rank) membership: what is in use after a collection, with it less without it. */
final class MemoryUse {

    private static final int RANKS = 64;

    private MemoryUse() {}

    /**
     * Fills an index and weighs it.
     *
     * @param memberships how many (block, rank) pairs, about
     * @param sharing ranks that hold each block
     */
    static double bytesPerMembership(int memberships, int sharing) {
        long before = used();
        PrefixIndex index = new PrefixIndex(IndexLoad.unbounded(), Duration.ofSeconds(2));
        List<RankIndex> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(index.addRank(new Target("http://10.0.0.1:30000", rank), IndexCorpus.BLOCK_SIZE));
        }
        try {
            int prompts = Math.max(1, memberships / sharing / IndexLoad.PROMPT_BLOCKS);
            for (int prompt = 0; prompt < prompts; prompt++) {
                BlockStored stored = prompt(prompt);
                for (int holder = 0; holder < sharing; holder++) {
                    ranks.get((prompt + holder * (RANKS / sharing)) % RANKS).apply(stored);
                }
            }
            return (double) (used() - before) / index.memberships();
        } finally {
            Reference.reachabilityFence(ranks);
        }
    }

    private static BlockStored prompt(int number) {
        int[] tokens = new int[IndexLoad.PROMPT_BLOCKS * IndexCorpus.BLOCK_SIZE];
        tokens[0] = number;
        long[] engine = new long[IndexLoad.PROMPT_BLOCKS];
        for (int i = 0; i < engine.length; i++) {
            engine[i] = EventBytes.engineHash((long) number * engine.length + i);
        }
        return new BlockStored(
                engine, false, 0, tokens, IndexCorpus.BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null);
    }

    private static long used() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
