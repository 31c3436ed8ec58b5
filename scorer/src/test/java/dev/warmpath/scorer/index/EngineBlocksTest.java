package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EngineBlocksTest {

    private record Key(long engine, int group) {}

    @Test
    void everyGroupThatFitsHasItsOwnCell() {
        EngineBlocks blocks = new EngineBlocks();
        for (int group = 0; group < EngineBlocks.MAX_GROUPS; group++) {
            blocks.insert(7, group, 100 + group, 1);
        }
        for (int group = 0; group < EngineBlocks.MAX_GROUPS; group++) {
            assertThat(blocks.own(blocks.find(7, group))).isEqualTo(100 + group);
        }
        assertThat(blocks.groups(7, 1)).isEqualTo(-1);
        assertThat(blocks.groups(7, 2)).isZero();
    }

    @Test
    void groupsThatDisagreeOnAHashAreNotBelieved() {
        EngineBlocks blocks = new EngineBlocks();
        blocks.insert(7, 0, 100, 1);
        blocks.insert(7, 1, 100, 1);
        assertThat(blocks.own(blocks.findInAnyGroup(7))).isEqualTo(100);
        blocks.insert(7, 2, 200, 1);
        assertThat(blocks.findInAnyGroup(7)).isNegative();
    }

    /** Extreme keys, several groups, growing and shrinking, against a map. */
    @Test
    void cellsSayWhatAMapSays() {
        List<Long> extremes = List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            EngineBlocks blocks = new EngineBlocks();
            Map<Key, long[]> model = new HashMap<>();
            int keys = 4 + random.nextInt(400);
            for (int step = 0; step < 6_000; step++) {
                int number = random.nextInt(keys);
                long engine = number < extremes.size() ? extremes.get(number) : number;
                Key key = new Key(engine, random.nextInt(4));
                int at = blocks.find(key.engine, key.group);
                long[] known = model.get(key);
                assertThat(at >= 0).isEqualTo(known != null);
                boolean growing = step / 1_500 % 2 == 0;
                if (known == null) {
                    if (growing || random.nextInt(5) == 0) {
                        long[] value = {random.nextLong(), 1 + random.nextInt(7)};
                        blocks.insert(key.engine, key.group, value[0], (int) value[1]);
                        model.put(key, value);
                    }
                } else if (random.nextInt(10) < (growing ? 2 : 7)) {
                    blocks.remove(at);
                    model.remove(key);
                } else {
                    known[0] = random.nextLong();
                    known[1] = 1L + random.nextInt(7);
                    blocks.setOwn(at, known[0]);
                    blocks.setTiers(at, (int) known[1]);
                }
                assertThat(blocks.size()).isEqualTo(model.size());
            }
            model.forEach((key, value) -> {
                int at = blocks.find(key.engine, key.group);
                assertThat(at).as("seed and key %s", key).isNotNegative();
                assertThat(blocks.own(at)).isEqualTo(value[0]);
                assertThat(blocks.tiers(at)).isEqualTo((int) value[1]);
            });
            TreeSet<Long> told = new TreeSet<>();
            blocks.forEach((own, tiers) -> told.add(own));
            assertThat(told).hasSize(model.size());
            for (Key key : List.copyOf(model.keySet())) {
                blocks.remove(blocks.find(key.engine, key.group));
            }
            assertThat(blocks.size()).isZero();
            assertThat(blocks.bytes()).isZero();
        }
    }
}
