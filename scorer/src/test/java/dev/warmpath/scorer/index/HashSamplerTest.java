package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.scorer.Allocation;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashSamplerTest {

    private static final long SEED = 20_261_130;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static Map<Long, Long> pairs(HashSample sample) {
        Map<Long, Long> pairs = new HashMap<>();
        for (int i = 0; i < sample.size(); i++) {
            pairs.put(sample.own(i), sample.engine(i));
        }
        assertThat(pairs).hasSize(sample.size());
        return pairs;
    }

    @Test
    void fewBlocksAreAllKept() {
        HashSampler sampler = new HashSampler();
        for (int i = 0; i < HashSampler.MOST; i++) {
            sampler.add(random.nextLong(), i);
        }
        assertThat(sampler.sample().size()).isEqualTo(HashSampler.MOST);
    }

    @Test
    void latestWordHolds() {
        HashSampler sampler = new HashSampler();
        sampler.add(7, 1);
        sampler.add(7, 2);
        assertThat(pairs(sampler.sample())).isEqualTo(Map.of(7L, 2L));
    }

    /** However many come: the sample is bounded, and two ranks with few blocks in common can still be compared. */
    @Test
    void samplesOfLargeCachesMeet() {
        HashSampler one = new HashSampler();
        HashSampler two = new HashSampler();
        for (int i = 0; i < 20_000; i++) {
            long common = random.nextLong();
            one.add(common, common + 1);
            two.add(common, common + 2);
        }
        for (int i = 0; i < 200_000; i++) {
            one.add(random.nextLong(), 0);
            two.add(random.nextLong(), 0);
        }
        Map<Long, Long> both = pairs(one.sample());
        assertThat(both).hasSizeBetween(HashSampler.MOST / 4, HashSampler.MOST);
        both.keySet().retainAll(pairs(two.sample()).keySet());

        assertThat(both).as("seed %d", SEED).isNotEmpty();
        both.forEach((own, engine) -> assertThat(engine).isEqualTo(own + 1));
    }

    @Test
    void samplingAllocatesNothingOnceThereAreManyBlocks() {
        HashSampler sampler = new HashSampler();
        for (int i = 0; i < 1_000_000; i++) {
            sampler.add(random.nextLong(), i);
        }
        long odd = random.nextLong() | 1;
        assertThat(Allocation.perRound(() -> sampler.add(odd, 1))).isZero();
    }

    @Test
    void ranksThatAnnounceTheSameTokensHaveTheSameOwnHashes() {
        PrefixIndex index = Events.index();
        RankIndex first = index.addRank(target(0), BLOCK_SIZE);
        RankIndex second = index.addRank(target(1), BLOCK_SIZE);
        first.apply(stored(hashes(1, 4), tokens(1, 16)).event());
        second.apply(stored(hashes(101, 104), tokens(1, 16)).event());

        assertThat(pairs(first.hashSample()).keySet())
                .isEqualTo(pairs(second.hashSample()).keySet())
                .hasSize(4);
        assertThat(pairs(second.hashSample()).values()).containsExactlyInAnyOrder(101L, 102L, 103L, 104L);

        first.drop();
        assertThat(first.hashSample().size()).isZero();
    }
}
