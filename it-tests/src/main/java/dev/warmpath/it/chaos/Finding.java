package dev.warmpath.it.chaos;

import java.util.Locale;

/** What may be wrong with an answer. Each is a reason for a verdict of fail. */
enum Finding {
    /** The bytes are not those that an engine sent for this request. */
    ALTERED,
    /** HTTP says whole, and the answer lacks its end. */
    INCOMPLETE,
    /** It failed without saying why. */
    UNNAMED_FAILURE,
    /** The router failed of itself, or took a good request for a bad one. */
    ROUTER_ERROR,
    /** Neither an answer nor an end. */
    HUNG,
    /** An engine got the request again after the client had got the first bytes of an answer. */
    RETRIED_AFTER_BYTES,
    /** Two engines generated the whole answer. */
    GENERATED_TWICE,
    /** More attempts than the retry policy allows. */
    TOO_MANY_ATTEMPTS;

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
