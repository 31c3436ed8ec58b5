package dev.warmpath.events.stream;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

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

    /**
     * Runs a look at the rank's view on the stream's own thread, between two batches, and says where the stream stands
     * then. The look holds up the events of every rank on that thread.
     *
     * @return completes with whether the look was run: not while nothing has been applied, nor when the stream has ended;
     *     may stay open when the streams are closed meanwhile
     */
    CompletableFuture<Boolean> atRest(Consumer<StreamPosition> look);
}
