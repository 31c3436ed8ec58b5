package dev.warmpath.router.access;

/** Why a call is refused for who makes it; the callers of both ports, metrics and the documentation share these. */
public enum Unauthorized {
    /** No key or token came with it, or an empty one. */
    MISSING("missing"),
    /** What came with it is none of those configured. */
    UNKNOWN("unknown"),
    /** It is one of those configured, and its time is over. */
    EXPIRED("expired"),
    /** The token may look, and this call changes something. */
    SCOPE("scope"),
    /** Without tokens, the admin port was called by a name that is not this machine's. */
    FOREIGN_HOST("foreign_host"),
    /** Without tokens, a web page of another origin tried to change something. */
    FOREIGN_ORIGIN("foreign_origin");

    private final String key;

    Unauthorized(String key) {
        this.key = key;
    }

    /** As metrics name it. */
    public String key() {
        return key;
    }
}
