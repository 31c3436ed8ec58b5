package dev.warmpath.events.zmq;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;

/**
 * One SUB socket, from its creation until it is closed: reads batches a bounded number at a time, and tells when its
 * transport comes and goes. JeroMQ reconnects it by itself after most failures; after a protocol error (a message over
 * the size limit, a peer that is no ZMQ) it never does, and whoever owns this replaces it.
 *
 * <p>All methods and calls to the listener are on the loop's thread.
 */
final class Subscription {

    /** What one socket may read before others get their turn. */
    private static final int MESSAGES_PER_TURN = 128;

    private static final long BYTES_PER_TURN = 4 << 20;

    private static final byte[] EVERY_TOPIC = {};

    private static final int EVENTS =
            ZMQ.EVENT_CONNECTED | ZMQ.EVENT_ACCEPTED | ZMQ.EVENT_HANDSHAKE_PROTOCOL | ZMQ.EVENT_DISCONNECTED;

    /** Hears of one subscription. */
    interface Listener {
        void connected(Subscription subscription);

        void disconnected(Subscription subscription);

        void message(long sequence, byte[] payload);

        void malformed();

        /** Somebody publishes here, under a topic that was not subscribed to. */
        void otherTopic(String topic);
    }

    private final SocketLoop loop;
    private final Sockets sockets;
    private final ZMQ.Socket socket;
    private final Listener listener;
    private final byte[] topic;
    private final String endpoint;
    private final Frames frames = new Frames();
    private SocketLoop.@Nullable Registration registration;
    private int handshakes;
    private int connections;
    private boolean reading;
    /** Whether {@link #frames} holds a message that {@link #peek} read and nobody was told of. */
    private boolean peeked;

    /** Whether every topic is subscribed to for the time being. */
    private boolean wide;

    private boolean closed;

    private Subscription(SocketLoop loop, Sockets sockets, String endpoint, String topic, Listener listener) {
        this.loop = loop;
        this.sockets = sockets;
        this.listener = listener;
        this.endpoint = endpoint;
        this.topic = topic.getBytes(StandardCharsets.UTF_8);
        this.socket = sockets.subscriber(this.topic);
    }

    /**
     * Binds or connects a new socket. It does not read before {@link #startReading}.
     *
     * @throws RuntimeException what the library says of an address it cannot use
     */
    static Subscription open(
            SocketLoop loop, Sockets sockets, boolean bind, String endpoint, String topic, Listener listener) {
        Subscription subscription = new Subscription(loop, sockets, endpoint, topic, listener);
        try {
            subscription.start(bind);
            return subscription;
        } catch (RuntimeException e) {
            subscription.close();
            throw e;
        }
    }

    private void start(boolean bind) {
        // The hook runs on JeroMQ's I/O thread.
        socket.setEventHook(event -> loop.execute(() -> transport(event)), EVENTS);
        boolean usable = bind ? socket.bind(endpoint) : socket.connect(endpoint);
        if (!usable) {
            throw new IllegalArgumentException("cannot " + (bind ? "bind " : "connect to ") + endpoint);
        }
        registration = loop.register(socket, this::read);
    }

    private void transport(ZEvent event) {
        if (closed) {
            return;
        }
        switch (event.getEvent()) {
            case CONNECTED, ACCEPTED -> handshakes++;
            case HANDSHAKE_PROTOCOL -> {
                handshakes--;
                connections++;
                listener.connected(this);
            }
            case DISCONNECTED -> {
                // The event does not say of which: a peer that is still shaking hands is the likelier to go.
                if (handshakes > 0) {
                    handshakes--;
                } else {
                    connections--;
                    listener.disconnected(this);
                }
            }
            default -> {}
        }
    }

    /** Lets messages through; until then they wait in the socket. */
    void startReading() {
        reading = true;
        if (registration != null) {
            registration.wake();
        }
    }

    private boolean read() {
        if (!reading && !closed) {
            // Takes the commands behind the signal, so that it does not wake the loop at once again; messages wait.
            socket.getEvents();
            return false;
        }
        long bytes = 0;
        for (int i = 0; i < MESSAGES_PER_TURN && bytes < BYTES_PER_TURN; i++) {
            if (closed || !next()) {
                return false;
            }
            bytes += frames.bytes();
            deliver();
        }
        return true;
    }

    private boolean next() {
        if (peeked) {
            peeked = false;
            return true;
        }
        return frames.read(socket);
    }

    /** Number of the first batch that waits here, or -1 when there is none. */
    long peek() {
        while (!peeked && frames.read(socket)) {
            if (frames.publishedSequence() == Frames.MALFORMED) {
                deliver();
            } else {
                peeked = true;
            }
        }
        return peeked ? frames.publishedSequence() : -1;
    }

    private void deliver() {
        long sequence = frames.publishedSequence();
        byte[] payload = frames.payload();
        // What was under way when the subscription was narrowed again still comes.
        String other = sequence == Frames.MALFORMED || frames.publishedUnder(topic) ? null : frames.topicText();
        frames.release();
        narrow();
        if (sequence == Frames.MALFORMED) {
            listener.malformed();
        } else if (other != null) {
            listener.otherTopic(other);
        } else {
            listener.message(sequence, payload);
        }
    }

    /**
     * Asks for every topic until the next message: a publisher says nothing to a subscriber of a topic that it does not
     * have, so otherwise a wrong topic cannot be told from a publisher that is off.
     */
    void listenWide() {
        if (!wide && !closed && topic.length > 0) {
            wide = true;
            socket.subscribe(EVERY_TOPIC);
        }
    }

    private void narrow() {
        if (wide) {
            wide = false;
            socket.unsubscribe(EVERY_TOPIC);
        }
    }

    /** Reads what is queued, up to a bound that only a socket which still receives can reach. */
    void drain(int maxMessages) {
        startReading();
        for (int i = 0; i < maxMessages && !closed && next(); i++) {
            deliver();
        }
    }

    int connections() {
        return connections;
    }

    /** What it was opened with. */
    String endpoint() {
        return endpoint;
    }

    /** The address in use, with the port that was chosen for a bound wildcard. */
    String address() {
        return socket.getLastEndpoint();
    }

    void close() {
        if (!closed) {
            closed = true;
            if (registration != null) {
                registration.cancel();
            }
            sockets.close(socket);
        }
    }
}
