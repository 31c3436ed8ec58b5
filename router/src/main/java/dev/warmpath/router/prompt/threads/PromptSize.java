package dev.warmpath.router.prompt.threads;

import java.util.Locale;

/** How much work a prompt is, as far as one can tell before it is done. */
public enum PromptSize {
    SHORT,
    LONG;

    /**
     * The size of a request's prompt.
     *
     * @param bytes of the request's body: what a prompt costs grows with its text, and finding that costs work itself
     * @param longestShort larger ones are long
     */
    public static PromptSize of(int bytes, int longestShort) {
        return bytes > longestShort ? LONG : SHORT;
    }

    /** As in metrics. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
