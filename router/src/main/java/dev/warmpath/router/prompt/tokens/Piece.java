package dev.warmpath.router.prompt.tokens;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The token ids of a piece of text and, once a prompt with it was hashed, the block hashes that end in it. Safe for any
 * number of threads: what is remembered is replaced, never changed, and losing one of two that come at the same time
 * only costs hashing again.
 */
final class Piece {

    /** Hashing a block is as cheap as to find out what it was. */
    private static final int LONG_TOKENS = 16;

    /** A document that two conversations hold has other hashes in each; a system prompt has the same in all. */
    private static final int MOST_STRETCHES = 2;

    private static final Stretch[] NOTHING = {};

    /** Where the cache has it; null when it is not from there, and nothing is remembered. */
    private final @Nullable Segment segment;

    private final int[] ids;

    /** The latest first. */
    private volatile Stretch[] stretches = NOTHING;

    /** The array is kept: do not write to it. */
    Piece(@Nullable Segment segment, int[] ids) {
        this.segment = segment;
        this.ids = ids;
    }

    @Nullable
    Segment segment() {
        return segment;
    }

    /** Shared: do not write to them. */
    int[] ids() {
        return ids;
    }

    /** Whether hashes are remembered here. */
    boolean remembers() {
        return segment != null && ids.length >= LONG_TOKENS;
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
        Stretch[] now = stretches;
        Stretch[] next = Arrays.copyOf(now, Math.min(now.length + 1, MOST_STRETCHES));
        System.arraycopy(now, 0, next, 1, next.length - 1);
        next[0] = stretch;
        stretches = next;
    }

    /** Bytes of ids and hashes. */
    int bytes() {
        int bytes = Integer.BYTES * ids.length;
        for (Stretch stretch : stretches) {
            bytes += stretch.bytes();
        }
        return bytes;
    }
}
