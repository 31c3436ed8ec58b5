package dev.warmpath.router.prompt.tokens;

/** A text that is to be tokenized in one piece, for which {@link NativeMemory} would never have room. */
public final class TextTooLarge extends Exception {

    private static final long serialVersionUID = 1;

    TextTooLarge(long needed, long most) {
        super("a piece of the text may take " + needed + " bytes while it is tokenized; prompt.native_memory is "
                + most);
    }
}
