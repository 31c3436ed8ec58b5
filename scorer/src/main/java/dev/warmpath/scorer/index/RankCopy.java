package dev.warmpath.scorer.index;

/**
 * One rank's blocks as they were at one moment ({@link RankIndex#copyTo}), to be read at leisure.
 *
 * <p>Taking it is two array copies, so that the rank's events wait for as short a time as can be: 17 bytes per cell of the
 * rank's table, a third to a half of which is empty. Sorting out what is empty is left to the reader. The arrays are kept
 * from copy to copy, so one object serves for any number of ranks, one after the other.
 *
 * <p>Not thread-safe: handed over between the rank's writer, which fills it, and whoever reads it.
 */
public final class RankCopy {

    /** Engine hash at {@code 2 i}, own hash at {@code 2 i + 1}, as {@link EngineBlocks} has them. */
    private long[] hashes = {};

    /** 0 in empty cells. */
    private byte[] tags = {};

    private int cells;
    private int blocks;
    private int[] groups = {};
    private int blockSize;
    private long[] learned = {};

    /** Makes room, so that taking the copy need not. */
    public void reserve(long bytes) {
        grow((int) Math.min(bytes / (2 * Long.BYTES + 1), Integer.MAX_VALUE / 4));
    }

    private void grow(int wanted) {
        if (tags.length < wanted) {
            hashes = new long[2 * wanted];
            tags = new byte[wanted];
        }
    }

    void takeCells(long[] hashesNow, byte[] tagsNow, int blocksNow) {
        grow(tagsNow.length);
        System.arraycopy(hashesNow, 0, hashes, 0, hashesNow.length);
        System.arraycopy(tagsNow, 0, tags, 0, tagsNow.length);
        cells = tagsNow.length;
        blocks = blocksNow;
    }

    void takeRest(int[] groupsNow, int blockSizeNow, long[] learnedNow) {
        groups = groupsNow;
        blockSize = blockSizeNow;
        learned = learnedNow;
    }

    /** Engine blocks, each group's counted. */
    public int blocks() {
        return blocks;
    }

    /** Tokens per block; 0 where it was not known. */
    public int blockSize() {
        return blockSize;
    }

    /** The engine's KV-cache groups, in the order of the numbers that {@link #tag} has; -1 is the one without a name. */
    public int[] groups() {
        return groups.clone();
    }

    /** Own hashes of the blocks that answers had proved and no event announced. */
    public long[] learned() {
        return learned.clone();
    }

    /** The next cell, from this one on, that has a block; -1 when there is none. */
    public int next(int cell) {
        for (int at = cell; at < cells; at++) {
            if (tags[at] != 0) {
                return at;
            }
        }
        return -1;
    }

    /** The engine's hash of a cell's block. */
    public long engine(int cell) {
        return hashes[2 * cell];
    }

    /** The block's own hash. */
    public long own(int cell) {
        return hashes[2 * cell + 1];
    }

    /** Number of its group (high five bits) and the tiers it is in (1 device, 2 host, 4 disk). */
    public byte tag(int cell) {
        return tags[cell];
    }
}
