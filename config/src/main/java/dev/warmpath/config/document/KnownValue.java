package dev.warmpath.config.document;

import org.jspecify.annotations.Nullable;

/**
 * A key at which one value stands, or a list of values.
 *
 * @param path with open indexes: {@code workers[].role}
 * @param need whether it has to be written
 * @param list whether it is a list
 * @param expected what may be written, each item of a list: "a whole number from 1 to 65535"
 * @param standard what holds where it is not written, as a configuration has it; null if nothing does
 */
public record KnownValue(
        String path,
        Need need,
        boolean list,
        String expected,
        @Nullable String standard) {

    /** Whether a key has to be written where its section is. */
    public enum Need {
        REQUIRED,
        OPTIONAL
    }
}
