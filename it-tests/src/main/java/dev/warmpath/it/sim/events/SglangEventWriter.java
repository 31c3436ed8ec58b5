package dev.warmpath.it.sim.events;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.BlockContent;
import java.io.IOException;
import java.util.List;
import org.msgpack.core.MessagePacker;

/**
 * SGLang's events: maps with {@code type} first (0.5.21 and later), or arrays of six or seven elements; a salt travels
 * under {@code cache_salt}, in the array form inside an eighth element. Adapters are named in the map form as SGLang
 * plans to; the array form has no place for them, and their blocks are not announced there.
 */
final class SglangEventWriter extends EventWriter {

    private final boolean map;
    private final boolean medium;
    private final HashWriter hashes;

    SglangEventWriter(EventOptions options, HashWriter hashes) {
        this.map = options.format().isMap();
        this.medium = map || options.arrayLength() >= 7;
        this.hashes = hashes;
    }

    @Override
    List<CacheChange> announced(CacheChange change) {
        boolean unspeakable = !map
                && change instanceof CacheChange.Stored stored
                && stored.blocks().get(0).namespace().lora() != null;
        return unspeakable ? List.of() : List.of(change);
    }

    @Override
    void stored(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        BlockContent first = stored.blocks().get(0);
        CacheNamespace namespace = first.namespace();
        boolean salted = namespace.salt() != null;
        if (map) {
            packer.packMapHeader(7 + (salted ? 1 : 0) + (namespace.lora() == null ? 0 : 1));
            packer.packString("type").packString(STORED);
            packer.packString("block_hashes");
        } else {
            packer.packArrayHeader(salted ? 8 : medium ? 7 : 6).packString(STORED);
        }
        hashes.writeAll(
                packer, stored.blocks().stream().map(BlockContent::digest).toList());
        key(packer, "parent_block_hash");
        hashes.writeOrNil(packer, first.parent());
        key(packer, "token_ids");
        tokens(packer, stored);
        key(packer, "block_size");
        packer.packInt(first.tokens().length);
        key(packer, "lora_id");
        packer.packNil();
        if (medium || salted) {
            key(packer, "medium");
            packer.packString(name(stored.tier()));
        }
        if (salted) {
            if (!map) {
                packer.packMapHeader(1);
            }
            packer.packString("cache_salt").packString(namespace.salt());
        }
        if (map && namespace.lora() != null) {
            packer.packString("lora_name").packString(namespace.lora());
        }
    }

    @Override
    void removed(MessagePacker packer, CacheChange.Removed removed) throws IOException {
        if (map) {
            packer.packMapHeader(3).packString("type").packString(REMOVED);
            packer.packString("block_hashes");
        } else {
            packer.packArrayHeader(medium ? 3 : 2).packString(REMOVED);
        }
        hashes.writeAll(packer, removed.digests());
        if (medium) {
            key(packer, "medium");
            packer.packString(name(removed.tier()));
        }
    }

    @Override
    void cleared(MessagePacker packer) throws IOException {
        if (map) {
            packer.packMapHeader(1).packString("type").packString(CLEARED);
        } else {
            packer.packArrayHeader(1).packString(CLEARED);
        }
    }

    private void key(MessagePacker packer, String name) throws IOException {
        if (map) {
            packer.packString(name);
        }
    }

    private static String name(Tier tier) {
        return switch (tier) {
            case DEVICE -> "GPU";
            case HOST -> "CPU_PINNED";
            case DISK -> "DISK";
        };
    }
}
