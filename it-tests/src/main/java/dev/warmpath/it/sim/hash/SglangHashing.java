package dev.warmpath.it.sim.hash;

import dev.warmpath.events.kv.CacheNamespace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SGLang's chain: {@code sha256(parent digest || tokens as u32 little-endian)}, nothing before the first page. A cache
 * salt replaces that nothing by {@code sha256("sglang-cache-salt-v1" || 0x00 || salt)}. Events carry the first eight
 * bytes as a signed integer.
 *
 * <p>SGLang separates adapters by a key of its radix tree and not by the hash. Here an adapter seeds the chain as a salt
 * does (under another label), so that one tree of hashes holds all namespaces.
 */
public final class SglangHashing implements HashScheme {

    private static final byte[] SALT_LABEL = "sglang-cache-salt-v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ADAPTER_LABEL = "simulated-adapter\0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = new byte[0];

    @Override
    public boolean mediaInTokens() {
        return true;
    }

    @Override
    public Digest hash(@Nullable Digest parent, int[] tokens, CacheNamespace namespace, List<MediaSpan.InBlock> media) {
        ByteBuffer page = ByteBuffer.allocate(tokens.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int token : tokens) {
            page.putInt(token);
        }
        return Digest.sha256(parent == null ? seed(namespace) : parent.shared(), page.array());
    }

    private static byte[] seed(CacheNamespace namespace) {
        byte[] seed = NOTHING;
        if (namespace.lora() != null) {
            seed = Digest.sha256(ADAPTER_LABEL, namespace.lora().getBytes(StandardCharsets.UTF_8))
                    .shared();
        }
        if (namespace.salt() != null) {
            seed = Digest.sha256(SALT_LABEL, seed, namespace.salt().getBytes(StandardCharsets.UTF_8))
                    .shared();
        }
        return seed;
    }

    @Override
    public long wire(Digest digest) {
        return digest.firstLong();
    }
}
