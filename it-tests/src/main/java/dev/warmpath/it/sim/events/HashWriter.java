package dev.warmpath.it.sim.events;

import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.HashScheme;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessagePacker;

/** Block hashes as a format carries them. */
@FunctionalInterface
interface HashWriter {

    void write(MessagePacker packer, Digest digest) throws IOException;

    static HashWriter of(EventOptions options, HashScheme scheme) {
        if (options.digestHashes()) {
            return (packer, digest) -> {
                byte[] bytes = digest.bytes();
                packer.packBinaryHeader(bytes.length).writePayload(bytes);
            };
        }
        if (options.format().isVllm()) {
            return (packer, digest) -> packUnsigned(packer, scheme.wire(digest));
        }
        return (packer, digest) -> packer.packLong(scheme.wire(digest));
    }

    private static void packUnsigned(MessagePacker packer, long bits) throws IOException {
        if (bits >= 0) {
            packer.packLong(bits);
        } else {
            packer.packBigInteger(new BigInteger(Long.toUnsignedString(bits)));
        }
    }

    default void writeAll(MessagePacker packer, List<Digest> digests) throws IOException {
        packer.packArrayHeader(digests.size());
        for (Digest digest : digests) {
            write(packer, digest);
        }
    }

    default void writeOrNil(MessagePacker packer, @Nullable Digest digest) throws IOException {
        if (digest == null) {
            packer.packNil();
        } else {
            write(packer, digest);
        }
    }
}
