package dev.warmpath.router.discovery.source;

/** What a source says of a worker's readiness. */
public enum Presence {
    /** Requests may go to it. */
    SERVING,
    /** It is there and gets no requests for now. Does not join; one that has joined keeps what is known of its cache. */
    NOT_READY,
    /** It is about to go and works off what it has. */
    LEAVING
}
