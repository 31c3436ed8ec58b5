package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.MediaSpan;
import dev.warmpath.scorer.hash.BlockHash;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Block identities that cost less than the engines' SHA-256: to routing they are opaque in any case. */
final class ChainHashing implements HashScheme {

    @Override
    public boolean mediaInTokens() {
        return true;
    }

    @Override
    public Digest hash(@Nullable Digest parent, int[] tokens, CacheNamespace namespace, List<MediaSpan.InBlock> media) {
        long before = parent == null ? BlockHash.root(namespace) : parent.firstLong();
        return Digest.of(ByteBuffer.allocate(Long.BYTES)
                .putLong(BlockHash.next(before, tokens, 0, tokens.length))
                .array());
    }

    @Override
    public long wire(Digest digest) {
        return digest.firstLong();
    }
}
