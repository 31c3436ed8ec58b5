package dev.warmpath.it.sim.hash;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A SHA-256 digest: the identity of a block inside an engine. */
public final class Digest {

    private final byte[] bytes;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A digest that is already known. */
    public static Digest of(byte[] bytes) {
        return new Digest(bytes.clone());
    }

    /** Digest of the parts, one after another. */
    static Digest sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return new Digest(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The 32 bytes; a copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** First eight bytes, big-endian. */
    public long firstLong() {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /** Last eight bytes, big-endian. */
    public long lastLong() {
        return ByteBuffer.wrap(bytes).getLong(bytes.length - Long.BYTES);
    }

    byte[] shared() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return (int) firstLong();
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
