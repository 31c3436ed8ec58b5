package dev.warmpath.router.body;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the end of a run of string bytes that stand for themselves: ASCII but for control characters, the quote and the
 * backslash. Nearly all bytes of a request are such, so four times eight are looked at in one go, with the usual arithmetic on
 * a word of bytes (H. S. Warren, Hacker's Delight, 6-1): the lowest byte that it marks is marked rightly. A prompt is gone
 * over twice on its way, which is a tenth of what a long one costs beside the kernel's part.
 */
final class PlainBytes {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** A one in every byte. */
    private static final long ONES = 0x0101010101010101L;

    /** The highest bit of every byte. */
    private static final long TOPS = ONES << (Byte.SIZE - 1);

    private static final int WORDS = 4;

    private PlainBytes() {}

    /** Place of the first byte in {@code [from, end)} that is not plain, or {@code end}. */
    static int end(byte[] in, int from, int end) {
        int at = from;
        while (at <= end - WORDS * Long.BYTES) {
            long first = marks((long) WORD.get(in, at)) & TOPS;
            long second = marks((long) WORD.get(in, at + Long.BYTES)) & TOPS;
            long third = marks((long) WORD.get(in, at + 2 * Long.BYTES)) & TOPS;
            long fourth = marks((long) WORD.get(in, at + 3 * Long.BYTES)) & TOPS;
            // One branch for all of them.
            if ((first | second | third | fourth) != 0) {
                return at + place(first, second, third, fourth);
            }
            at += WORDS * Long.BYTES;
        }
        while (at <= end - Long.BYTES) {
            long special = marks((long) WORD.get(in, at)) & TOPS;
            if (special != 0) {
                return at + Long.numberOfTrailingZeros(special) / Byte.SIZE;
            }
            at += Long.BYTES;
        }
        while (at < end && in[at] >= ' ' && in[at] != '"' && in[at] != '\\') {
            at++;
        }
        return at;
    }

    /** Place of the first byte that is marked in these words. */
    private static int place(long first, long second, long third, long fourth) {
        if (first != 0) {
            return Long.numberOfTrailingZeros(first) / Byte.SIZE;
        }
        if (second != 0) {
            return Long.BYTES + Long.numberOfTrailingZeros(second) / Byte.SIZE;
        }
        return third != 0
                ? 2 * Long.BYTES + Long.numberOfTrailingZeros(third) / Byte.SIZE
                : 3 * Long.BYTES + Long.numberOfTrailingZeros(fourth) / Byte.SIZE;
    }

    /**
     * Sets the highest bit of the bytes that are not plain, and others at will; above the lowest mark there may be false
     * ones. The three differences have that bit where a byte is a quote, a backslash or below the space, or was set before.
     */
    private static long marks(long word) {
        return ((word ^ (ONES * '"')) - ONES) | ((word ^ (ONES * '\\')) - ONES) | (word - ONES * ' ') | word;
    }
}
