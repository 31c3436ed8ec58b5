package dev.warmpath.events.load;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.zmq.EndpointResolver;
import dev.warmpath.events.zmq.SocketLoop;
import dev.warmpath.events.zmq.Sockets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All load streams of a router, and the thread that owns their sockets. Events have threads of their own: they must not
 * wait for this, and their bounds are others, for a load is some fifty bytes of which only the last counts.
 */
public final class LoadStreams implements AutoCloseable {

    /** Messages that wait in one socket, as many as the engine lets wait; one more is not sent. */
    private static final int WAITING = 8;

    /** A longer message ends the connection. */
    private static final int LONGEST_BYTES = 4096;

    private final EventSettings settings;
    private final Sockets sockets;
    private final EndpointResolver resolver;
    private final SocketLoop loop = new SocketLoop("warmpath-loads");
    /** Guarded by this. */
    private final Set<LoadStream> open = new HashSet<>();

    private boolean closed;

    /**
     * Starts the thread.
     *
     * @param events whose clocks hold here too
     * @param names asked for the hosts of endpoints; the caller closes it, after this
     */
    public LoadStreams(EventSettings events, HostNames names) {
        this.resolver = new EndpointResolver(names);
        this.settings = events.withMessages(WAITING, LONGEST_BYTES);
        this.sockets = new Sockets(settings);
        loop.start();
    }

    /**
     * Listens to one rank. Never throws for a bad endpoint, and goes on trying; after {@link #close} nothing is ever heard.
     *
     * @param endpoint where the engine has bound its publisher, {@code tcp://host:port}
     * @param sink called on this object's thread, perhaps once more after {@link #end}; must be quick
     */
    public LoadStream listen(String endpoint, String topic, Consumer<LoadStat> sink) {
        LoadStream stream = new LoadStream(loop, sockets, resolver, settings, endpoint, topic, sink);
        synchronized (this) {
            if (!closed) {
                open.add(stream);
                stream.open();
            }
        }
        return stream;
    }

    /** Ends a stream. One that has ended already stays so. */
    public synchronized void end(LoadStream stream) {
        if (open.remove(stream)) {
            stream.close();
        }
    }

    /** Ends all streams and the thread; returns when they are gone. Not from a sink. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open.forEach(LoadStream::close);
            open.clear();
        }
        // Ends after what it was given before.
        loop.close();
        sockets.close();
    }
}
