package dev.warmpath.events.stream;

/** One rank's stream, as the rest of the router holds it. All methods are safe from any thread and never block. */
public interface RankStream {

    StreamSpec spec();

    StreamStatus status();

    /** The state alone; cheap enough for every scoring decision. */
    StreamState state();

    /**
     * Notes that a request was served on this rank which must have stored new blocks; a stream that hears this and no
     * events becomes {@link StreamState#SILENT}.
     *
     * @param beganNanos {@link System#nanoTime} before it was sent to the rank; an event since then answers for it
     */
    void noteTraffic(long beganNanos);
}
