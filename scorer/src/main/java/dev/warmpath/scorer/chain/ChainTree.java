package dev.warmpath.scorer.chain;

import java.util.function.UnaryOperator;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A collection of chains of block hashes that knows what they have in common.
 *
 * <p><b>Idea.</b> A chained hash stands for its whole prefix: two chains have the same hash at a place if and only if they
 * are the same up to there. Two things follow. How far two chains agree is found by halving, without looking at every
 * block. And a radix tree of them (PATRICIA: Morrison, JACM 15(4), 1968) needs no tables from parents to children: the
 * hash of a run's first block names the run among all others, so one hash table of runs is the tree.
 *
 * <p><b>Layout.</b> A {@link Run} is a stretch of blocks that every chain through it passes from end to end. It refers to
 * some chain's own array, which is shared and not copied, and counts the chains that pass. Runs are split where a chain
 * leaves or ends, and joined again when nobody leaves or ends there any more, so that there are never more than two runs
 * per chain, whatever came and went before.
 *
 * <p><b>Cost.</b> Adding a chain is one probe per run on its way and one halving, log2(blocks) comparisons; a chain that
 * shares nothing is one probe. It makes two runs at most. A table of blocks would take a probe per block: 512 for a prompt
 * of 8192 tokens. {@code ChooseBenchmark} guards it.
 *
 * <p><b>Collisions.</b> XXH3 is no cryptographic hash: somebody who wants to can find two prefixes with one hash. A run is
 * therefore taken for the next one of a chain only at its own place and after its own parent, and a chain is removed by
 * the run that adding it gave, never looked up again. Prefixes that collide are then counted apart, and everything comes
 * back to nothing all the same.
 *
 * <p><b>Memory.</b> A run keeps the array of the youngest chain that passed it, so a chain that was removed may stay for
 * as long as another one shares its beginning: one array per run at most.
 *
 * <p>Not thread-safe.
 *
 * @param <T> what a user notes on runs; see {@link Run#note}
 */
public final class ChainTree<T> {

    /** A table that once grew past this gives its memory back when it runs empty; smaller ones are not worth it. */
    private static final int KEPT_CAPACITY = 1024;

    /** A run and its cell in the table, roughly; for memory gauges. */
    private static final long BYTES_PER_RUN = 100;

    private final Long2ObjectHashMap<Run<T>> runs = new Long2ObjectHashMap<>();
    private final UnaryOperator<T> copy;
    private int blocks;

    /** @param copy makes the note of the other part when a run is split */
    public ChainTree(UnaryOperator<T> copy) {
        this.copy = copy;
    }

    /** Blocks {@code from .. to - 1} of every chain that passes. */
    public static final class Run<T> {

        private long[] chain;
        private int from;
        private int to;
        private @Nullable Run<T> parent;

        /** Hash of the first block. */
        private long key;

        /** Chains that go all the way through; some may end with it. */
        private int passing;

        private int children;

        /** Keys of the children, combined by exclusive or: where there is one child, its key. */
        private long childKeys;

        private @Nullable T note;

        private Run(long[] chain, int from, int to, @Nullable Run<T> parent, int passing) {
            this.chain = chain;
            this.from = from;
            this.to = to;
            this.parent = parent;
            this.key = chain[from];
            this.passing = passing;
        }

        public int from() {
            return from;
        }

        public int to() {
            return to;
        }

        /** The run before this one on every chain that passes; null for the first. */
        public @Nullable Run<T> parent() {
            return parent;
        }

        /**
         * What the tree's user keeps here, of chains that pass. When a run is split both parts have it. When two are joined
         * the second's stays: the same chains passed both.
         */
        public @Nullable T note() {
            return note;
        }

        public void note(@Nullable T note) {
            this.note = note;
        }

        /**
         * The number of leading blocks that a chain has in common with those that pass here, this run's end at most.
         *
         * @param chain one that {@link ChainTree#next} gave this run for
         */
        public int shared(long[] chain, int length) {
            int end = Math.min(to, length);
            if (chain == this.chain || chain[end - 1] == this.chain[end - 1]) {
                return end;
            }
            int same = from;
            int differs = end - 1;
            while (differs - same > 1) {
                int middle = (same + differs) >>> 1;
                if (chain[middle] == this.chain[middle]) {
                    same = middle;
                } else {
                    differs = middle;
                }
            }
            return differs;
        }
    }

    /**
     * Adds {@code chain[0 .. length)}; a chain may be added many times.
     *
     * @param chain kept, not copied, and not to be changed
     * @return the run that it ends with, for {@link #remove}; null for no blocks
     */
    public @Nullable Run<T> add(long[] chain, int length) {
        Run<T> last = null;
        int at = 0;
        while (at < length) {
            Run<T> run = next(last, chain, at);
            if (run == null) {
                blocks += length - at;
                return link(new Run<>(chain, at, length, last, 1));
            }
            int end = run.shared(chain, length);
            if (end < run.to) {
                run = split(run, end);
            }
            run.passing++;
            run.chain = chain;
            last = run;
            at = end;
        }
        return last;
    }

    /** Removes a chain that was added, once for each time. */
    public void remove(@Nullable Run<T> end) {
        Run<T> run = end;
        while (run != null && run.passing == 1) {
            blocks -= run.to - run.from;
            unlink(run);
            run = run.parent;
        }
        Run<T> last = run;
        for (; run != null; run = run.parent) {
            run.passing--;
        }
        if (last != null) {
            join(last);
        } else if (runs.isEmpty() && runs.capacity() > KEPT_CAPACITY) {
            runs.compact();
        }
    }

    /**
     * The run in which a chain goes on, or null where no other does.
     *
     * @param last the run before, null for none: then {@code at} is 0
     * @param at where that run ends
     */
    public @Nullable Run<T> next(@Nullable Run<T> last, long[] chain, int at) {
        Run<T> run = runs.get(chain[at]);
        return run != null && run.from == at && run.parent == last ? run : null;
    }

    /** Distinct blocks of all chains. */
    public int blocks() {
        return blocks;
    }

    /** Runs that there are. */
    public int size() {
        return runs.size();
    }

    /** Heap that the tree takes, about; the chains are not its own. */
    public long bytes() {
        return runs.size() * BYTES_PER_RUN;
    }

    /** Cells of the table. */
    int capacity() {
        return runs.capacity();
    }

    private Run<T> link(Run<T> run) {
        runs.put(run.key, run);
        if (run.parent != null) {
            run.parent.children++;
            run.parent.childKeys ^= run.key;
        }
        return run;
    }

    private void unlink(Run<T> run) {
        forget(run);
        if (run.parent != null) {
            run.parent.children--;
            run.parent.childKeys ^= run.key;
        }
    }

    /** Another run may have the key by now, if their prefixes collide. */
    private void forget(Run<T> run) {
        if (runs.get(run.key) == run) {
            runs.remove(run.key);
        }
    }

    /** Makes a run of the first part, before {@code at}. The second stays what it was to those that remember it. */
    private Run<T> split(Run<T> run, int at) {
        Run<T> first = new Run<>(run.chain, run.from, at, run.parent, run.passing);
        first.note = run.note == null ? null : copy.apply(run.note);
        runs.put(first.key, first);
        run.from = at;
        run.key = run.chain[at];
        run.parent = first;
        link(run);
        return first;
    }

    /** Nobody leaves or ends between a run and its only child if as many pass the one as the other. */
    private void join(Run<T> run) {
        Run<T> child = run.children == 1 ? runs.get(run.childKeys) : null;
        if (child == null || child.parent != run || child.passing != run.passing) {
            return;
        }
        forget(child);
        child.from = run.from;
        child.key = run.key;
        child.parent = run.parent;
        if (runs.get(run.key) == run) {
            runs.put(child.key, child);
        }
    }
}
