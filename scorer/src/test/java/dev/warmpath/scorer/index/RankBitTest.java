package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which rank's bit a thread sets that writes several ranks by turns. */
class RankBitTest {

    private static final long BIT = SlotGroup.bit(3);
    private static final long OTHER_BIT = SlotGroup.bit(4);
    private static final int NO_TIER = TierBits.COUNT;

    private final SlotGroup slots = new SlotGroup();

    private RankBit rank(long bit) {
        return new RankBit(
                slots,
                bit,
                new RankCounters(),
                new LearnedBlocks(slots, bit, 16, TimeUnit.MINUTES.toNanos(1)),
                new LostBlocks(new ExpectedBlocks(16, TimeUnit.SECONDS.toNanos(2))));
    }

    private long holders(long block) {
        return slots.table(TierBits.DEVICE).get(block);
    }

    @Test
    void changesAreSeenWhenTheyAreSettled() {
        RankBit rank = rank(BIT);
        rank.hold(7, TierBits.DEVICE);
        assertThat(holders(7)).isZero();

        rank.settle();

        assertThat(holders(7)).isEqualTo(BIT);
    }

    /** The run is the thread's, and the next rank's blocks are in it by then. */
    @Test
    void runThatCouldNotBeMadeIsNotTakenUpAgain() {
        RankBit rank = rank(BIT);
        rank.hold(6, NO_TIER);
        assertThatThrownBy(rank::settle).hasMessageContaining("no tier");
        RankBit other = rank(OTHER_BIT);
        other.hold(7, TierBits.DEVICE);

        rank.settle();
        assertThat(holders(7)).isZero();

        other.settle();
        assertThat(holders(7)).isEqualTo(OTHER_BIT);
    }
}
