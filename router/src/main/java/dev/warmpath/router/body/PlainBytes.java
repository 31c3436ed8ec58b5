package dev.warmpath.router.body;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the end of a run of string bytes that stand for themselves: ASCII but for control characters, the quote and the
 * backslash. Nearly all bytes of a request are such, so eight are looked at in one go, with the usual arithmetic on a
 * word of bytes (H. S. Warren, Hacker's Delight, 6-1): the lowest byte that it marks is marked rightly.
 */
final class PlainBytes {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** A one in every byte. */
    private static final long ONES = 0x0101010101010101L;

    /** The highest bit of every byte. */
    private static final long TOPS = ONES << (Byte.SIZE - 1);

    private PlainBytes() {}

    /** Place of the first byte in {@code [from, end)} that is not plain, or {@code end}. */
    static int end(byte[] in, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES) {
            long special = special((long) WORD.get(in, at));
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

    /** Marks the bytes that are not plain; above the lowest mark there may be false ones. */
    private static long special(long word) {
        long quotes = word ^ (ONES * '"');
        long backslashes = word ^ (ONES * '\\');
        long below = (word - ONES * ' ') & ~word;
        return (((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes) | below | word) & TOPS;
    }
}
