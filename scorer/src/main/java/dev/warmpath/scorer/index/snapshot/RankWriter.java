package dev.warmpath.scorer.index.snapshot;

import dev.warmpath.scorer.index.RankCopy;
import java.nio.ByteBuffer;

/** Writes one rank's blocks, a buffer at a time. Not thread-safe. */
public final class RankWriter {

    private enum Part {
        HEAD,
        LEARNED,
        BLOCK_COUNT,
        BLOCKS,
        DONE
    }

    private final RankCopy copy;
    private final int[] groups;
    private final long[] learned;
    private Part part = Part.HEAD;
    private int next;

    /** @param copy not to be taken anew before all is written */
    public RankWriter(RankCopy copy) {
        this.copy = copy;
        this.groups = copy.groups();
        this.learned = copy.learned();
    }

    /** How many bytes there will be in all. */
    public long bytes() {
        return 1L
                + (long) Integer.BYTES * groups.length
                + Integer.BYTES
                + (long) Long.BYTES * learned.length
                + Integer.BYTES
                + (long) RankFormat.BYTES_PER_BLOCK * copy.blocks();
    }

    /**
     * Writes what fits.
     *
     * @param out little-endian, with room for 256 bytes at least
     * @return whether there is more
     */
    public boolean write(ByteBuffer out) {
        if (part == Part.HEAD) {
            out.put((byte) groups.length);
            for (int group : groups) {
                out.putInt(group);
            }
            out.putInt(learned.length);
            part = Part.LEARNED;
        }
        if (part == Part.LEARNED) {
            while (next < learned.length && out.remaining() >= Long.BYTES) {
                out.putLong(learned[next++]);
            }
            part = next < learned.length ? Part.LEARNED : Part.BLOCK_COUNT;
        }
        if (part == Part.BLOCK_COUNT && out.remaining() >= Integer.BYTES) {
            out.putInt(copy.blocks());
            next = copy.next(0);
            part = Part.BLOCKS;
        }
        if (part == Part.BLOCKS) {
            while (next >= 0 && out.remaining() >= RankFormat.BYTES_PER_BLOCK) {
                out.putLong(copy.engine(next));
                out.putLong(copy.own(next));
                out.put(copy.tag(next));
                out.putInt(copy.parent(next));
                next = copy.next(next + 1);
            }
            part = next < 0 ? Part.DONE : Part.BLOCKS;
        }
        return part != Part.DONE;
    }
}
