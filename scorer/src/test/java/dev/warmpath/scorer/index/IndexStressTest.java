package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.removed;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several stream threads, each with its ranks, against readers: a rank only ever stores prompts of its own family, so a
 * match of any other family is a foreign bit; the family of rank 0 is stored once and must always match in full. One more
 * thread takes ranks out and in, so that slots change hands.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IndexStressTest {

    private static final int FAMILIES = 5;
    private static final int BLOCKS = 24;
    private static final int ROUNDS = 6_000;

    private final PrefixIndex index = Events.index();
    private final AtomicReference<@Nullable String> seen = new AtomicReference<>();
    private final AtomicInteger writersLeft = new AtomicInteger();

    private static int[] prompt(int family, int variant) {
        int[] tokens = new int[BLOCKS * BLOCK_SIZE];
        Arrays.fill(tokens, variant);
        tokens[0] = 1_000 + family;
        return tokens;
    }

    private static long[] chain(int family, int variant) {
        int[] tokens = prompt(family, variant);
        return HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN)
                .chain(BLOCK_SIZE);
    }

    /** Stores and removes whole prompts, halves of them, and everything, in all tiers. */
    private void churn(RankIndex rank, int family, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < ROUNDS && seen.get() == null; i++) {
            int variant = random.nextInt(6);
            int base = 1 + variant * BLOCKS;
            Tier tier = List.of(Tier.values()).get(random.nextInt(3));
            int dice = random.nextInt(100);
            if (dice < 50) {
                rank.apply(stored(hashes(base, base + BLOCKS - 1), prompt(family, variant))
                        .in(tier)
                        .event());
            } else if (dice < 98) {
                int from = random.nextInt(BLOCKS);
                rank.apply(removed(hashes(base + from, base + BLOCKS - 1), tier));
            } else {
                rank.apply(new AllBlocksCleared());
            }
        }
        writersLeft.decrementAndGet();
    }

    /** A rank of the last family that lives for a moment, in whatever slot is free. */
    private void replaceRanks() {
        for (int i = 0; i < ROUNDS / 4 && seen.get() == null; i++) {
            RankIndex rank = index.addRank(target(100 + i), BLOCK_SIZE);
            int[] tokens = prompt(FAMILIES - 1, i % 6);
            rank.apply(stored(hashes(1, BLOCKS), tokens).event());
            long ticket = index.expect(rank, chain(FAMILIES - 1, 7), 0, BLOCKS, false);
            if (i % 2 == 0) {
                index.withdraw(ticket);
            }
            index.removeRank(rank);
        }
        writersLeft.decrementAndGet();
    }

    private void look(RankIndex stable, List<RankIndex> churning, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] chains = new long[FAMILIES * 8][];
        for (int i = 0; i < chains.length; i++) {
            chains[i] = chain(i / 8, i % 8);
        }
        long[] stableChain = chain(0, 0);
        Matches matches = new Matches();
        while (writersLeft.get() > 0 && seen.get() == null) {
            index.match(stableChain, BLOCKS, matches);
            if (matches.blocks(stable.slot(), Tier.DEVICE) != BLOCKS) {
                seen.compareAndSet(null, "stable prompt lost: " + matches.blocks(stable.slot()));
            }
            int family = random.nextInt(FAMILIES);
            index.match(chains[8 * family + random.nextInt(8)], BLOCKS, matches);
            for (int i = 0; i < churning.size(); i++) {
                if (i + 1 != family && matches.blocks(churning.get(i).slot()) != 0) {
                    seen.compareAndSet(null, "rank of family " + (i + 1) + " credited with family " + family);
                }
            }
        }
    }

    @Test
    void matchesAreNeverForeignAndStablePromptsAlwaysMatch() throws InterruptedException {
        RankIndex stable = index.addRank(target(0), BLOCK_SIZE);
        List<RankIndex> churning = new ArrayList<>();
        for (int family = 1; family < FAMILIES - 1; family++) {
            churning.add(index.addRank(target(family), BLOCK_SIZE));
        }
        long empty = index.bytes();
        stable.apply(stored(hashes(1, BLOCKS), prompt(0, 0)).event());

        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < churning.size(); i++) {
            RankIndex rank = churning.get(i);
            int family = i + 1;
            threads.add(new Thread(() -> churn(rank, family, family)));
        }
        threads.add(new Thread(this::replaceRanks));
        writersLeft.set(threads.size());
        threads.add(new Thread(() -> look(stable, churning, 1)));
        threads.add(new Thread(() -> look(stable, churning, 2)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(seen.get()).isNull();
        churning.forEach(RankIndex::drop);
        assertThat(index.memberships()).isEqualTo(BLOCKS);
        // A table that still holds a block may be larger than it would have to be, so all of them go.
        stable.drop();
        index.expire(Events.TTL.toNanos() + ROUNDS);
        assertThat(index.bytes()).isEqualTo(empty);
    }
}
