package dev.warmpath.router.prompt.cache;

/** Something in {@link PromptCache}. */
public interface Remembered {

    /** What it is found by. Compared by {@link Object#equals}, and in order where clients could make hashes collide. */
    Object key();

    /** Bytes of heap that it takes now, its key included. */
    long bytes();
}
