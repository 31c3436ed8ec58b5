package dev.warmpath.it.sim.http.reply;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One answer of a request while it is being generated. */
public final class Choice {

    private final int index;
    private final StringBuilder text = new StringBuilder();
    private int[] ids = new int[16];
    private int tokens;
    private int cachedTokens;
    private @Nullable String finishReason;

    public Choice(int index) {
        this.index = index;
    }

    public int index() {
        return index;
    }

    String text() {
        return text.toString();
    }

    public int tokens() {
        return tokens;
    }

    /** The tokens themselves. */
    int[] ids() {
        return Arrays.copyOf(ids, tokens);
    }

    int cachedTokens() {
        return cachedTokens;
    }

    public void cached(int cached) {
        cachedTokens = cached;
    }

    /** How it ended; null while it has not. */
    @Nullable
    public String finishReason() {
        return finishReason;
    }

    void add(int token, String piece) {
        text.append(piece);
        if (tokens == ids.length) {
            ids = Arrays.copyOf(ids, 2 * tokens);
        }
        ids[tokens++] = token;
    }

    public void finish(String reason) {
        finishReason = reason;
    }
}
