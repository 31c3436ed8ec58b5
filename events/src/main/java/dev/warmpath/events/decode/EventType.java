package dev.warmpath.events.decode;

import dev.warmpath.events.msgpack.WordTable;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The events we know, with the order of their fields in the positional encoding (vLLM up to about 0.23, SGLang up to
 * about 0.5.20). Engines have only ever added to the end, so a shorter array is an older engine and what lies behind
 * the last position is a newer one.
 */
enum EventType {
    STORED("BlockStored", 5),
    REMOVED("BlockRemoved", 1),
    CLEARED("AllBlocksCleared", 0);

    static final WordTable<EventType> BY_TAG =
            new WordTable<>(Arrays.stream(values()).collect(Collectors.toMap(type -> type.tag, Function.identity())));

    private static final Field[] STORED_ORDER = {
        Field.BLOCK_HASHES,
        Field.PARENT_BLOCK_HASH,
        Field.TOKEN_IDS,
        Field.BLOCK_SIZE,
        Field.LORA_ID,
        Field.MEDIUM,
        Field.LORA_NAME,
        Field.EXTRA_KEYS,
        Field.GROUP_IDX,
        Field.KV_CACHE_SPEC_KIND
    };
    private static final Field[] REMOVED_ORDER = {Field.BLOCK_HASHES, Field.MEDIUM, Field.GROUP_IDX};
    private static final Field[] NO_FIELDS = {};

    private final String tag;

    /** How many fields the oldest engines send after the tag. */
    final int leastFields;

    EventType(String tag, int leastFields) {
        this.tag = tag;
        this.leastFields = leastFields;
    }

    /** The field at a place after the tag, counted from 0; null behind the last one that is read. */
    @Nullable
    Field fieldAt(int place) {
        Field[] order = switch (this) {
            case STORED -> STORED_ORDER;
            case REMOVED -> REMOVED_ORDER;
            case CLEARED -> NO_FIELDS;
        };
        return place < order.length ? order[place] : null;
    }
}
