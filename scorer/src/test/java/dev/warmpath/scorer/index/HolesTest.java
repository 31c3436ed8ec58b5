package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When readers hear of holes: the other tests see what comes of it, and cannot meet the moment between. */
class HolesTest {

    private static final long BIT = SlotGroup.bit(3);
    private static final int ON_DEVICE = 1 << TierBits.DEVICE;

    private final SlotGroup slots = new SlotGroup();
    private final EngineBlocks blocks = new EngineBlocks();
    private final Holes holes = new Holes(slots, BIT, blocks);
    private int block;

    @BeforeEach
    void oneBlockWithoutItsParent() {
        block = blocks.insert(7, 0, 70);
        holes.entering(block, EngineBlocks.UNKNOWN_PARENT);
    }

    @Test
    void holeIsToldBeforeTheBlockBehindItCanBeSeen() {
        assertThat(slots.unbroken() & BIT).isZero();
        assertThat(slots.unbroken() | BIT).isEqualTo(-1L);
    }

    @Test
    void endOfTheLastHoleIsToldWhenTheChangesAreSeen() {
        blocks.setTiers(block, ON_DEVICE);
        holes.entered(block);
        holes.settle();
        assertThat(slots.unbroken() & BIT).isZero();

        holes.leaving(block);
        blocks.setTiers(block, 0);
        holes.left(block);
        assertThat(slots.unbroken() & BIT).isZero();

        holes.settle();
        assertThat(slots.unbroken() & BIT).isEqualTo(BIT);
    }
}
