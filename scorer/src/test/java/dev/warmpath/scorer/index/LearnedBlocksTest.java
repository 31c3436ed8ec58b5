package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.LEARNED_TTL;
import static dev.warmpath.scorer.index.Events.hashes;
import static dev.warmpath.scorer.index.Events.removed;
import static dev.warmpath.scorer.index.Events.stored;
import static dev.warmpath.scorer.index.Events.target;
import static dev.warmpath.scorer.index.Events.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.Allocation;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Blocks that answers proved and no event announced: how they come, and every way in which they go. */
final class LearnedBlocksTest {

    private static final int[] P40 = tokens(1, 40);
    private static final long[] CHAIN = chain(P40);
    private static final long HALF = LEARNED_TTL.toNanos() / 2;

    private final PrefixIndex index = new PrefixIndex(Events.bounds(1_000, 1_000, 10, 100), Events.TTL);
    private final RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
    private final RankIndex other = index.addRank(target(1), BLOCK_SIZE);

    private static long[] chain(int... tokens) {
        return HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN)
                .chain(BLOCK_SIZE);
    }

    private int overlap(int... tokens) {
        return Events.overlap(index, rank, tokens);
    }

    private Matches matches() {
        return Events.matches(index, CacheNamespace.PLAIN, BLOCK_SIZE, P40);
    }

    private static long announcedOnly() {
        RankIndex same = Events.index().addRank(target(0), BLOCK_SIZE);
        same.apply(stored(hashes(1, 10), P40).event());
        return same.status().bytes();
    }

    @Test
    void whatAnAnswerProvedIsBelievedOfThatRankAlone() {
        rank.learn(CHAIN, 0, 7, 0);

        assertThat(overlap(P40)).isEqualTo(7);
        assertThat(matches().blocks(rank.slot(), Tier.DEVICE)).isEqualTo(7);
        assertThat(matches().announced(rank.slot())).isZero();
        assertThat(Events.overlap(index, other, P40)).isZero();
        assertThat(rank.status().learnedBlocks()).isEqualTo(7);
        assertThat(rank.blocks(Tier.DEVICE)).as("announced").isZero();
    }

    @Test
    void aMatchCountsAsAnnouncedUpToTheFirstBlockThatIsNot() {
        rank.apply(stored(hashes(1, 3), Arrays.copyOf(P40, 12)).event());
        rank.learn(CHAIN, 3, 5, 0);
        rank.apply(stored(hashes(6, 10), tokens(21, 40)).after(3).event());

        assertThat(matches().blocks(rank.slot())).isEqualTo(5);
        assertThat(matches().announced(rank.slot())).isEqualTo(3);
    }

    /** Otherwise the removal of the announced block would leave the learned one behind. */
    @Test
    void anEventTakesItsPlace() {
        rank.learn(CHAIN, 0, 10, 0);
        rank.apply(stored(hashes(1, 10), P40).event());
        assertThat(rank.status().learnedBlocks()).isZero();
        assertThat(rank.status().bytes())
                .as("of learned blocks nothing is kept")
                .isEqualTo(announcedOnly());
        assertThat(matches().announced(rank.slot())).isEqualTo(10);

        rank.apply(removed(hashes(4, 10), Tier.DEVICE));

        assertThat(overlap(P40)).isEqualTo(3);
    }

    @Test
    void whatEventsHoldIsNotLearned() {
        rank.apply(stored(hashes(1, 2), Arrays.copyOf(P40, 8)).event());
        rank.apply(stored(hashes(3, 4), tokens(9, 16)).after(2).in(Tier.HOST).event());

        rank.learn(CHAIN, 0, 8, 0);

        assertThat(rank.status().learnedBlocks()).isEqualTo(4);
        assertThat(matches().blocks(rank.slot(), Tier.HOST)).isEqualTo(2);
    }

    /** The booking of the request that proves them expects them too, and goes first. */
    @Test
    void theyStayWhenWhatBookingsExpectedHasGone() {
        index.expectFor(rank, Arrays.copyOf(CHAIN, 10), 0);
        rank.learn(CHAIN, 0, 7, 0);

        index.expire(Events.TTL.toNanos());

        assertThat(overlap(P40)).isEqualTo(7);
    }

    @Test
    void theEnginesWordThatItDoesNotHoldThemTakesThemOut() {
        rank.learn(CHAIN, 0, 10, 0);

        rank.forget(CHAIN, 4, 10);

        assertThat(overlap(P40)).isEqualTo(4);
        assertThat(rank.status().learnedBlocks()).isEqualTo(4);
    }

    @Test
    void forgettingTouchesNothingThatEventsHold() {
        rank.apply(stored(hashes(1, 10), P40).event());
        rank.forget(CHAIN, 0, 10);
        assertThat(overlap(P40)).isEqualTo(10);
    }

    @Test
    void theyLiveNoLongerThanTheirLifetimeAfterTheLastProof() {
        rank.learn(CHAIN, 0, 4, 0);
        rank.learn(CHAIN, 4, 10, HALF - 1);
        index.expireLearned(HALF - 1);
        assertThat(overlap(P40)).isEqualTo(10);
        index.expireLearned(HALF);
        assertThat(overlap(P40)).as("at least half a lifetime").isEqualTo(10);

        rank.learn(CHAIN, 0, 4, HALF + 1);
        index.expireLearned(2 * HALF);

        assertThat(overlap(P40)).as("proved again").isEqualTo(4);
        index.expireLearned(3 * HALF);
        assertThat(overlap(P40)).isZero();
        assertThat(rank.status().learnedBlocks()).isZero();
    }

    @Test
    void aRankThatLosesItsCacheLosesThemToo() {
        rank.learn(CHAIN, 0, 10, 0);
        rank.apply(new AllBlocksCleared());
        assertThat(overlap(P40)).isZero();

        rank.learn(CHAIN, 0, 10, 0);
        rank.drop();
        assertThat(overlap(P40)).isZero();
    }

    @Test
    void aRemovedRankLearnsNothingInItsSuccessorsSlot() {
        rank.learn(CHAIN, 0, 10, 0);
        index.removeRank(rank);
        RankIndex successor = index.addRank(target(2), BLOCK_SIZE);
        assertThat(successor.slot()).isEqualTo(rank.slot());
        assertThat(Events.overlap(index, successor, P40)).isZero();

        rank.learn(CHAIN, 0, 10, 0);

        assertThat(Events.overlap(index, successor, P40)).isZero();
    }

    @Test
    void theirNumberIsBoundedAndTheirMemoryComesBack() {
        long before = index.bytes();
        long[] many = chain(tokens(1, 4 * 250));
        rank.learn(many, 0, 250, 0);
        assertThat(rank.status().learnedBlocks()).isEqualTo(100);
        rank.learn(many, 0, 100, HALF);
        assertThat(rank.status().learnedBlocks())
                .as("known ones are proved again")
                .isEqualTo(100);
        rank.forget(many, 50, 100);
        rank.learn(many, 200, 250, HALF);
        assertThat(rank.status().learnedBlocks()).as("there is room again").isEqualTo(100);

        index.expireLearned(HALF);
        index.expireLearned(2 * HALF);

        assertThat(rank.status().learnedBlocks()).isZero();
        assertThat(index.bytes()).isEqualTo(before);
    }

    @Test
    void lookingThemUpAllocatesNothing() {
        rank.learn(CHAIN, 0, 10, 0);
        Matches matches = new Matches();
        long allocated = Allocation.perRound(() -> {
            for (int i = 0; i < 200; i++) {
                index.match(CHAIN, CHAIN.length, matches);
            }
        });
        assertThat(matches.blocks(rank.slot())).isEqualTo(10);
        assertThat(allocated).isZero();
    }
}
