package dev.warmpath.it.sim.cache;

import static dev.warmpath.it.sim.cache.Chains.BLOCK;
import static dev.warmpath.it.sim.cache.Chains.blocks;
import static dev.warmpath.it.sim.cache.Chains.run;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.List;
import org.junit.jupiter.api.Test;

/** vLLM's pool: order of eviction, sharing, duplicates. */
class BlockPoolTest {

    private final KvCache pool = pool(8);

    private static KvCache pool(int blocks) {
        return KvCache.of(
                Engine.VLLM, CacheOptions.defaults().withBlockSize(BLOCK).withBlocks(blocks));
    }

    /** A request that computes its prompt and ends. */
    private int serve(TokenChain chain) {
        Holding holding = requireNonNull(pool.admit(chain));
        pool.cover(holding, chain.length());
        pool.release(holding, chain.length());
        return holding.cachedTokens();
    }

    private List<Digest> removals() {
        return pool.drain().stream()
                .filter(CacheChange.Removed.class::isInstance)
                .flatMap(change -> ((CacheChange.Removed) change).digests().stream())
                .toList();
    }

    @Test
    void lastTokenIsNeverTakenFromTheCache() {
        for (int tokens : new int[] {3, 4, 5, 8, 9}) {
            KvCache fresh = pool(8);
            for (int expected : new int[] {0, (tokens - 1) / BLOCK * BLOCK}) {
                TokenChain chain = run(1, tokens);
                Holding holding = requireNonNull(fresh.admit(chain));
                fresh.cover(holding, tokens);
                fresh.release(holding, tokens);
                assertThat(holding.cachedTokens()).as("%d tokens", tokens).isEqualTo(expected);
            }
        }
    }

    @Test
    void onlyFullBlocksAreCached() {
        TokenChain chain = run(1, 11);

        serve(chain);

        assertThat(pool.truth().device()).isEqualTo(blocks(chain, 2));
    }

    @Test
    void longestUnusedGoesFirstAndOfOnePromptTheTail() {
        TokenChain old = run(1, 16);
        TokenChain recent = run(101, 16);
        serve(old);
        serve(recent);
        pool.drain();

        serve(run(201, 12));

        assertThat(removals())
                .containsExactly(
                        old.block(3).digest(),
                        old.block(2).digest(),
                        old.block(1).digest());
    }

    @Test
    void blocksInUseAreNotEvicted() {
        TokenChain held = run(1, 16);
        Holding holding = requireNonNull(pool.admit(held));
        pool.cover(holding, 16);

        assertThat(pool.admit(run(101, 20))).isNull();
        serve(run(201, 16));
        serve(run(301, 16));

        assertThat(pool.truth().device()).containsAll(blocks(held, 4));
        assertThat(pool.inUse()).isEqualTo(4);
    }

    @Test
    void promptIsSharedWhileItIsBeingComputed() {
        Holding first = requireNonNull(pool.admit(run(1, 16)));
        pool.cover(first, 8);

        Holding second = requireNonNull(pool.admit(run(1, 16)));

        assertThat(second.cachedTokens()).isEqualTo(8);
        assertThat(pool.inUse()).isEqualTo(4 + 2);
    }

    @Test
    void blockThatIsComputedTwiceIsAnnouncedTwiceAndRemovedTwice() {
        TokenChain chain = run(1, 8);
        serve(chain);
        serve(run(1, 8));
        assertThat(pool.drain())
                .extracting(
                        change -> ((CacheChange.Stored) change).blocks().get(0).digest())
                .containsExactly(chain.block(0).digest(), chain.block(1).digest());
        assertThat(pool.truth().device()).isEqualTo(blocks(chain, 2));

        serve(run(101, 32));

        assertThat(removals())
                .containsExactlyInAnyOrder(
                        chain.block(0).digest(),
                        chain.block(1).digest(),
                        chain.block(1).digest());
    }

    /** Who listens to the events takes the first removal for the last, and does not know the parent of what follows. */
    @Test
    void removalOfOneOfTwoCopiesLeavesTheOtherAndItsNewChildrenInDoubtUntilAnnouncedAgain() {
        TokenChain chain = run(1, 12);
        serve(run(1, 8));
        serve(run(1, 8));
        assertThat(pool.truth().doubtful()).isEmpty();

        serve(run(101, 24));
        assertThat(pool.truth().device()).contains(chain.block(1).own());
        assertThat(pool.truth().doubtful()).containsExactly(chain.block(1).own());

        serve(chain);
        assertThat(pool.truth().doubtful())
                .containsExactlyInAnyOrder(chain.block(1).own(), chain.block(2).own());

        serve(run(1, 8));
        assertThat(pool.truth().doubtful()).containsExactly(chain.block(2).own());
        assertThat(pool.clear()).isTrue();
        assertThat(pool.truth().doubtful()).isEmpty();
    }

    @Test
    void namespacesDoNotShare() {
        serve(run(1, 16));
        int[] tokens = {1, 2, 3, 4, 5, 6, 7, 8, 9};

        assertThat(serve(Chains.of(new CacheNamespace(null, "t"), tokens))).isZero();
        assertThat(serve(Chains.of(new CacheNamespace("ad1", null), tokens))).isZero();
        assertThat(serve(Chains.of(new CacheNamespace(null, "t"), tokens))).isEqualTo(8);
    }

    @Test
    void clearWaitsForRunningRequests() {
        TokenChain chain = run(1, 16);
        Holding holding = requireNonNull(pool.admit(chain));
        pool.cover(holding, 16);
        assertThat(pool.clear()).isFalse();

        pool.release(holding, 16);

        assertThat(pool.clear()).isTrue();
        assertThat(pool.truth().device()).isEmpty();
        assertThat(serve(run(1, 16))).isZero();
    }

    @Test
    void hostTierBringsBackWhatTheDeviceEvicted() {
        KvCache tiered = KvCache.of(
                Engine.VLLM,
                CacheOptions.defaults().withBlockSize(BLOCK).withBlocks(4).withHostBlocks(16));
        for (int from : new int[] {1, 101}) {
            Holding holding = requireNonNull(tiered.admit(run(from, 16)));
            tiered.cover(holding, 16);
            tiered.release(holding, 16);
        }
        tiered.drain();
        assertThat(tiered.truth().device()).isEqualTo(blocks(run(101, 16), 4));

        Holding again = requireNonNull(tiered.admit(run(1, 16)));

        assertThat(again.cachedTokens()).isEqualTo(12);
        assertThat(tiered.drain())
                .anySatisfy(change -> assertThat(change).isInstanceOfSatisfying(CacheChange.Stored.class, stored -> {
                    assertThat(stored.tier()).isEqualTo(Tier.DEVICE);
                    assertThat(stored.blocks()).hasSize(3);
                }));
        assertThat(tiered.truth().host()).hasSize(8);
    }
}
