package dev.warmpath.router.prompt.cache;

/** The memory of a text. */
public final class TextBytes {

    private TextBytes() {}

    /** What the JVM takes for its characters: one byte each, unless one of them does not fit into that. */
    public static int of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return Character.BYTES * text.length();
            }
        }
        return text.length();
    }
}
