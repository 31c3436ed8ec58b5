package dev.warmpath.router.prompt.tokens;

/** Whoever wants a text's tokens, as the tokenizer sees it. Asked before each piece that takes work. */
@FunctionalInterface
public interface TextWanted {

    /** Whether nobody waits for them any more: the work can stop. Cheap. */
    boolean abandoned();

    /**
     * Whether so much more text may be tokenized here; if not, the work stops with {@link TooMuchText}.
     *
     * @param chars of it that are not in the cache
     */
    default boolean allows(int chars) {
        return true;
    }

    /** Whether the thread is one that others wait for: what turns out to be long work stops with {@link TooMuchText}. */
    default boolean briefly() {
        return false;
    }
}
