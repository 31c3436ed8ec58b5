package dev.warmpath.router.prompt.tokens;

import dev.warmpath.router.prompt.cache.TextBytes;
import org.jspecify.annotations.Nullable;

/**
 * A piece of text as the cache's key.
 *
 * <p>A hash of some of its characters will do: hashing all of them would be another pass over a conversation's text, one
 * multiplication waiting for the other. Pieces that differ elsewhere fall into one bin of the table; as they can be put in order, the
 * table keeps such a bin as a tree, and even a client that makes thousands of them on purpose costs a few comparisons
 * more.
 */
final class Segment implements Comparable<Segment> {

    /**
     * Of a longer text, so many characters or up to twice as many are hashed. Messages that differ in a number only, as
     * programs send them, are told apart where they are short.
     */
    private static final int SAMPLES = 128;

    private static final int FACTOR = 31;

    private final int tokenizer;
    private final String text;
    private final int hash;

    /** Computed when it is asked for; two threads come to the same. */
    private int textBytes = -1;

    Segment(int tokenizer, String text) {
        this.tokenizer = tokenizer;
        this.text = text;
        this.hash = hash(tokenizer, text);
    }

    String text() {
        return text;
    }

    private static int hash(int tokenizer, String text) {
        int length = text.length();
        int step = Math.max(1, length / SAMPLES);
        int hash = FACTOR * tokenizer + length;
        for (int at = 0; at < length; at += step) {
            hash = FACTOR * hash + text.charAt(at);
        }
        return hash;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Segment segment
                && hash == segment.hash
                && tokenizer == segment.tokenizer
                && text.equals(segment.text);
    }

    @Override
    public int compareTo(Segment other) {
        int byTokenizer = Integer.compare(tokenizer, other.tokenizer);
        return byTokenizer != 0 ? byTokenizer : text.compareTo(other.text);
    }

    /** What the JVM takes for the characters. */
    int textBytes() {
        if (textBytes < 0) {
            textBytes = TextBytes.of(text);
        }
        return textBytes;
    }
}
