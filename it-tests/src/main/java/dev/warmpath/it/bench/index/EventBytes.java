package dev.warmpath.it.bench.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.Arrays;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** Batches of events as vLLM sends them: positional arrays, hashes as unsigned integers, one batch per scheduler step. */
public final class EventBytes {

    private EventBytes() {}

    /** What an engine calls a block: another 64 bits than our own, as spread out. */
    public static long engineHash(long own) {
        return own * 0x9e3779b97f4a7c15L ^ 0x5bd1e9955bd1e995L;
    }

    /**
     * One batch: {@code chain[from .. to)} of a prompt was stored, and other blocks were removed; either may be empty.
     *
     * @param tokens of the whole prompt
     */
    public static byte[] batch(long[] chain, int from, int to, int[] tokens, int blockSize, long[] removed) {
        try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
            out.packArrayHeader(2).packDouble(1.0);
            out.packArrayHeader((from < to ? 1 : 0) + (removed.length > 0 ? 1 : 0));
            if (removed.length > 0) {
                out.packArrayHeader(3).packString("BlockRemoved");
                packHashes(out, removed);
                out.packString("GPU");
            }
            if (from < to) {
                out.packArrayHeader(7).packString("BlockStored");
                packHashes(out, Arrays.copyOfRange(chain, from, to));
                if (from == 0) {
                    out.packNil();
                } else {
                    packHash(out, chain[from - 1]);
                }
                out.packArrayHeader((to - from) * blockSize);
                for (int i = from * blockSize; i < to * blockSize; i++) {
                    out.packInt(tokens[i]);
                }
                out.packInt(blockSize).packNil().packString("GPU");
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("packing into memory", e);
        }
    }

    private static void packHashes(MessageBufferPacker out, long[] blocks) throws IOException {
        out.packArrayHeader(blocks.length);
        for (long block : blocks) {
            packHash(out, block);
        }
    }

    private static void packHash(MessageBufferPacker out, long block) throws IOException {
        long hash = engineHash(block);
        if (hash >= 0) {
            out.packLong(hash);
        } else {
            out.packBigInteger(new BigInteger(Long.toUnsignedString(hash)));
        }
    }
}
