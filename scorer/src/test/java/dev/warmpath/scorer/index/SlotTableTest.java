package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlotTableTest {

    private final SlotTable table = new SlotTable();

    @Test
    void hashOfZeroIsABlockLikeAnyOther() {
        assertThat(table.get(0)).isZero();
        assertThat(table.add(0, 4)).isTrue();
        assertThat(table.get(0)).isEqualTo(4);
        Set<Long> told = new HashSet<>();
        table.forEach(4, told::add);
        assertThat(told).containsExactly(0L);
        assertThat(table.remove(0, 4)).isTrue();
        assertThat(table.get(0)).isZero();
    }

    @Test
    void addingAndRemovingTellWhetherSomethingChanged() {
        assertThat(table.add(7, 1)).isTrue();
        assertThat(table.add(7, 1)).isFalse();
        assertThat(table.remove(7, 2)).isFalse();
        assertThat(table.remove(8, 1)).isFalse();
        assertThat(table.remove(7, 1)).isTrue();
        assertThat(table.remove(7, 1)).isFalse();
    }

    @Test
    void tableIsEmptyAgainWhenTheLastBitGoes() {
        assertThat(table.isEmpty()).isTrue();
        table.add(7, 1);
        table.add(7, 2);
        table.remove(7, 1);
        assertThat(table.isEmpty()).isFalse();
        assertThat(table.bytes()).isPositive();
        table.remove(7, 2);
        assertThat(table.isEmpty()).isTrue();
        assertThat(table.bytes()).isZero();
    }

    @Test
    void deadCellsDoNotMakeTheTableGrow() {
        Random random = new Random(5);
        long[] window = new long[1_000];
        for (int i = 0; i < 200_000; i++) {
            int at = i % window.length;
            if (window[at] != 0) {
                table.remove(window[at], 1);
            }
            window[at] = random.nextLong();
            table.add(window[at], 1);
        }
        assertThat(table.bytes()).isLessThan(window.length * 64L);
    }

    /** Few keys in one shard with colliding homes, against a map: growth, dead cells, revival, shrinking. */
    @Test
    void tableSaysWhatAMapSays() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            SlotTable tried = new SlotTable();
            Map<Long, Long> model = new HashMap<>();
            int keys = 1 + random.nextInt(300);
            for (int step = 0; step < 5_000; step++) {
                long key = random.nextInt(keys) * 0x1000_0001L;
                long bit = 1L << random.nextInt(64);
                long mask = model.getOrDefault(key, 0L);
                if (random.nextInt(10) < (step / 1_000 % 2 == 0 ? 7 : 2)) {
                    assertThat(tried.add(key, bit)).isEqualTo((mask & bit) == 0);
                    model.put(key, mask | bit);
                } else {
                    assertThat(tried.remove(key, bit)).isEqualTo((mask & bit) != 0);
                    model.put(key, mask & ~bit);
                }
            }
            model.forEach(
                    (key, mask) -> assertThat(tried.get(key)).as("key %d", key).isEqualTo(mask));
        }
    }
}
