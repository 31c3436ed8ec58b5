package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LookAheadTest {

    private static final int MOST = 128;

    private final SlotTable table = new SlotTable();
    private final LookAhead ahead = new LookAhead(MOST);

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
            int to = Math.min(chain.length, from + 1 + random.nextInt(MOST));
            ahead.read(table, chain, from, 1, to - from, to - 1);
            for (int i = from; i < to; i++) {
                assertThat(ahead.mask(i - from)).as("block %d", i).isEqualTo(table.get(chain[i]));
            }
            from = to;
        }
    }

    @Test
    void hashZeroIsNotFoundInACellWithoutAKey() {
        ahead.read(table, new long[] {0}, 0, 1, 1, 0);
        assertThat(ahead.mask(0)).isZero();
        table.add(0, 4);
        ahead.read(table, new long[] {0}, 0, 1, 1, 0);
        assertThat(ahead.mask(0)).isEqualTo(4);
    }

    @Test
    void emptyTableHasNothing() {
        ahead.read(table, new long[] {1, 2, 3}, 0, 1, 3, 2);
        assertThat(ahead.mask(0) | ahead.mask(1) | ahead.mask(2)).isZero();
    }

    @Test
    void everyNthBlockIsReadAndTheLastInPlaceOfThoseBehindIt() {
        long[] chain = {11, 12, 13, 14, 15, 16};
        for (int i = 0; i < chain.length; i++) {
            table.add(chain[i], 1L << i);
        }
        ahead.read(table, chain, 1, 3, 3, 5);
        assertThat(new long[] {ahead.mask(0), ahead.mask(1), ahead.mask(2)}).containsExactly(1 << 1, 1 << 4, 1 << 5);
    }
}
