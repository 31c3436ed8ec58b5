package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A look-up that leaps over blocks says what asking for one block after the other says, whatever the events left behind:
 * ends anywhere, holes, other tiers, engine hashes that change their meaning. Prompts are branches of a few long ones.
 */
class LeapTest {

    private static final int RANKS = 70;
    private static final int LENGTH = 1_500;

    private final PrefixIndex index = Events.index();
    private final Matches matches = new Matches();

    static long[] seeds() {
        return new Random(20261130).longs(6).toArray();
    }

    /** A prompt, and what an engine calls its blocks. */
    private record Prompt(int[] tokens, long[] chain, long[] engine) {

        static Prompt of(int[] tokens) {
            long[] chain = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN)
                    .chain(BLOCK_SIZE);
            return new Prompt(
                    tokens, chain, Arrays.stream(chain).map(hash -> ~hash).toArray());
        }

        Prompt branch(int at, int variant) {
            int[] other = tokens.clone();
            other[at * BLOCK_SIZE] = variant;
            return of(other);
        }

        BlockStored stored(int from, int to, Tier tier) {
            return new BlockStored(
                    Arrays.copyOfRange(engine, from, to),
                    from > 0,
                    from > 0 ? engine[from - 1] : 0,
                    Arrays.copyOfRange(tokens, from * BLOCK_SIZE, to * BLOCK_SIZE),
                    BLOCK_SIZE,
                    tier,
                    -1,
                    CacheNamespace.PLAIN,
                    null);
        }

        BlockRemoved removed(int from, int to, Tier tier) {
            return new BlockRemoved(Arrays.copyOfRange(engine, from, to), tier, -1);
        }
    }

    private static Prompt prompt(int number, int blocks) {
        int[] tokens = new int[blocks * BLOCK_SIZE];
        tokens[0] = number;
        return Prompt.of(tokens);
    }

    private static boolean holds(RankIndex rank, long hash) {
        return rank.holds(hash, Tier.DEVICE) || rank.holds(hash, Tier.HOST) || rank.holds(hash, Tier.DISK);
    }

    private void check(Prompt prompt, int length, RankIndex rank, String when) {
        int held = 0;
        int onDevice = 0;
        while (held < length && holds(rank, prompt.chain[held])) {
            onDevice += rank.holds(prompt.chain[held], Tier.DEVICE) ? 1 : 0;
            held++;
        }
        assertThat(matches.blocks(rank.slot())).as(when).isEqualTo(held);
        assertThat(matches.blocks(rank.slot(), Tier.DEVICE)).as(when).isEqualTo(onDevice);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void leapsSayWhatStepsSay(long seed) {
        Random random = new Random(seed);
        List<Prompt> prompts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Prompt stem = prompt(1 + i, LENGTH);
            prompts.add(stem);
            prompts.add(stem.branch(random.nextInt(LENGTH), 1));
            prompts.add(stem.branch(random.nextInt(100), 2));
        }
        List<RankIndex> ranks = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            ranks.add(index.addRank(target(i), BLOCK_SIZE));
        }
        for (int step = 0; step < 1_500; step++) {
            Prompt prompt = prompts.get(random.nextInt(prompts.size()));
            RankIndex rank = ranks.get(random.nextInt(random.nextBoolean() ? 4 : RANKS));
            Tier tier = random.nextInt(8) == 0 ? Tier.HOST : Tier.DEVICE;
            int at = random.nextInt(LENGTH);
            int dice = random.nextInt(100);
            if (dice < 50) {
                int from = dice < 40 ? 0 : at;
                rank.apply(prompt.stored(from, from + random.nextInt(LENGTH - from), tier));
            } else if (dice < 80) {
                rank.apply(prompt.removed(at, LENGTH, Tier.DEVICE));
            } else if (dice < 90) {
                rank.apply(prompt.removed(at, at + 1, tier));
            } else if (dice < 96) {
                rank.apply(prompt.removed(0, at, tier));
            } else if (dice < 98) {
                rename(rank, prompt, at);
            } else {
                rank.apply(new AllBlocksCleared());
            }
            Prompt asked = prompts.get(random.nextInt(prompts.size()));
            int length = 1 + random.nextInt(LENGTH);
            index.match(asked.chain, length, matches);
            for (RankIndex any : ranks) {
                check(asked, length, any, "seed " + seed + ", step " + step + ", slot " + any.slot());
            }
        }
    }

    /** The engine gives a block's name to the first block of another prompt. */
    private static void rename(RankIndex rank, Prompt prompt, int at) {
        rank.apply(new BlockStored(
                new long[] {prompt.engine[at]},
                false,
                0,
                new int[] {-1, at, 0, 0},
                BLOCK_SIZE,
                Tier.DEVICE,
                -1,
                CacheNamespace.PLAIN,
                null));
    }

    /** Nothing else of an event's order than what it says may count: parents first leaves holes for a moment only. */
    @Test
    void ranksAreLeaptOverAgainWhenTheirHolesAreGone() {
        RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
        SlotGroup group = index.group(rank.slot());
        Prompt prompt = prompt(1, 300);
        Prompt branch = prompt.branch(100, 1);
        rank.apply(prompt.stored(0, 300, Tier.DEVICE));
        rank.apply(branch.stored(100, 300, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-1L);
        rank.apply(prompt.removed(99, 100, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-2L);
        rank.apply(prompt.removed(100, 300, Tier.DEVICE));
        assertThat(group.unbroken()).as("the branch still lacks its parent").isEqualTo(-2L);
        rank.apply(prompt.stored(99, 100, Tier.DEVICE));
        assertThat(group.unbroken()).as("and has it back").isEqualTo(-1L);
        rank.apply(prompt.removed(0, 100, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-2L);
        rank.apply(branch.removed(100, 300, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-1L);
        assertThat(rank.blocks(Tier.DEVICE)).isZero();
    }

    @Test
    void blockThatComesBackFromTheHostFillsItsHole() {
        RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
        SlotGroup group = index.group(rank.slot());
        Prompt prompt = prompt(1, 100);
        rank.apply(prompt.stored(0, 100, Tier.DEVICE));
        rank.apply(prompt.stored(0, 50, Tier.HOST));
        rank.apply(prompt.removed(0, 50, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-2L);
        index.match(prompt.chain, 100, matches);
        assertThat(matches.blocks(rank.slot(), Tier.HOST)).isEqualTo(50);
        assertThat(matches.blocks(rank.slot())).isEqualTo(100);
        rank.apply(prompt.stored(0, 50, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-1L);
    }

    @Test
    void slotOfARankThatLeftWithHolesIsWholeForTheNext() {
        RankIndex gone = index.addRank(target(0), BLOCK_SIZE);
        SlotGroup group = index.group(gone.slot());
        Prompt prompt = prompt(1, 10);
        gone.apply(prompt.stored(0, 10, Tier.DEVICE));
        gone.apply(prompt.removed(3, 4, Tier.DEVICE));
        assertThat(group.unbroken()).isEqualTo(-2L);
        index.removeRank(gone);
        assertThat(group.unbroken()).isEqualTo(-1L);
    }
}
