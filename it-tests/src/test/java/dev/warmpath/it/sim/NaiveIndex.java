package dev.warmpath.it.sim;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.hash.BlockHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.msgpack.core.MessagePack;
import org.msgpack.value.ArrayValue;
import org.msgpack.value.MapValue;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/**
 * What one rank holds according to its events, found with the plainest code that can do it: sets of blocks per medium,
 * in the router's identity. Only plain namespaces.
 */
final class NaiveIndex {

    private final Map<Value, Long> ownByEngineHash = new HashMap<>();
    private final Map<String, Set<Value>> blocks = new HashMap<>();

    void apply(byte[] payload) {
        try (var unpacker = MessagePack.newDefaultUnpacker(payload)) {
            for (Value event : unpacker.unpackValue().asArrayValue().get(1).asArrayValue()) {
                apply(event);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void apply(Value event) {
        switch (field(event, 0, "type").asStringValue().asString()) {
            case "BlockStored" -> stored(event);
            case "BlockRemoved" ->
                field(event, 1, "block_hashes").asArrayValue().forEach(medium(event, 2)::remove);
            case "AllBlocksCleared" -> blocks.clear();
            default -> throw new AssertionError(event.toString());
        }
    }

    private void stored(Value event) {
        ArrayValue hashes = field(event, 1, "block_hashes").asArrayValue();
        Value parent = field(event, 2, "parent_block_hash");
        ArrayValue tokenIds = field(event, 3, "token_ids").asArrayValue();
        int blockSize = field(event, 4, "block_size").asIntegerValue().asInt();
        int[] tokens = new int[tokenIds.size()];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = tokenIds.get(i).asIntegerValue().asInt();
        }
        Long own =
                parent.isNilValue() ? Long.valueOf(BlockHash.root(CacheNamespace.PLAIN)) : ownByEngineHash.get(parent);
        if (own == null) {
            throw new AssertionError("parent of " + event + " was never stored");
        }
        for (int i = 0; i < hashes.size(); i++) {
            own = BlockHash.next(own, tokens, i * blockSize, blockSize);
            ownByEngineHash.put(hashes.get(i), own);
            medium(event, 6).add(hashes.get(i));
        }
    }

    private Set<Value> medium(Value event, int index) {
        Value medium = event.isArrayValue() && event.asArrayValue().size() <= index
                ? ValueFactory.newString("GPU")
                : field(event, index, "medium");
        return blocks.computeIfAbsent(medium.asStringValue().asString(), name -> new HashSet<>());
    }

    private static Value field(Value event, int index, String name) {
        if (event.isArrayValue()) {
            return event.asArrayValue().get(index);
        }
        MapValue map = event.asMapValue();
        return map.map().getOrDefault(ValueFactory.newString(name), ValueFactory.newNil());
    }

    Set<Long> in(String medium) {
        Set<Long> own = new HashSet<>();
        for (Value hash : blocks.getOrDefault(medium, Set.of())) {
            own.add(ownByEngineHash.get(hash));
        }
        return own;
    }
}
