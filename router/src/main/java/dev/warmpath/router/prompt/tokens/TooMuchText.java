package dev.warmpath.router.prompt.tokens;

/** There is more to do than {@link TextWanted} has this thread do. Nothing is lost: another may begin anew. */
public final class TooMuchText extends RuntimeException {

    private static final long serialVersionUID = 1;

    public TooMuchText() {
        super("more work than this thread may do", null, false, false);
    }
}
