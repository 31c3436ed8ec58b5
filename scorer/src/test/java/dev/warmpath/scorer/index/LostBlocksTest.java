package dev.warmpath.scorer.index;

import static dev.warmpath.scorer.index.Events.BLOCK_SIZE;
import static dev.warmpath.scorer.index.Events.target;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a rank lost while something was expected of it, and for which tickets that counts. */
class LostBlocksTest {

    private static final long TTL = Events.TTL.toNanos();

    private final ExpectedBlocks expected = new ExpectedBlocks(1_000_000, TTL);
    private final PrefixIndex index = Events.index();
    private final RankIndex rank = index.addRank(target(0), BLOCK_SIZE);
    private final LostBlocks lost = new LostBlocks(expected);
    private int bookings;

    private long ticket() {
        return ticket(0);
    }

    /** The number of a ticket whose prefill is done. */
    private long ticket(long now) {
        expected.settle(expected.expect(rank, new long[] {4711 + ++bookings}, 0, 1, false), now);
        return expected.lastId();
    }

    @Test
    void lossCountsForTicketsUpToThenAndForNoLaterOne() {
        long before = ticket();
        lost.watch();
        lost.add(1);
        long after = ticket();

        assertThat(lost.since(1, before)).isTrue();
        assertThat(lost.since(1, after)).isFalse();
        assertThat(lost.since(2, before)).isFalse();
    }

    @Test
    void blockThatIsLostAgainCountsForTheLaterTicketToo() {
        lost.watch();
        long first = ticket();
        lost.add(1);
        long second = ticket();
        lost.add(1);

        assertThat(lost.since(1, first)).isTrue();
        assertThat(lost.since(1, second)).isTrue();
    }

    @Test
    void hashZeroIsABlockLikeAnother() {
        lost.watch();
        long ticket = ticket();
        assertThat(lost.since(0, ticket)).isFalse();
        lost.add(0);
        assertThat(lost.since(0, ticket)).isTrue();
    }

    @Test
    void nothingIsKeptWhileNothingIsExpected() {
        ticket();
        lost.add(1);
        assertThat(lost.isEmpty()).isTrue();

        lost.watch();
        lost.watch();
        lost.add(1);
        lost.unwatch();
        assertThat(lost.isEmpty()).isFalse();
        lost.unwatch();
        assertThat(lost.isEmpty()).isTrue();
        assertThat(lost.bytes()).isZero();
    }

    /** One ticket follows another for ever, so that something is expected all the time. */
    @Test
    void whatNoLivingTicketIsOldEnoughForIsForgotten() {
        lost.watch();
        long hash = 1;
        long most = 0;
        for (int i = 0; i < 1_000; i++) {
            expected.expire(i * TTL);
            long ticket = ticket(i * TTL);
            for (int n = 0; n < 100; n++) {
                lost.add(hash++);
            }
            assertThat(lost.since(hash - 1, ticket)).isTrue();
            assertThat(lost.since(hash - 100, ticket)).isTrue();
            most = Math.max(most, lost.bytes());
        }
        assertThat(most).isPositive().isLessThan(20_000);
    }

    /** Nobody asks what was lost while a prefill waits, be it minutes. */
    @Test
    void lossesWhileAPrefillWaitsTakeNoMemory() {
        lost.watch();
        expected.expect(rank, new long[] {1}, 0, 1, false);
        for (int hash = 1; hash <= 10_000; hash++) {
            lost.add(hash);
        }
        assertThat(lost.bytes()).isPositive().isLessThan(1_000);
    }

    @Test
    void rankThatLosesTooMuchIsBelievedNothingThatWasExpectedBefore() {
        lost.watch();
        long before = ticket();
        for (int block = 1; block <= 2 * LostBlocks.MAX; block++) {
            // Spread over all 64 bits, as hashes are: numbers in a row would all have one place in the table.
            lost.add(block * 0x9e37_79b9_7f4a_7c15L);
        }
        long after = ticket();

        assertThat(lost.since(-1, before)).isTrue();
        assertThat(lost.since(-1, after)).isFalse();
        assertThat(lost.bytes()).isLessThan(4L << 20);
    }
}
