package dev.warmpath.it.sim.events;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.MediaSpan;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessagePacker;

/**
 * vLLM's events: maps with {@code type} first (0.24 and later), or positional arrays with the tag first, whose length
 * is fixed per release with trailing nils present. One removal per block. Everything belongs to group 0, full
 * attention.
 */
final class VllmEventWriter extends EventWriter {

    private static final String FULL_ATTENTION = "full_attention";

    private final boolean map;
    private final int arrayLength;
    private final boolean placeholders;
    private final HashWriter hashes;

    /** Adapters by their number, as an engine counts them up from 1 when they are loaded. */
    private final Map<String, Integer> adapters = new HashMap<>();

    VllmEventWriter(EventOptions options, HashWriter hashes) {
        this.map = options.format().isMap();
        this.arrayLength = options.arrayLength();
        this.placeholders = options.placeholders();
        this.hashes = hashes;
    }

    @Override
    List<CacheChange> announced(CacheChange change) {
        if (change instanceof CacheChange.Removed removed) {
            return removed.digests().stream()
                    .<CacheChange>map(digest -> new CacheChange.Removed(List.of(digest), removed.tier()))
                    .toList();
        }
        if (change instanceof CacheChange.Stored stored && isPlaceholder(stored)) {
            return stored.blocks().stream()
                    .<CacheChange>map(block -> new CacheChange.Stored(List.of(block), stored.tier()))
                    .toList();
        }
        return List.of(change);
    }

    private boolean isPlaceholder(CacheChange.Stored stored) {
        return placeholders && stored.tier() != Tier.DEVICE;
    }

    @Override
    void stored(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        if (map) {
            storedMap(packer, stored);
        } else {
            storedArray(packer, stored);
        }
    }

    private void storedMap(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        packer.packMapHeader(11).packString("type").packString(STORED);
        packer.packString("block_hashes");
        hashes(packer, stored);
        packer.packString("parent_block_hash");
        parent(packer, stored);
        packer.packString("token_ids");
        storedTokens(packer, stored);
        packer.packString("block_size").packInt(blockSize(stored));
        packer.packString("lora_id");
        loraId(packer, stored);
        packer.packString("medium").packString(medium(stored.tier()));
        packer.packString("lora_name");
        text(packer, lora(stored));
        packer.packString("extra_keys");
        extraKeys(packer, stored);
        packer.packString("group_idx").packInt(0);
        packer.packString("kv_cache_spec_kind").packString(FULL_ATTENTION);
    }

    private void storedArray(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        packer.packArrayHeader(arrayLength).packString(STORED);
        hashes(packer, stored);
        parent(packer, stored);
        storedTokens(packer, stored);
        packer.packInt(blockSize(stored));
        loraId(packer, stored);
        if (arrayLength >= 7) {
            packer.packString(medium(stored.tier()));
        }
        if (arrayLength >= 8) {
            text(packer, lora(stored));
        }
        if (arrayLength >= 9) {
            extraKeys(packer, stored);
        }
        if (arrayLength >= 10) {
            packer.packInt(0);
        }
        if (arrayLength >= 12) {
            packer.packString(FULL_ATTENTION).packNil();
        }
    }

    @Override
    void removed(MessagePacker packer, CacheChange.Removed removed) throws IOException {
        if (map) {
            packer.packMapHeader(4).packString("type").packString(REMOVED);
            packer.packString("block_hashes");
            hashes.writeAll(packer, removed.digests());
            packer.packString("medium").packString(medium(removed.tier()));
            packer.packString("group_idx").packInt(0);
            return;
        }
        int length = arrayLength >= 10 ? 4 : arrayLength >= 7 ? 3 : 2;
        packer.packArrayHeader(length).packString(REMOVED);
        hashes.writeAll(packer, removed.digests());
        if (length >= 3) {
            packer.packString(medium(removed.tier()));
        }
        if (length >= 4) {
            packer.packInt(0);
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

    private void hashes(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        hashes.writeAll(
                packer, stored.blocks().stream().map(BlockContent::digest).toList());
    }

    private void parent(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        hashes.writeOrNil(packer, isPlaceholder(stored) ? null : first(stored).parent());
    }

    private void storedTokens(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        if (isPlaceholder(stored)) {
            packer.packArrayHeader(0);
        } else {
            tokens(packer, stored);
        }
    }

    private int blockSize(CacheChange.Stored stored) {
        return isPlaceholder(stored) ? 0 : first(stored).tokens().length;
    }

    /** The adapter's name on every block, images on those that they touch, the salt on the first of a prompt, else nil. */
    private static void extraKeys(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        packer.packArrayHeader(stored.blocks().size());
        for (BlockContent block : stored.blocks()) {
            String lora = block.namespace().lora();
            String salt = block.parent() == null ? block.namespace().salt() : null;
            int keys = (lora == null ? 0 : 1) + block.media().size() + (salt == null ? 0 : 1);
            if (keys == 0) {
                packer.packNil();
                continue;
            }
            packer.packArrayHeader(keys);
            if (lora != null) {
                packer.packString(lora);
            }
            for (MediaSpan.InBlock one : block.media()) {
                packer.packArrayHeader(2).packString(one.identifier()).packInt(one.offset());
            }
            if (salt != null) {
                packer.packString(salt);
            }
        }
    }

    private static BlockContent first(CacheChange.Stored stored) {
        return stored.blocks().get(0);
    }

    private static @Nullable String lora(CacheChange.Stored stored) {
        return first(stored).namespace().lora();
    }

    private void loraId(MessagePacker packer, CacheChange.Stored stored) throws IOException {
        String lora = lora(stored);
        if (lora == null) {
            packer.packNil();
        } else {
            packer.packInt(adapters.computeIfAbsent(lora, name -> adapters.size() + 1));
        }
    }

    private static void text(MessagePacker packer, @Nullable String text) throws IOException {
        if (text == null) {
            packer.packNil();
        } else {
            packer.packString(text);
        }
    }

    private static String medium(Tier tier) {
        return switch (tier) {
            case DEVICE -> "GPU";
            case HOST -> "CPU";
            case DISK -> "STORAGE";
        };
    }
}
