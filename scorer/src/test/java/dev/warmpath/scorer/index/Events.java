package dev.warmpath.scorer.index;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What a rank says and what a prompt asks, without the noise. Block size 4 unless said otherwise. */
final class Events {

    static final int BLOCK_SIZE = 4;
    static final Duration TTL = Duration.ofSeconds(2);
    static final Duration LEARNED_TTL = Duration.ofMinutes(10);

    private Events() {}

    static PrefixIndex index() {
        return new PrefixIndex(IndexSettings.defaults(), TTL);
    }

    /** Bounds of an index that may learn a hundred blocks per rank. */
    static IndexSettings bounds(int perRank, long total, int orphans, int expected) {
        return new IndexSettings(perRank, total, orphans, expected, 100, LEARNED_TTL);
    }

    static Target target(int rank) {
        return new Target("http://10.0.0.1:30000", rank);
    }

    static long[] hashes(int first, int last) {
        return LongStream.rangeClosed(first, last).toArray();
    }

    static int[] tokens(int first, int last) {
        return IntStream.rangeClosed(first, last).toArray();
    }

    static Stored stored(long[] hashes, int[] tokens) {
        return new Stored(hashes, tokens);
    }

    /** The same blocks, in one more tier, without tokens. */
    static BlockStored placeholder(long[] hashes, Tier tier, int group) {
        return new BlockStored(hashes, false, 0, new int[0], 0, tier, group, CacheNamespace.PLAIN, null);
    }

    static BlockRemoved removed(long[] hashes, Tier tier) {
        return removed(hashes, tier, -1);
    }

    static BlockRemoved removed(long[] hashes, Tier tier, int group) {
        return new BlockRemoved(hashes, tier, group);
    }

    /** How many leading blocks of a plain prompt a rank is said to hold. */
    static int overlap(PrefixIndex index, RankIndex rank, int... tokens) {
        return matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, tokens).blocks(rank.slot());
    }

    static Matches matches(PrefixIndex index, CacheNamespace namespace, int blockSize, int... tokens) {
        long[] chain =
                HashedPrompt.of(tokens, tokens.length, tokens.length, namespace).chain(blockSize);
        Matches matches = new Matches();
        index.match(chain, chain.length, matches);
        return matches;
    }

    /** A {@link BlockStored} in the making. */
    static final class Stored {
        private final long[] hashes;
        private final int[] tokens;
        private boolean hasParent;
        private long parent;
        private int blockSize = BLOCK_SIZE;
        private Tier tier = Tier.DEVICE;
        private int group = -1;
        private CacheNamespace namespace = CacheNamespace.PLAIN;
        private long @Nullable [] extraKeys;

        private Stored(long[] hashes, int[] tokens) {
            this.hashes = hashes;
            this.tokens = tokens;
        }

        Stored after(long engineHash) {
            hasParent = true;
            parent = engineHash;
            return this;
        }

        Stored blockSize(int size) {
            blockSize = size;
            return this;
        }

        Stored in(Tier where) {
            tier = where;
            return this;
        }

        Stored group(int number) {
            group = number;
            return this;
        }

        Stored namespace(@Nullable String lora, @Nullable String salt) {
            namespace = new CacheNamespace(lora, salt);
            return this;
        }

        Stored extraKeys(long... keys) {
            extraKeys = keys;
            return this;
        }

        BlockStored event() {
            return new BlockStored(hashes, hasParent, parent, tokens, blockSize, tier, group, namespace, extraKeys);
        }
    }
}
