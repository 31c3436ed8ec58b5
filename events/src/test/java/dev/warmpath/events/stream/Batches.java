package dev.warmpath.events.stream;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Payloads in vLLM's positional form, each with a time of its own, as published batches have. */
final class Batches {

    private static final AtomicLong CLOCK = new AtomicLong();

    private Batches() {}

    /** One stored block of four tokens. */
    static byte[] stored(long hash) {
        return batch(-1, out -> {
            out.writeByte(0x96);
            text(out, "BlockStored");
            out.writeByte(0x91);
            unsigned(out, hash);
            out.writeByte(0xc0);
            out.write(new byte[] {(byte) 0x94, 1, 2, 3, 4, 4, (byte) 0xc0});
        });
    }

    /** As {@link #stored}, naming a rank. */
    static byte[] storedByRank(long hash, int rank) {
        byte[] withoutRank = stored(hash);
        byte[] withRank = java.util.Arrays.copyOf(withoutRank, withoutRank.length + 1);
        withRank[0] = (byte) 0x93;
        withRank[withoutRank.length] = (byte) rank;
        return withRank;
    }

    /** Many blocks in one event. */
    static byte[] storedRun(int blocks) {
        return batch(-1, out -> {
            out.writeByte(0x96);
            text(out, "BlockStored");
            array(out, blocks);
            for (int i = 0; i < blocks; i++) {
                unsigned(out, i);
            }
            out.writeByte(0xc0);
            array(out, blocks * 4);
            for (int i = 0; i < blocks * 4; i++) {
                unsigned(out, i);
            }
            out.write(new byte[] {4, (byte) 0xc0});
        });
    }

    static byte[] removed(long hash) {
        return batch(-1, out -> {
            out.writeByte(0x92);
            text(out, "BlockRemoved");
            out.writeByte(0x91);
            unsigned(out, hash);
        });
    }

    static byte[] cleared() {
        return batch(-1, out -> {
            out.writeByte(0x91);
            text(out, "AllBlocksCleared");
        });
    }

    /** An event of a type that nobody knows. */
    static byte[] unknownType() {
        return batch(-1, out -> {
            out.writeByte(0x92);
            text(out, "BlockPinned");
            out.write(new byte[] {(byte) 0x91, 1});
        });
    }

    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] batch(int rank, Body event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(rank < 0 ? 0x92 : 0x93);
            out.writeByte(0xcb);
            out.writeDouble(System.currentTimeMillis() / 1000.0 + CLOCK.incrementAndGet() * 1e-6);
            out.writeByte(0x91);
            event.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeByte(0xa0 | utf8.length);
        out.write(utf8);
    }

    private static void array(DataOutputStream out, int length) throws IOException {
        out.writeByte(0xdd);
        out.writeInt(length);
    }

    private static void unsigned(DataOutputStream out, long value) throws IOException {
        out.writeByte(0xcf);
        out.writeLong(value);
    }
}
