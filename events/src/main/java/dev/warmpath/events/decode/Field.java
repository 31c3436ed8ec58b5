package dev.warmpath.events.decode;

import dev.warmpath.events.msgpack.WordTable;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A field of an event that we read; its key in a map is its name in lower case. All others are passed over. */
enum Field {
    TYPE,
    BLOCK_HASHES,
    PARENT_BLOCK_HASH,
    TOKEN_IDS,
    BLOCK_SIZE,
    LORA_ID,
    MEDIUM,
    LORA_NAME,
    EXTRA_KEYS,
    GROUP_IDX,
    KV_CACHE_SPEC_KIND,
    LOCALITY,
    OWNERSHIP,
    CACHE_SALT;

    static final WordTable<Field> BY_KEY =
            new WordTable<>(Arrays.stream(values()).collect(Collectors.toMap(Field::key, Function.identity())));

    private String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether an event that only takes blocks away is spoilt by a wrong value here. */
    boolean concernsRemovals() {
        return switch (this) {
            case TYPE, BLOCK_HASHES, MEDIUM, GROUP_IDX, LOCALITY, OWNERSHIP -> true;
            case PARENT_BLOCK_HASH,
                    TOKEN_IDS,
                    BLOCK_SIZE,
                    LORA_ID,
                    LORA_NAME,
                    EXTRA_KEYS,
                    KV_CACHE_SPEC_KIND,
                    CACHE_SALT -> false;
        };
    }
}
