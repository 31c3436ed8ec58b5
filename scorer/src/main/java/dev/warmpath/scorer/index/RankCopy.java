package dev.warmpath.scorer.index;

/**
 * One rank's blocks as they were at one moment ({@link RankIndex#copyTo}), to be read at leisure.
 *
 * <p>Taking it is a copy of the rank's records as they lie, 24 bytes each, so that the rank's events wait for as short a
 * time as can be. Sorting out which are in use is left to the reader. The array is kept from copy to copy, so one object
 * serves for any number of ranks, one after the other.
 *
 * <p>Not thread-safe: handed over between the rank's writer, which fills it, and whoever reads it.
 */
public final class RankCopy {

    /** As {@link BlockRecords} has them. */
    private long[] records = {};

    private int end;

    /** Per place, which in the order of the blocks it is; made when it is first asked for. */
    private int[] positions = {};

    private int blocks;
    private int[] groups = {};
    private int blockSize;
    private long[] learned = {};

    /** Makes room, so that taking the copy need not. */
    public void reserve(long bytes) {
        grow((int) Math.min(bytes / Long.BYTES, Integer.MAX_VALUE / 4));
    }

    private void grow(int longs) {
        if (records.length < longs) {
            records = new long[longs];
        }
    }

    void take(BlockRecords now, int blocksNow) {
        end = now.end();
        grow(BlockRecords.LONGS * end);
        now.copyTo(records);
        blocks = blocksNow;
        positions = new int[0];
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

    /** The next place, from this one on, that has a block; -1 when there is none. */
    public int next(int place) {
        for (int at = place; at < end; at++) {
            if (BlockRecords.tiers(tag(at)) != 0) {
                return at;
            }
        }
        return -1;
    }

    /** The engine's hash of a place's block. */
    public long engine(int place) {
        return records[BlockRecords.LONGS * place];
    }

    /** The block's own hash. */
    public long own(int place) {
        return records[BlockRecords.LONGS * place + 1];
    }

    /**
     * Which block, in the order in which {@link #next} tells them, this one continues on the device; or one of {@link
     * EngineBlocks}' constants: -1 where it begins a prompt or lies elsewhere, -2 where that block is not known or gone.
     */
    public int parent(int place) {
        int parent = BlockRecords.parent(records[BlockRecords.LONGS * place + 2]);
        if (parent < 0) {
            return parent;
        }
        if (positions.length == 0) {
            number();
        }
        return BlockRecords.tiers(tag(parent)) == 0 ? EngineBlocks.UNKNOWN_PARENT : positions[parent];
    }

    private void number() {
        positions = new int[end];
        int position = 0;
        for (int at = next(0); at >= 0; at = next(at + 1)) {
            positions[at] = position++;
        }
    }

    /** Number of its group (high five bits) and the tiers it is in (1 device, 2 host, 4 disk). */
    public byte tag(int place) {
        return BlockRecords.tag(records[BlockRecords.LONGS * place + 2]);
    }
}
