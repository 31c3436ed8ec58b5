package dev.warmpath.it.bench.tokenize;

/**
 * In what characters a conversation is written. It matters because the JVM keeps a text in one byte per character until a
 * single one of them does not fit, and then in two.
 */
enum Script {
    /** English prose and code. */
    ASCII,
    /** The same, and in every sixth message a few words in other scripts, typographic quotes or an emoji. */
    MIXED;

    /** As tables and JSON call it. */
    String key() {
        return this == ASCII ? "ascii" : "mixed";
    }
}
