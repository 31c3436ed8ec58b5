package dev.warmpath.router.prompt.tokens;

/** A text with half of a surrogate pair in it, which neither the native library nor Python's can be given. */
public final class UnencodableText extends Exception {

    private static final long serialVersionUID = 1;

    UnencodableText() {
        super("half of a surrogate pair in the prompt", null, false, false);
    }

    /**
     * Lets a text pass that is whole.
     *
     * @throws UnencodableText it is not
     */
    static void requireWhole(String text) throws UnencodableText {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean pair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!pair) {
                    throw new UnencodableText();
                }
                i++;
            }
        }
    }
}
