package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LookAheadTest {

    private final SlotTable table = new SlotTable();
    private final LookAhead ahead = new LookAhead();

    /** Held blocks, absent ones, those of cells that others had first, and the hash that no cell can have for a key. */
    @Test
    void blocksAreReadAsTheyAreOneByOne() {
        Random random = new Random(7);
        long[] chain = new long[5_000];
        for (int i = 0; i < chain.length; i++) {
            // Few low bits make many homes the same.
            chain[i] = i % 100 == 0 ? 0 : random.nextLong() & 0xffff_ffff_0f00_0000L;
            if (i % 3 != 0) {
                table.add(chain[i], 1L << random.nextInt(64));
            }
        }
        for (int from = 0; from < chain.length; ) {
            int to = Math.min(chain.length, from + 1 + random.nextInt(LookAhead.BLOCKS));
            ahead.read(table, chain, from, to);
            for (int i = from; i < to; i++) {
                assertThat(ahead.mask(i - from)).as("block %d", i).isEqualTo(table.get(chain[i]));
            }
            from = to;
        }
    }

    @Test
    void hashZeroIsNotFoundInACellWithoutAKey() {
        ahead.read(table, new long[] {0}, 0, 1);
        assertThat(ahead.mask(0)).isZero();
        table.add(0, 4);
        ahead.read(table, new long[] {0}, 0, 1);
        assertThat(ahead.mask(0)).isEqualTo(4);
    }

    @Test
    void emptyTableHasNothing() {
        ahead.read(table, new long[] {1, 2, 3}, 0, 3);
        assertThat(ahead.mask(0) | ahead.mask(1) | ahead.mask(2)).isZero();
    }
}
