package dev.warmpath.it.sim.http.generate;

import org.jspecify.annotations.Nullable;

/** One answer of a request while it is being generated. */
final class Choice {

    private final int index;
    private final StringBuilder text = new StringBuilder();
    private int tokens;
    private int cachedTokens;
    private @Nullable String finishReason;

    Choice(int index) {
        this.index = index;
    }

    int index() {
        return index;
    }

    String text() {
        return text.toString();
    }

    int tokens() {
        return tokens;
    }

    int cachedTokens() {
        return cachedTokens;
    }

    void cached(int cached) {
        cachedTokens = cached;
    }

    /** How it ended; null while it has not. */
    @Nullable
    String finishReason() {
        return finishReason;
    }

    void add(String piece) {
        text.append(piece);
        tokens++;
    }

    void finish(String reason) {
        finishReason = reason;
    }
}
