package dev.warmpath.router.prompt.tokens;

/** More text is new than {@link TextWanted#allows} on this thread. Nothing is lost: another may begin anew. */
public final class TooMuchText extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooMuchText() {
        super("more new text than may be tokenized on this thread", null, false, false);
    }
}
