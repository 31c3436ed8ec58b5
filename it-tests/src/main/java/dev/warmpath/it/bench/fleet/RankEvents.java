package dev.warmpath.it.bench.fleet;

import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.bench.index.EventBytes;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.RankIndex;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What one rank has to tell: prompts that stay, and then, over and over, the blocks of a new prompt in place of those of an
 * old one. One thread at a time.
 */
final class RankEvents {

    static final int BLOCK_SIZE = 16;

    /** Blocks of a prompt that stays: 8,192 tokens, which an engine prefills in one step. */
    static final int PROMPT_BLOCKS = 512;

    /** Blocks that a prompt in passing adds. */
    static final int STEP_BLOCKS = 32;

    /** Prompts in passing that a rank holds at a time. */
    private static final int KEPT = 16;

    /** First token of what passes: no resident prompt begins so. */
    private static final int FIRST_PASSING = 1 << 20;

    private static final long[] NOTHING = {};

    private final int number;
    private final ArrayDeque<long[]> passing = new ArrayDeque<>();
    private int steps;
    private long[] chain = NOTHING;
    private long[] removed = NOTHING;
    private int[] tokens = {};

    /** @param number of the rank; no two ranks tell of the same blocks */
    RankEvents(int number) {
        this.number = number;
    }

    /** Tokens of a prompt that stays. */
    int[] resident(int prompt) {
        int[] resident = new int[PROMPT_BLOCKS * BLOCK_SIZE];
        resident[0] = 1 + number;
        resident[1] = prompt;
        return resident;
    }

    /** Tells of a prompt that stays next. */
    void nextResident(int prompt) {
        tell(resident(prompt), NOTHING);
    }

    /** Tells of a new prompt next, and of an old one's end. */
    void nextStep() {
        int[] step = new int[STEP_BLOCKS * BLOCK_SIZE];
        step[0] = FIRST_PASSING + number;
        step[1] = steps++;
        long[] oldest = passing.size() < KEPT ? null : passing.poll();
        tell(step, oldest == null ? NOTHING : oldest);
        passing.add(chain);
    }

    private void tell(int[] next, long[] gone) {
        tokens = next;
        chain = HashedPrompt.of(next, next.length, next.length, CacheNamespace.PLAIN)
                .chain(BLOCK_SIZE);
        removed = gone;
    }

    /** That, as the engine sends it. */
    byte[] payload() {
        return EventBytes.batch(chain, 0, chain.length, tokens, BLOCK_SIZE, removed);
    }

    /** That, to a rank of the index. */
    void apply(RankIndex rank) {
        if (removed.length > 0) {
            rank.apply(new BlockRemoved(engine(removed), Tier.DEVICE, -1));
        }
        rank.apply(new BlockStored(
                engine(chain), false, 0, tokens, BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
    }

    /** How many prompts in passing were told. */
    int steps() {
        return steps;
    }

    /** The last block that was told: when it is seen, all of it is. */
    long last() {
        return chain[chain.length - 1];
    }

    private static long[] engine(long[] own) {
        return Arrays.stream(own).map(EventBytes::engineHash).toArray();
    }
}
