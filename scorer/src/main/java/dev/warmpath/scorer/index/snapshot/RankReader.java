package dev.warmpath.scorer.index.snapshot;

import dev.warmpath.scorer.index.RankIndex;
import java.nio.ByteBuffer;

/**
 * Reads one rank's blocks, a buffer at a time, into a rank of the index that holds nothing. When it fails the rank holds
 * part of them, and is to be dropped.
 *
 * <p>No count is believed beyond the bytes that are there for it. Not thread-safe.
 */
public final class RankReader {

    /** Blocks put in at a time, under one turn of the rank's lock. */
    private static final int RUN = 1024;

    private enum Part {
        GROUP_COUNT,
        GROUPS,
        LEARNED_COUNT,
        LEARNED,
        BLOCK_COUNT,
        BLOCKS,
        DONE
    }

    private final RankIndex rank;
    private final int blockSize;
    private final boolean keepLearned;
    private final long nowNanos;

    /** Bytes that may still come. */
    private long left;

    private Part part = Part.GROUP_COUNT;
    private int[] groups = {};
    private long[] learned = {};
    private int next;
    private int blocks;
    private final long[] hashes = new long[2 * RUN];
    private final byte[] tags = new byte[RUN];
    private final int[] parents = new int[RUN];

    /**
     * @param blockSize tokens per block, 0 if not known
     * @param bytes how many there are in all
     * @param keepLearned whether blocks that answers had proved are young enough to be believed
     * @param nowNanos of the clock that {@link dev.warmpath.scorer.index.PrefixIndex#expireLearned} goes by
     */
    public RankReader(RankIndex rank, int blockSize, long bytes, boolean keepLearned, long nowNanos) {
        this.rank = rank;
        this.blockSize = blockSize;
        this.left = bytes;
        this.keepLearned = keepLearned;
        this.nowNanos = nowNanos;
    }

    /**
     * Reads what is whole in this buffer; the rest, less than 32 bytes, is to be offered again with what follows it.
     *
     * @param in little-endian
     * @throws MalformedRankException when it is nothing that was written here
     */
    public void read(ByteBuffer in) throws MalformedRankException {
        boolean further = true;
        while (further && part != Part.DONE) {
            int before = in.position();
            Part was = part;
            step(in);
            left -= in.position() - before;
            further = in.position() > before || part != was;
        }
        if (part == Part.DONE && (in.hasRemaining() || left != 0)) {
            throw new MalformedRankException("more bytes than its counts tell");
        }
    }

    /** All that was to come has come. */
    public void end() throws MalformedRankException {
        if (part != Part.DONE) {
            throw new MalformedRankException("it ends early");
        }
    }

    private void step(ByteBuffer in) throws MalformedRankException {
        switch (part) {
            case GROUP_COUNT -> {
                if (in.hasRemaining()) {
                    groups = new int[counted(in.get() & 0xff, Integer.BYTES, 1)];
                    part = Part.GROUPS;
                }
            }
            case GROUPS -> {
                while (next < groups.length && in.remaining() >= Integer.BYTES) {
                    groups[next++] = in.getInt();
                }
                advance(next == groups.length, Part.LEARNED_COUNT);
            }
            case LEARNED_COUNT -> {
                if (in.remaining() >= Integer.BYTES) {
                    learned = new long[counted(in.getInt(), Long.BYTES, Integer.BYTES)];
                    part = Part.LEARNED;
                }
            }
            case LEARNED -> {
                while (next < learned.length && in.remaining() >= Long.BYTES) {
                    learned[next++] = in.getLong();
                }
                advance(next == learned.length, Part.BLOCK_COUNT);
            }
            case BLOCK_COUNT -> {
                if (in.remaining() >= Integer.BYTES) {
                    blocks = counted(in.getInt(), RankFormat.BYTES_PER_BLOCK, Integer.BYTES);
                    rank.restore(blockSize, groups, blocks);
                    part = Part.BLOCKS;
                }
            }
            case BLOCKS -> {
                putIn(in);
                if (next == blocks && !rank.restoreParents()) {
                    throw new MalformedRankException("a block continues one that is not there");
                }
                if (next == blocks && keepLearned) {
                    rank.restoreLearned(learned, nowNanos);
                }
                advance(next == blocks, Part.DONE);
            }
            case DONE -> {}
        }
    }

    private void advance(boolean all, Part following) {
        if (all) {
            next = 0;
            part = following;
        }
    }

    /** A count that the bytes behind it bear out. */
    private int counted(int count, int bytesEach, int read) throws MalformedRankException {
        if (count < 0 || (long) count * bytesEach > left - read) {
            throw new MalformedRankException("it tells of more than it has bytes for");
        }
        if (part == Part.GROUP_COUNT && count > RankFormat.MAX_GROUPS) {
            throw new MalformedRankException("it has more groups than are numbered");
        }
        return count;
    }

    private void putIn(ByteBuffer in) throws MalformedRankException {
        int run = 0;
        while (next < blocks && run < RUN && in.remaining() >= RankFormat.BYTES_PER_BLOCK) {
            hashes[2 * run] = in.getLong();
            hashes[2 * run + 1] = in.getLong();
            tags[run] = in.get();
            parents[run++] = in.getInt();
            next++;
        }
        if (!rank.restore(hashes, tags, parents, run)) {
            throw new MalformedRankException("a block is there twice, or in no tier");
        }
    }
}
