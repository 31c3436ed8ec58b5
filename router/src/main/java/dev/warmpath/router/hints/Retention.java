package dev.warmpath.router.hints;

import java.util.Locale;

/** How long a client wants its prompt kept; the later ones outweigh the earlier where a request says several. */
public enum Retention {
    /** It does not say. */
    UNSAID,
    /** Some minutes: what engines do anyway. */
    SHORT,
    /** An hour and more. */
    LONG,
    /** Not at all, in so many words. Outweighs all others: an opt-out is honoured to the end. */
    OPT_OUT;

    /** As answers and metrics write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Both said in one request. */
    Retention and(Retention other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
