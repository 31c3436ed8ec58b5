package dev.warmpath.scorer.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tree of chains says what a set of blocks for each of them would say. */
class ChainTreeTest {

    private final ChainTree<Set<Integer>> tree = new ChainTree<>(HashSet::new);

    /** Hashes of 2, 3, ... digits: a number's digits are the chain's tokens, so that equal hashes are equal prefixes. */
    private static long[] chain(String digits) {
        long[] chain = new long[digits.length()];
        for (int i = 0; i < chain.length; i++) {
            chain[i] = Long.parseLong("1" + digits.substring(0, i + 1));
        }
        return chain;
    }

    private ChainTree.Run<Set<Integer>> add(String digits) {
        return Objects.requireNonNull(tree.add(chain(digits), digits.length()));
    }

    private List<String> runs(String digits) {
        List<String> runs = new ArrayList<>();
        long[] chain = chain(digits);
        ChainTree.Run<Set<Integer>> run = null;
        for (int at = 0; at < chain.length; at = run.to()) {
            run = tree.next(run, chain, at);
            if (run == null) {
                break;
            }
            runs.add(run.from() + "-" + run.to());
        }
        return runs;
    }

    @Test
    void sharedPrefixIsCountedOnce() {
        add("0001112222");
        add("0001113333");
        assertThat(tree.blocks()).isEqualTo(14);
        add("0001113333");
        add("000111");
        assertThat(tree.blocks()).isEqualTo(14);
    }

    @Test
    void runIsSplitWhereAChainLeavesAndWhereOneEnds() {
        add("00000000");
        assertThat(runs("00000000")).containsExactly("0-8");
        add("00011");
        add("00000");
        assertThat(runs("00000000")).containsExactly("0-3", "3-5", "5-8");
        assertThat(runs("00011")).containsExactly("0-3", "3-5");
    }

    @Test
    void runsAreJoinedWhenNobodyLeavesOrEndsThereAnyMore() {
        add("00000000");
        ChainTree.Run<Set<Integer>> leaves = add("00011");
        ChainTree.Run<Set<Integer>> ends = add("00000");
        tree.remove(leaves);
        assertThat(runs("00000000")).containsExactly("0-5", "5-8");
        tree.remove(ends);
        assertThat(runs("00000000")).containsExactly("0-8");
    }

    @Test
    void chainIsCountedAsOftenAsItWasAdded() {
        ChainTree.Run<Set<Integer>> first = add("0123");
        ChainTree.Run<Set<Integer>> second = add("0123");
        tree.remove(first);
        assertThat(tree.blocks()).isEqualTo(4);
        tree.remove(second);
        assertThat(tree.blocks()).isZero();
        assertThat(tree.size()).isZero();
    }

    @Test
    void chainWithoutBlocksIsNothing() {
        assertThat(tree.add(chain("012"), 0)).isNull();
        tree.remove(null);
        assertThat(tree.size()).isZero();
    }

    @Test
    void sharedPartOfARunIsFoundAtEveryPlace() {
        ChainTree.Run<Set<Integer>> run = add("0000000000000000");
        for (int same = 1; same <= 16; same++) {
            String digits = "0".repeat(same) + "1".repeat(16 - same);
            for (int length = 1; length <= 16; length++) {
                assertThat(run.shared(chain(digits), length))
                        .as("%s, %d", digits, length)
                        .isEqualTo(Math.min(same, length));
            }
        }
    }

    @Test
    void bothPartsOfASplitRunHaveItsNote() {
        ChainTree.Run<Set<Integer>> end = add("00000000");
        end.note(new HashSet<>(Set.of(1)));
        add("0001");
        assertThat(end.note()).containsExactly(1);
        ChainTree.Run<Set<Integer>> first = Objects.requireNonNull(end.parent());
        assertThat(first.note()).containsExactly(1).isNotSameAs(end.note());
        assertThat(first.to()).isEqualTo(3);
    }

    /** A hash is 64 bits, and somebody may look for two prefixes that have the same. Must not go round in circles either. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void prefixesThatCollideAreCountedApartAndLeaveNothingBehind() {
        long[][] chains = {
            {1, 5, 6, 7},
            {2, 5, 6, 7},
            {1, 5, 8},
            {2, 5, 8},
            {3, 4, 5, 6},
            {5, 6},
            {1, 1, 1},
            {5, 5, 5, 5},
            {1, 5, 6, 9}
        };
        Random random = new Random(1);
        List<ChainTree.Run<Set<Integer>>> ends = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (ends.isEmpty() || (random.nextInt(20) < 11 && ends.size() < 30)) {
                long[] chain = chains[random.nextInt(chains.length)];
                ends.add(tree.add(chain, 1 + random.nextInt(chain.length)));
            } else {
                tree.remove(ends.remove(random.nextInt(ends.size())));
            }
            assertThat(tree.size()).isLessThanOrEqualTo(2 * ends.size());
        }
        ends.forEach(tree::remove);
        assertThat(tree.blocks()).isZero();
        assertThat(tree.size()).isZero();
    }

    @Test
    void tableThatRunsEmptyGivesItsMemoryBack() {
        int small = tree.capacity();
        List<ChainTree.Run<Set<Integer>>> ends = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            ends.add(add("" + i));
        }
        assertThat(tree.capacity()).isGreaterThan(10_000);
        ends.forEach(tree::remove);
        assertThat(tree.capacity()).isLessThanOrEqualTo(small);
    }

    static long[] seeds() {
        return new Random(20261130).longs(8).toArray();
    }

    private record Added(String digits, int number, ChainTree.Run<Set<Integer>> end) {}

    /**
     * Chains come and go at random; at every step the tree has as many blocks as the set of all their prefixes, every run's
     * note names the chains that pass it, and there are no more runs than chains account for.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void treeSaysWhatASetOfBlocksSays(long seed) {
        Random random = new Random(seed);
        List<Added> all = new ArrayList<>();
        for (int step = 0; step < 4_000; step++) {
            if (all.isEmpty() || random.nextInt(100) < (step < 3_000 ? 52 : 40)) {
                StringBuilder digits = new StringBuilder();
                int length = 1 + random.nextInt(12);
                for (int i = 0; i < length; i++) {
                    digits.append(random.nextInt(10) < 7 ? 0 : 1);
                }
                Added added = new Added(digits.toString(), step, add(digits.toString()));
                all.add(added);
                for (ChainTree.Run<Set<Integer>> run = added.end; run != null; run = run.parent()) {
                    Set<Integer> note = run.note();
                    note = note == null ? new HashSet<>() : note;
                    note.add(step);
                    run.note(note);
                }
            } else {
                Added gone = all.remove(random.nextInt(all.size()));
                for (ChainTree.Run<Set<Integer>> run = gone.end; run != null; run = run.parent()) {
                    assertThat(Objects.requireNonNull(run.note()).remove(gone.number))
                            .isTrue();
                }
                tree.remove(gone.end);
            }
            check(all);
        }
    }

    private void check(List<Added> all) {
        Set<String> blocks = new HashSet<>();
        Set<String> ends = new HashSet<>();
        for (Added added : all) {
            for (int i = 1; i <= added.digits.length(); i++) {
                blocks.add(added.digits.substring(0, i));
            }
            ends.add(added.digits);
        }
        assertThat(tree.blocks()).isEqualTo(blocks.size());
        assertThat(tree.size()).isLessThanOrEqualTo(2 * ends.size());
        if (all.isEmpty()) {
            return;
        }
        Added some = all.get(all.size() / 2);
        for (ChainTree.Run<Set<Integer>> run = some.end; run != null; run = run.parent()) {
            String prefix = some.digits.substring(0, run.to());
            Set<Integer> passing = new HashSet<>();
            for (Added added : all) {
                if (added.digits.startsWith(prefix)) {
                    passing.add(added.number);
                }
            }
            assertThat(run.note()).isEqualTo(passing);
        }
    }
}
