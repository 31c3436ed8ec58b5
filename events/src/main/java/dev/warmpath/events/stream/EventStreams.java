package dev.warmpath.events.stream;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.kv.KvEventSink;

/** All event streams of a router, and the threads that own their sockets. */
public final class EventStreams implements AutoCloseable {

    public EventStreams(EventSettings settings) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Starts a stream. Never throws for a bad endpoint: the stream says so in its status and keeps trying.
     *
     * @param sink called from the stream's thread only, until {@link #remove} has completed
     */
    public RankStream add(StreamSpec spec, KvEventSink sink) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Ends a stream. When the returned future completes, its sockets are closed and its sink will not be called again,
     * not even for messages that were queued.
     */
    public java.util.concurrent.CompletableFuture<Void> remove(RankStream stream) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Ends all streams and threads; returns when they are gone. */
    @Override
    public void close() {}
}
