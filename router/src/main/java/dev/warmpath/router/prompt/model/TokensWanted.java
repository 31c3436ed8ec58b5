package dev.warmpath.router.prompt.model;

import dev.warmpath.router.prompt.tokens.TextWanted;
import java.util.concurrent.RejectedExecutionException;

/** Whoever wants a prompt's tokens, as the model sees it that makes them. */
public interface TokensWanted extends TextWanted {

    /**
     * Goes on with the work on a thread that may be kept busy. When the tokens are abandoned while it waits for one, it is
     * run at once, wherever that is, and is to look at {@link #abandoned} first.
     *
     * @throws RejectedExecutionException too much work waits
     */
    void onThread(Runnable work);
}
