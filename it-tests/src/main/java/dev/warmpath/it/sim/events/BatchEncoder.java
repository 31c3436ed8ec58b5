package dev.warmpath.it.sim.events;

import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.HashScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** One batch: {@code [seconds since 1970, [events], rank]}, or without the rank as the first releases had it. */
final class BatchEncoder {

    private final boolean rankInBatch;
    private final EventWriter events;

    BatchEncoder(EventOptions options, HashScheme scheme) {
        this.rankInBatch = options.rankInBatch();
        HashWriter hashes = HashWriter.of(options, scheme);
        this.events = options.format().isVllm()
                ? new VllmEventWriter(options, hashes)
                : new SglangEventWriter(options, hashes);
    }

    byte[] encode(double seconds, int rank, List<CacheChange> changes) {
        List<CacheChange> announced = new ArrayList<>(changes.size());
        for (CacheChange change : changes) {
            announced.addAll(events.announced(change));
        }
        try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
            packer.packArrayHeader(rankInBatch ? 3 : 2).packDouble(seconds);
            packer.packArrayHeader(announced.size());
            for (CacheChange change : announced) {
                events.write(packer, change);
            }
            if (rankInBatch) {
                packer.packInt(rank);
            }
            return packer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("packing into memory", e);
        }
    }
}
