package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.overlap;
import static dev.warmpath.scorer.index.Events.placeholder;
import static dev.warmpath.scorer.index.Events.removed;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.index.snapshot.MalformedRankException;
import dev.warmpath.scorer.index.snapshot.RankReader;
import dev.warmpath.scorer.index.snapshot.RankWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one rank holds, written and read again. */
class RankSnapshotTest {

    private static final Tier[] TIERS = Tier.values();
    private static final long NOW = 1_000;

    private final PrefixIndex index = Events.index();
    private final RankIndex rank = index.addRank(target(0), BLOCK_SIZE);

    static long[] seeds() {
        return new Random(20261201).longs(12).toArray();
    }

    private static byte[] written(RankIndex rank, int bufferBytes) {
        RankCopy copy = new RankCopy();
        rank.copyTo(copy);
        RankWriter writer = new RankWriter(copy);
        ByteBuffer buffer = ByteBuffer.allocate(bufferBytes).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean more = true;
        while (more) {
            more = writer.write(buffer.clear());
            out.write(buffer.array(), 0, buffer.position());
        }
        assertThat(out.size()).isEqualTo((int) writer.bytes());
        return out.toByteArray();
    }

    private static void read(byte[] bytes, RankIndex into, int chunk) throws MalformedRankException {
        read(bytes, into, chunk, BLOCK_SIZE, true);
    }

    private static void read(byte[] bytes, RankIndex into, int chunk, int blockSize, boolean keepLearned)
            throws MalformedRankException {
        RankReader reader = new RankReader(into, blockSize, bytes.length, keepLearned, NOW);
        ByteBuffer buffer = ByteBuffer.allocate(chunk + 32).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(chunk, bytes.length - at);
            buffer.put(bytes, at, count).flip();
            at += count;
            reader.read(buffer);
            buffer.compact();
        }
        reader.end();
    }

    /** Chains of blocks in several groups and tiers, some removed again; small engine hashes, so that they meet. */
    private static KvEvent event(Random random) {
        int first = random.nextInt(40);
        int count = 1 + random.nextInt(6);
        int group = random.nextInt(4) - 1;
        Tier tier = TIERS[random.nextInt(TIERS.length)];
        long[] engine = hashes(first, first + count - 1);
        switch (random.nextInt(5)) {
            case 0 -> {
                return removed(engine, tier, group);
            }
            case 1 -> {
                return placeholder(engine, tier, group);
            }
            default -> {
                Events.Stored store = stored(engine, tokens(first * BLOCK_SIZE, (first + count) * BLOCK_SIZE - 1))
                        .in(tier)
                        .group(group);
                if (random.nextInt(6) == 0) {
                    long[] extra = new long[count];
                    extra[count - 1] = 9;
                    store.extraKeys(extra);
                }
                return (first > 0 && random.nextInt(3) > 0 ? store.after(first - 1) : store).event();
            }
        }
    }

    private static void assertSameBlocks(RankIndex expected, RankIndex actual) {
        for (Tier tier : TIERS) {
            assertThat(actual.hashes(tier)).isEqualTo(expected.hashes(tier));
            assertThat(actual.blocks(tier)).isEqualTo(expected.blocks(tier));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rankThatWasReadHoldsTheSameAndTakesWhatFollowsTheSame(long seed) throws MalformedRankException {
        Random random = new Random(seed);
        // Those that wait for a parent are not kept, and would be adopted on one side only.
        PrefixIndex first = new PrefixIndex(Events.bounds(100_000, 100_000, 0, 0), Events.TTL);
        PrefixIndex second = new PrefixIndex(Events.bounds(100_000, 100_000, 0, 0), Events.TTL);
        RankIndex original = first.addRank(target(0), BLOCK_SIZE);
        RankIndex copy = second.addRank(target(0), BLOCK_SIZE);
        for (int i = 0; i < 300; i++) {
            original.apply(event(random));
        }

        read(written(original, 256 + random.nextInt(2_000)), copy, 1 + random.nextInt(500));

        assertThat(original.blocks(Tier.DEVICE)).isPositive();
        assertSameBlocks(original, copy);
        for (int i = 0; i < 300; i++) {
            KvEvent event = event(random);
            original.apply(event);
            copy.apply(event);
            assertSameBlocks(original, copy);
        }
        original.drop();
        copy.drop();
        assertThat(second.memberships()).isZero();
        assertThat(second.bytes()).isEqualTo(first.bytes());
    }

    @Test
    void childOfABlockThatWasReadIsChainedToIt() throws MalformedRankException {
        rank.apply(stored(hashes(1, 3), tokens(1, 12)).event());
        PrefixIndex later = Events.index();
        RankIndex copy = later.addRank(target(0), BLOCK_SIZE);

        read(written(rank, 256), copy, 64);
        copy.apply(stored(hashes(4, 4), tokens(13, 16)).after(3).event());

        assertThat(overlap(later, copy, tokens(1, 16))).isEqualTo(4);
        assertThat(copy.hashSample().size()).isEqualTo(4);
    }

    /** Records are numbered anew: those of a rank that let go of much lie in another order than in the file. */
    @Test
    void rankThatWasReadIsLeaptOverAsBefore() throws MalformedRankException {
        rank.apply(stored(hashes(1, 100), tokens(1, 400)).event());
        rank.apply(stored(hashes(201, 300), tokens(1_001, 1_400)).event());
        rank.apply(removed(hashes(21, 100), Tier.DEVICE));
        rank.apply(stored(hashes(101, 110), tokens(81, 120)).after(20).event());
        PrefixIndex later = Events.index();
        RankIndex copy = later.addRank(target(0), BLOCK_SIZE);

        read(written(rank, 256), copy, 64);

        assertThat(later.group(copy.slot()).unbroken()).isEqualTo(-1L);
        copy.apply(removed(hashes(20, 20), Tier.DEVICE));
        assertThat(later.group(copy.slot()).unbroken())
                .as("its child was read as its child")
                .isEqualTo(-2L);
        copy.apply(removed(hashes(101, 110), Tier.DEVICE));
        assertThat(later.group(copy.slot()).unbroken()).isEqualTo(-1L);
    }

    @Test
    void holesAreReadAsHoles() throws MalformedRankException {
        rank.apply(stored(hashes(1, 100), tokens(1, 400)).event());
        rank.apply(removed(hashes(50, 50), Tier.DEVICE));
        PrefixIndex later = Events.index();
        RankIndex copy = later.addRank(target(0), BLOCK_SIZE);

        read(written(rank, 256), copy, 64);

        assertThat(later.group(copy.slot()).unbroken()).isEqualTo(-2L);
        assertThat(overlap(later, copy, tokens(1, 400))).isEqualTo(49);
    }

    @Test
    void emptyRankIsReadAsEmpty() throws MalformedRankException {
        RankIndex copy = index.addRank(target(1), BLOCK_SIZE);
        read(written(rank, 256), copy, 1);
        assertThat(copy.blocks(Tier.DEVICE)).isZero();
        assertThat(copy.status().bytes()).isZero();
    }

    @Test
    void blockSizeThatWasLearnedIsKnownAgain() throws MalformedRankException {
        RankIndex learning = index.addRank(target(1), 0);
        learning.apply(stored(hashes(1, 1), tokens(1, 8)).blockSize(8).event());
        RankIndex copy = index.addRank(target(2), 0);

        read(written(learning, 256), copy, 64, learning.blockSize(), true);

        assertThat(copy.blockSize()).isEqualTo(8);
        assertThat(copy.blockSizeState()).isEqualTo(BlockSizeState.LEARNED);
    }

    @Test
    void blocksThatAnswersProvedAreLearnedAgainForHalfTheirTimeAtMost() throws MalformedRankException {
        rank.learn(new long[] {11, 12, 13}, 0, 3, 0);
        byte[] bytes = written(rank, 256);
        PrefixIndex later = Events.index();
        RankIndex copy = later.addRank(target(0), BLOCK_SIZE);

        read(bytes, copy, 64);
        assertThat(copy.status().learnedBlocks()).isEqualTo(3);
        later.expireLearned(NOW + Events.LEARNED_TTL.toNanos() / 2 - 1);
        assertThat(copy.status().learnedBlocks()).isEqualTo(3);
        later.expireLearned(NOW + Events.LEARNED_TTL.toNanos() / 2);
        assertThat(copy.status().learnedBlocks()).isZero();

        RankIndex doubting = index.addRank(target(1), BLOCK_SIZE);
        read(bytes, doubting, 64, BLOCK_SIZE, false);
        assertThat(doubting.status().learnedBlocks()).isZero();
    }

    @Test
    void blocksOverTheBudgetAreRefusedAndCounted() throws MalformedRankException {
        rank.apply(stored(hashes(1, 8), tokens(1, 32)).event());
        PrefixIndex small = new PrefixIndex(Events.bounds(5, 100, 0, 0), Events.TTL);
        RankIndex copy = small.addRank(target(0), BLOCK_SIZE);

        read(written(rank, 256), copy, 64);

        assertThat(copy.blocks(Tier.DEVICE)).isEqualTo(5);
        assertThat(copy.status().refused()).isEqualTo(3);
    }

    @Test
    void bytesThatEndEarlyAreRefusedWhereverTheyEnd() {
        rank.apply(stored(hashes(1, 3), tokens(1, 12)).group(2).event());
        rank.learn(new long[] {11, 12}, 0, 2, 0);
        byte[] whole = written(rank, 256);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            RankIndex copy = index.addRank(target(1), BLOCK_SIZE);
            assertThatThrownBy(() -> read(part, copy, 64))
                    .as("the first %d of %d bytes", length, whole.length)
                    .isInstanceOf(MalformedRankException.class);
            index.removeRank(copy);
        }
    }

    @Test
    void bytesBehindTheEndAreRefused() {
        byte[] longer = Arrays.copyOf(written(rank, 256), 40);
        assertThatThrownBy(() -> read(longer, index.addRank(target(1), BLOCK_SIZE), 64))
                .isInstanceOf(MalformedRankException.class);
    }

    /** Each count in turn claims all that its bits can say: 2 GiB of blocks, in a few bytes. */
    @Test
    void countWithoutTheBytesForItIsRefusedBeforeRoomIsMadeForIt() {
        byte[] empty = written(rank, 256);
        assertThat(empty).containsExactly(new byte[9]);
        for (int count : new int[] {0, 1, 5}) {
            byte[] claiming = empty.clone();
            Arrays.fill(claiming, count, count == 0 ? 1 : count + 4, (byte) 0x7f);
            assertThatThrownBy(() -> read(claiming, rank, 64))
                    .as("the count at %d", count)
                    .isInstanceOf(MalformedRankException.class);
        }
        assertThat(rank.status().bytes()).isZero();
    }

    @Test
    void blockOfNoTierOrGroupOrTwiceIsRefused() {
        rank.apply(stored(hashes(1, 1), tokens(1, 4)).event());
        byte[] one = written(rank, 256);
        int tag = one.length - 5;
        assertThat(one[tag]).isEqualTo((byte) 1);
        for (int wrong : new int[] {0, 8, 9}) {
            byte[] bytes = one.clone();
            bytes[tag] = (byte) wrong;
            assertThatThrownBy(() -> read(bytes, index.addRank(target(1), BLOCK_SIZE), 64))
                    .as("tag %d", wrong)
                    .isInstanceOf(MalformedRankException.class);
        }
        for (int wrong : new int[] {0, 1, -3}) {
            byte[] bytes = one.clone();
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(one.length - 4, wrong);
            assertThatThrownBy(() -> read(bytes, index.addRank(target(1), BLOCK_SIZE), 64))
                    .as("parent %d", wrong)
                    .isInstanceOf(MalformedRankException.class);
        }
        ByteBuffer twice = ByteBuffer.allocate(one.length + 21).order(ByteOrder.LITTLE_ENDIAN);
        twice.put(one).put(one, one.length - 21, 21).putInt(one.length - 25, 2);
        assertThatThrownBy(() -> read(twice.array(), index.addRank(target(2), BLOCK_SIZE), 64))
                .isInstanceOf(MalformedRankException.class);
    }
}
