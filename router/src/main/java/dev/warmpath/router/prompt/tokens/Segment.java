package dev.warmpath.router.prompt.tokens;

/**
 * A piece of text as the cache's key.
 *
 * <p>A hash of some of its characters will do: hashing all of them would be another pass over a conversation's text, one
 * multiplication waiting for the other. Pieces that differ elsewhere fall into one bin of the table; as they can be put in order, the
 * table keeps such a bin as a tree, and even a client that makes thousands of them on purpose costs a few comparisons
 * more.
 */
record Segment(int tokenizer, String text) implements Comparable<Segment> {

    /**
     * Of a longer text, so many characters or up to twice as many are hashed. Messages that differ in a number only, as
     * programs send them, are told apart where they are short.
     */
    private static final int SAMPLES = 128;

    private static final int FACTOR = 31;

    @Override
    public int hashCode() {
        int length = text.length();
        int step = Math.max(1, length / SAMPLES);
        int hash = FACTOR * tokenizer + length;
        for (int at = 0; at < length; at += step) {
            hash = FACTOR * hash + text.charAt(at);
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Segment segment && tokenizer == segment.tokenizer && text.equals(segment.text);
    }

    @Override
    public int compareTo(Segment other) {
        int byTokenizer = Integer.compare(tokenizer, other.tokenizer);
        return byTokenizer != 0 ? byTokenizer : text.compareTo(other.text);
    }

    /** What the JVM takes for the characters: one byte each, unless one of them does not fit into that. */
    int textBytes() {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return Character.BYTES * text.length();
            }
        }
        return text.length();
    }
}
