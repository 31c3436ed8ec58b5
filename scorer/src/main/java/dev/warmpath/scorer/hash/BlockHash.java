package dev.warmpath.scorer.hash;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.warmpath.events.kv.CacheNamespace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The chain {@code h[i] = XXH3-64(h[i-1] as u64 LE || tokens as u32 LE, seed 0)} of design 3.3. Allocation-free.
 *
 * <p>Three kinds of input make a hash, and none can pass for another: blocks of tokens use seed 0, so that the values
 * are those of other routers of this kind; namespaces and extra keys each use a seed of their own. A seed picks another
 * function, whereas a mere prefix could be imitated by token ids.
 *
 * <p>The bytes are put together in a buffer that each thread keeps: copying 64 bytes is a tenth of the cost of hashing
 * them through a per-byte accessor.
 */
public final class BlockHash {

    /** ASCII "wp-space": any fixed value other than 0 and {@link #EXTRA_SEED} would do. */
    private static final long NAMESPACE_SEED = 0x77702d7370616365L;
    /** ASCII "wp-extra". */
    private static final long EXTRA_SEED = 0x77702d6578747261L;

    private static final Hasher64 TOKENS = Hashing.xxh3_64();
    private static final Hasher64 NAMESPACES = Hashing.xxh3_64(NAMESPACE_SEED);
    private static final Hasher64 EXTRAS = Hashing.xxh3_64(EXTRA_SEED);

    private static final VarHandle INT_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG_LE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Blocks of up to 4094 tokens (engines use 1 to 1024) are put together here; a larger one gets its own buffer. */
    private static final int BUFFER_BYTES = 16 << 10;

    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[BUFFER_BYTES]);

    private BlockHash() {}

    /** What stands before the first block where neither adapter nor salt keeps blocks apart. */
    static final long PLAIN_ROOT = 0;

    /** What stands before the first block: {@link #PLAIN_ROOT} for the plain namespace, another value for every other one. */
    public static long root(CacheNamespace namespace) {
        if (namespace.lora() == null && namespace.salt() == null) {
            return PLAIN_ROOT;
        }
        HashStream64 stream = NAMESPACES.hashStream();
        put(stream, namespace.lora());
        put(stream, namespace.salt());
        long root = stream.getAsLong();
        return root == PLAIN_ROOT ? 1 : root;
    }

    /** Presence, length, UTF-8: no two pairs of names have one encoding, and an absent name is not an empty one. */
    private static void put(HashStream64 stream, @Nullable String name) {
        if (name == null) {
            stream.putByte((byte) 0);
            return;
        }
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        stream.putByte((byte) 1).putInt(utf8.length).putBytes(utf8);
    }

    /** Key of an image, a sound or a file: XXH3-64, seed 0, of what it is referred to by, its data or its address. */
    public static long content(String reference) {
        byte[] utf8 = reference.getBytes(StandardCharsets.UTF_8);
        return content(utf8, 0, utf8.length);
    }

    /** The same of a reference that stands among other bytes. */
    public static long content(byte[] bytes, int from, int to) {
        return TOKENS.hashBytesToLong(bytes, from, to - from);
    }

    /** Hash of the block {@code tokens[from .. from + blockSize)} that follows {@code parent}. */
    public static long next(long parent, int[] tokens, int from, int blockSize) {
        return next(buffer(blockSize), parent, tokens, from, blockSize);
    }

    /**
     * The same for a block that holds more than its tokens say (an image, an embedding): another block than the one of
     * its tokens alone, and so are all that follow it.
     *
     * @param extraKey digest of what else the block holds; 0 for nothing
     */
    public static long next(long parent, int[] tokens, int from, int blockSize, long extraKey) {
        long plain = next(parent, tokens, from, blockSize);
        return extraKey == 0 ? plain : EXTRAS.hashLongLongToLong(plain, extraKey);
    }

    /**
     * Hashes of the blocks {@code [from, to)} of a prompt, written to {@code chain} at these places; those before must be
     * there already.
     *
     * @param root what stands before the first block
     */
    public static void chain(long root, int[] tokens, int blockSize, long[] chain, int from, int to) {
        byte[] buffer = buffer(blockSize);
        long parent = from == 0 ? root : chain[from - 1];
        for (int i = from; i < to; i++) {
            parent = next(buffer, parent, tokens, i * blockSize, blockSize);
            chain[i] = parent;
        }
    }

    private static long next(byte[] buffer, long parent, int[] tokens, int from, int blockSize) {
        LONG_LE.set(buffer, 0, parent);
        for (int i = 0, at = Long.BYTES; i < blockSize; i++, at += Integer.BYTES) {
            INT_LE.set(buffer, at, tokens[from + i]);
        }
        return TOKENS.hashBytesToLong(buffer, 0, Long.BYTES + blockSize * Integer.BYTES);
    }

    private static byte[] buffer(int blockSize) {
        int bytes = Long.BYTES + Math.multiplyExact(blockSize, Integer.BYTES);
        return bytes <= BUFFER_BYTES ? BUFFER.get() : new byte[bytes];
    }
}
