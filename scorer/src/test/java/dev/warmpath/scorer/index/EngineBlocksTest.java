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

    private static int insert(EngineBlocks blocks, long engine, int group, long own, int tiers) {
        int at = blocks.insert(engine, group, own);
        blocks.setTiers(at, tiers);
        return at;
    }

    private static void remove(EngineBlocks blocks, int at) {
        blocks.setTiers(at, 0);
        blocks.remove(at);
        blocks.trim();
    }

    /** Its children still name it, so its number must not become another block's. */
    @Test
    void blockThatLeftBeforeItsChildrenIsNotFoundAndComesBackUnderItsNumber() {
        EngineBlocks blocks = new EngineBlocks();
        int parent = insert(blocks, 7, 0, 100, 1);
        int child = insert(blocks, 8, 0, 101, 1);
        blocks.link(child, parent);
        blocks.setTiers(parent, 0);
        blocks.remove(parent);
        assertThat(blocks.find(7, 0)).isNegative();
        assertThat(blocks.findInAnyGroup(7)).isNegative();
        assertThat(blocks.groups(7, -1)).isZero();
        assertThat(blocks.size()).isEqualTo(1);
        assertThat(insert(blocks, 9, 0, 102, 1)).isNotEqualTo(parent);
        assertThat(insert(blocks, 7, 0, 100, 1)).isEqualTo(parent);
        assertThat(blocks.children(parent)).isEqualTo(1);
    }

    @Test
    void blockOfAnotherMeaningIsNotTakenForTheOneThatLeft() {
        EngineBlocks blocks = new EngineBlocks();
        int parent = insert(blocks, 7, 0, 100, 1);
        int child = insert(blocks, 8, 0, 101, 1);
        blocks.link(child, parent);
        blocks.setTiers(parent, 0);
        blocks.remove(parent);
        int other = insert(blocks, 7, 0, 200, 1);
        assertThat(other).isNotEqualTo(parent);
        assertThat(blocks.children(other)).isZero();
        assertThat(blocks.find(7, 0)).isEqualTo(other);
        blocks.unlink(child);
        assertThat(insert(blocks, 9, 0, 102, 1)).as("the number is free again").isEqualTo(parent);
    }

    /** A record whose name means another block keeps its number and has no cell: numbers outgrow what cells have bits for. */
    @Test
    void moreRecordsThanCellsAreToldApart() {
        EngineBlocks blocks = new EngineBlocks();
        for (int i = 0; i < 500; i++) {
            int parent = insert(blocks, 7, 0, 1_000 + i, 1);
            int child = insert(blocks, 8, 0, 2_000 + i, 1);
            blocks.link(child, parent);
            blocks.setTiers(parent, 0);
            blocks.remove(parent);
            // Whoever continues the child keeps it as the child keeps its parent.
            int grandchild = insert(blocks, 9 + i, 0, 3_000 + i, 1);
            blocks.link(grandchild, child);
            blocks.setTiers(child, 0);
            blocks.remove(child);
        }
        assertThat(blocks.size()).isEqualTo(500);
        assertThat(blocks.find(7, 0)).isNegative();
        for (int i = 0; i < 500; i++) {
            int at = blocks.find(9 + i, 0);
            assertThat(blocks.own(at)).isEqualTo(3_000 + i);
            assertThat(blocks.own(blocks.parent(at))).isEqualTo(2_000 + i);
            assertThat(blocks.own(blocks.parent(blocks.parent(at)))).isEqualTo(1_000 + i);
        }
    }

    @Test
    void everyGroupThatFitsHasItsOwnCell() {
        EngineBlocks blocks = new EngineBlocks();
        for (int group = 0; group < EngineBlocks.MAX_GROUPS; group++) {
            insert(blocks, 7, group, 100 + group, 1);
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
        insert(blocks, 7, 0, 100, 1);
        insert(blocks, 7, 1, 100, 1);
        assertThat(blocks.own(blocks.findInAnyGroup(7))).isEqualTo(100);
        insert(blocks, 7, 2, 200, 1);
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
                        insert(blocks, key.engine, key.group, value[0], (int) value[1]);
                        model.put(key, value);
                    }
                } else if (random.nextInt(10) < (growing ? 2 : 7)) {
                    remove(blocks, at);
                    model.remove(key);
                } else {
                    known[1] = 1L + random.nextInt(7);
                    blocks.setTiers(at, (int) known[1]);
                    if (random.nextBoolean()) {
                        known[0] = random.nextLong();
                        blocks.setTiers(at, 0);
                        blocks.remove(at);
                        insert(blocks, key.engine, key.group, known[0], (int) known[1]);
                    }
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
                remove(blocks, blocks.find(key.engine, key.group));
            }
            assertThat(blocks.size()).isZero();
            assertThat(blocks.bytes()).isZero();
        }
    }
}
