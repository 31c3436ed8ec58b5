package dev.warmpath.events.stream;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.decode.BatchDecoder;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.zmq.EndpointResolver;
import dev.warmpath.events.zmq.SocketLoop;
import dev.warmpath.events.zmq.Sockets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** All event streams of a router, and the threads that own their sockets. */
public final class EventStreams implements AutoCloseable {

    /** One thread, its decoder, and how many streams live on it. */
    private static final class Lane {
        final SocketLoop loop;
        final BatchDecoder decoder;
        int streams;

        Lane(SocketLoop loop, BatchDecoder decoder) {
            this.loop = loop;
            this.decoder = decoder;
        }
    }

    private final EventSettings settings;
    private final Sockets sockets;
    private final EndpointResolver resolver;
    private final List<Lane> lanes = new ArrayList<>();
    /** Guarded by this, like the lanes' counts. */
    private final Map<LiveStream, Lane> streams = new HashMap<>();

    private boolean closed;

    /** @param names asked for the hosts of endpoints; the caller closes it, after this */
    public EventStreams(EventSettings settings, HostNames names) {
        this.settings = settings;
        this.resolver = new EndpointResolver(names);
        this.sockets = new Sockets(settings);
        for (int i = 0; i < Math.max(1, settings.threads()); i++) {
            SocketLoop loop = new SocketLoop("warmpath-events-" + i);
            lanes.add(new Lane(loop, new BatchDecoder(settings.maxHashesPerEvent())));
            loop.start();
        }
    }

    /**
     * Starts a stream, on the thread that has fewest. Never throws for a bad endpoint: the stream says so in its status
     * and keeps trying.
     *
     * @param sink called from the stream's thread only, until {@link #remove} has completed
     * @throws IllegalStateException after {@link #close}
     */
    public RankStream add(StreamSpec spec, KvEventSink sink) {
        return add(spec, sink, null);
    }

    /**
     * The same for a rank of which an earlier run left a view.
     *
     * @param saved brings it into what the sink writes; null when there is none
     */
    public RankStream add(StreamSpec spec, KvEventSink sink, @Nullable SavedView saved) {
        LiveStream stream;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("event streams are closed");
            }
            Lane lane = lanes.get(0);
            for (Lane other : lanes) {
                lane = other.streams < lane.streams ? other : lane;
            }
            stream = new LiveStream(spec, sink, settings, lane.loop, sockets, resolver, lane.decoder);
            streams.put(stream, lane);
            lane.streams++;
        }
        stream.open(saved);
        return stream;
    }

    /**
     * Ends a stream. When the returned future completes, its sockets are closed and its sink will not be called again,
     * not even for messages that were queued. A stream that is not one of these, or not any more, is ended already.
     */
    public CompletableFuture<Void> remove(RankStream stream) {
        LiveStream live = take(stream);
        return live == null ? CompletableFuture.completedFuture(null) : live.close();
    }

    /** Streams that were added and not removed. */
    public synchronized int size() {
        return streams.size();
    }

    private synchronized @Nullable LiveStream take(RankStream stream) {
        if (stream instanceof LiveStream live) {
            Lane lane = streams.remove(live);
            if (lane != null) {
                lane.streams--;
                return live;
            }
        }
        return null;
    }

    /** Ends all streams and threads; returns when they are gone. Not from a sink. */
    @Override
    public void close() {
        List<LiveStream> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(streams.keySet());
        }
        for (LiveStream stream : open) {
            CompletableFuture<Void> ended = remove(stream);
            ended.join();
        }
        for (Lane lane : lanes) {
            lane.loop.close();
        }
        sockets.close();
    }
}
