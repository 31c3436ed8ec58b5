package dev.warmpath.router.prompt.tokens;

import dev.warmpath.router.prompt.cache.Remembered;
import dev.warmpath.router.recent.Newest;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The token ids of a piece of text and, once a prompt with it was hashed, the block hashes that end in it. Safe for any
 * number of threads: what is remembered is replaced, never changed, and losing one of two that come at the same time
 * only costs hashing again.
 */
final class Piece implements Remembered {

    /** Hashing a block is as cheap as to find out what it was. */
    private static final int LONG_TOKENS = 16;

    /** A document that two conversations hold has other hashes in each; a system prompt has the same in all. */
    private static final int MOST_STRETCHES = 2;

    private static final Stretch[] NOTHING = {};

    /**
     * An entry's memory beside the characters and ids: Caffeine's node 40, the table's 32 and its slot 6, key 32, string
     * 24, two array headers 32, piece 32, frequency sketch 16, and what is lost to rounding sizes up.
     */
    private static final int ENTRY_BYTES = 216;

    /** What it is found by in the cache; null when it is kept with something else, or not at all. */
    private final @Nullable Segment segment;

    /** What it is kept with; null when it is its own, or not kept at all. */
    private final @Nullable Remembered owner;

    private final int[] ids;

    /** The latest first. */
    private volatile Stretch[] stretches = NOTHING;

    private Piece(@Nullable Segment segment, @Nullable Remembered owner, int[] ids) {
        this.segment = segment;
        this.owner = owner;
        this.ids = ids;
    }

    /** A piece that is not kept and remembers nothing. The array is its own: do not write to it. */
    Piece(int[] ids) {
        this(null, null, ids);
    }

    /** A piece that is found by its text. The array is its own: do not write to it. */
    Piece(Segment segment, int[] ids) {
        this(segment, null, ids);
    }

    /** A piece that is found with something else, which counts its bytes. The array is its own: do not write to it. */
    Piece(Remembered owner, int[] ids) {
        this(null, owner, ids);
    }

    /** What the cache has it under; null when it is not kept. */
    @Nullable
    Remembered home() {
        return segment == null ? owner : this;
    }

    @Override
    public Object key() {
        return Objects.requireNonNull(segment);
    }

    @Override
    public long bytes() {
        int text = segment == null ? 0 : ENTRY_BYTES + segment.textBytes();
        return text + ownBytes();
    }

    /** Shared: do not write to them. */
    int[] ids() {
        return ids;
    }

    /** Whether hashes are remembered here. */
    boolean remembers() {
        return home() != null && ids.length >= LONG_TOKENS;
    }

    /** What is remembered behind {@code before} and the ids {@code [from, to)}, or null. */
    @Nullable
    Stretch find(Object before, int[] prompt, int from, int to) {
        for (Stretch stretch : stretches) {
            if (stretch.before().equals(before)
                    && Arrays.equals(stretch.gap(), 0, stretch.gap().length, prompt, from, to)) {
                return stretch;
            }
        }
        return null;
    }

    void remember(Stretch stretch) {
        stretches = Newest.with(stretches, stretch, MOST_STRETCHES);
    }

    /** Bytes of ids and hashes. */
    long ownBytes() {
        long bytes = (long) Integer.BYTES * ids.length;
        for (Stretch stretch : stretches) {
            bytes += stretch.bytes();
        }
        return bytes;
    }
}
