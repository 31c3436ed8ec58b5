package dev.warmpath.it.sim.hash;

import dev.warmpath.events.kv.CacheNamespace;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's chain under {@code --prefix-caching-hash-algo sha256_cbor}: the digest of the canonical CBOR of
 * {@code [parent, [tokens], extra keys or null]}. The parent of the first block is the digest of a seed text. Extra
 * keys are the adapter's name, on every block, each image that touches the block with its offset, and the cache salt, on the
 * first block only. Events carry the last eight bytes as an unsigned integer, or the whole digest.
 */
public final class VllmHashing implements HashScheme {

    /** The seed of vLLM since the middle of 2026 where {@code PYTHONHASHSEED} is unset. */
    public static final String DEFAULT_SEED = "vllm-none-hash";

    private static final int UINT = 0;
    private static final int NEGATIVE = 1 << 5;
    private static final int BYTES = 2 << 5;
    private static final int TEXT = 3 << 5;
    private static final int ARRAY = 4 << 5;
    private static final int NULL = 0xf6;

    private final Digest none;

    public VllmHashing(String seed) {
        ByteArrayOutputStream cbor = new ByteArrayOutputStream();
        text(cbor, seed);
        this.none = Digest.sha256(cbor.toByteArray());
    }

    @Override
    public boolean mediaInTokens() {
        return false;
    }

    @Override
    public Digest hash(@Nullable Digest parent, int[] tokens, CacheNamespace namespace, List<MediaSpan.InBlock> media) {
        ByteArrayOutputStream cbor = new ByteArrayOutputStream(48 + 5 * tokens.length);
        head(cbor, ARRAY, 3);
        byte[] before = (parent == null ? none : parent).shared();
        head(cbor, BYTES, before.length);
        cbor.writeBytes(before);
        head(cbor, ARRAY, tokens.length);
        for (int token : tokens) {
            head(cbor, UINT, token);
        }
        extraKeys(cbor, namespace.lora(), media, parent == null ? namespace.salt() : null);
        return Digest.sha256(cbor.toByteArray());
    }

    @Override
    public long wire(Digest digest) {
        return digest.lastLong();
    }

    /** What stands before the first block. */
    Digest none() {
        return none;
    }

    private static void extraKeys(
            ByteArrayOutputStream cbor, @Nullable String lora, List<MediaSpan.InBlock> media, @Nullable String salt) {
        int keys = (lora == null ? 0 : 1) + media.size() + (salt == null ? 0 : 1);
        if (keys == 0) {
            cbor.write(NULL);
            return;
        }
        head(cbor, ARRAY, keys);
        if (lora != null) {
            text(cbor, lora);
        }
        for (MediaSpan.InBlock one : media) {
            head(cbor, ARRAY, 2);
            text(cbor, one.identifier());
            boolean before = one.offset() < 0;
            head(cbor, before ? NEGATIVE : UINT, before ? -1 - one.offset() : one.offset());
        }
        if (salt != null) {
            text(cbor, salt);
        }
    }

    private static void text(ByteArrayOutputStream cbor, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        head(cbor, TEXT, utf8.length);
        cbor.writeBytes(utf8);
    }

    /** The shortest head for a major type and a length or value, as canonical CBOR demands (RFC 8949, 4.2.1). */
    private static void head(ByteArrayOutputStream cbor, int majorType, int value) {
        if (value < 24) {
            cbor.write(majorType | value);
        } else if (value < 1 << 8) {
            cbor.write(majorType | 24);
            cbor.write(value);
        } else if (value < 1 << 16) {
            cbor.write(majorType | 25);
            cbor.write(value >>> 8);
            cbor.write(value);
        } else {
            cbor.write(majorType | 26);
            cbor.write(value >>> 24);
            cbor.write(value >>> 16);
            cbor.write(value >>> 8);
            cbor.write(value);
        }
    }
}
