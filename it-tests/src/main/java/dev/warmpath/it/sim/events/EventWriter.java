package dev.warmpath.it.sim.events;

import dev.warmpath.it.sim.cache.CacheChange;
import java.io.IOException;
import java.util.List;
import org.msgpack.core.MessagePacker;

/** The events of one engine. */
abstract class EventWriter {

    static final String STORED = "BlockStored";
    static final String REMOVED = "BlockRemoved";
    static final String CLEARED = "AllBlocksCleared";

    /** The events that the engine makes of one change: often one, sometimes none or one per block. */
    List<CacheChange> announced(CacheChange change) {
        return List.of(change);
    }

    final void write(MessagePacker packer, CacheChange change) throws IOException {
        if (change instanceof CacheChange.Stored stored) {
            stored(packer, stored);
        } else if (change instanceof CacheChange.Removed removed) {
            removed(packer, removed);
        } else {
            cleared(packer);
        }
    }

    abstract void stored(MessagePacker packer, CacheChange.Stored stored) throws IOException;

    abstract void removed(MessagePacker packer, CacheChange.Removed removed) throws IOException;

    abstract void cleared(MessagePacker packer) throws IOException;

    static void tokens(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        int count = 0;
        for (var block : stored.blocks()) {
            count += block.tokens().length;
        }
        packer.packArrayHeader(count);
        for (var block : stored.blocks()) {
            for (int token : block.tokens()) {
                packer.packLong(Integer.toUnsignedLong(token));
            }
        }
    }
}
