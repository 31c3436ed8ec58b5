package dev.warmpath.it.bench.choose;

import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Prompts of one length, hashed: eight at a time begin with the same half, as the turns of a conversation or the users of
 * a system prompt do, and end each in its own way.
 */
final class PromptSet {

    static final int BLOCK_SIZE = 16;

    private static final int SIBLINGS = 8;

    /** Of all prompts together: enough that they do not stay in the processor's caches. */
    private static final int TOKENS_IN_ALL = 1 << 24;

    private final int tokens;
    private final List<int[]> halves = new ArrayList<>();
    private final List<HashedPrompt> prompts = new ArrayList<>();

    PromptSet(int tokens, SplittableRandom random) {
        this(tokens, TOKENS_IN_ALL / tokens, random);
    }

    PromptSet(int tokens, int count, SplittableRandom random) {
        this.tokens = tokens;
        for (int i = 0; i < count; i++) {
            if (i % SIBLINGS == 0) {
                halves.add(random.ints(tokens / 2).toArray());
            }
            int[] whole = random.ints(tokens).toArray();
            System.arraycopy(halves.get(i / SIBLINGS), 0, whole, 0, tokens / 2);
            HashedPrompt prompt = HashedPrompt.of(whole, tokens, tokens, CacheNamespace.PLAIN);
            prompt.chain(BLOCK_SIZE);
            prompts.add(prompt);
        }
    }

    int tokens() {
        return tokens;
    }

    int size() {
        return prompts.size();
    }

    HashedPrompt get(int number) {
        return prompts.get(number % prompts.size());
    }

    /** Each shared half is announced by one of these. */
    void announce(List<Candidate> ranks, SplittableRandom random) {
        for (int[] half : halves) {
            long[] hashes = random.longs(half.length / BLOCK_SIZE).toArray();
            ranks.get(random.nextInt(ranks.size()))
                    .index()
                    .apply(new BlockStored(
                            hashes, false, 0, half, BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
        }
    }
}
