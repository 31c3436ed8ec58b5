package dev.warmpath.router.prompt.chat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A message's JSON as the cache's key. All of it is compared; only some of it is hashed, as hashing all would be another
 * pass over a conversation. Messages that differ elsewhere fall into one bin of the table, which is a tree then.
 */
final class MessageKey implements Comparable<MessageKey> {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Words of eight bytes that are hashed, or up to twice as many. */
    private static final int SAMPLES = 32;

    /** 2^64 over the golden ratio. */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final int hash;

    /** The message in a body. */
    MessageKey(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.hash = hash(bytes, start, end);
    }

    private static int hash(byte[] bytes, int start, int end) {
        int step = Math.max(Long.BYTES, (end - start) / SAMPLES);
        long hash = (end - start) * SPREAD;
        for (int at = start; at <= end - Long.BYTES; at += step) {
            hash = (Long.rotateLeft(hash, 29) ^ (long) WORD.get(bytes, at)) * SPREAD;
        }
        return (int) (hash >>> Integer.SIZE);
    }

    /** The same without the body around it. */
    MessageKey alone() {
        return new MessageKey(Arrays.copyOfRange(bytes, start, end), 0, end - start);
    }

    /** How long the message is, in bytes. */
    int length() {
        return end - start;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MessageKey key
                && hash == key.hash
                && Arrays.equals(bytes, start, end, key.bytes, key.start, key.end);
    }

    @Override
    public int compareTo(MessageKey other) {
        return Arrays.compare(bytes, start, end, other.bytes, other.start, other.end);
    }
}
