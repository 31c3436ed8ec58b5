package dev.warmpath.events.zmq;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;
import org.zeromq.ZMonitor;

/**
 * One question to a publisher's replay ROUTER and its answer, on a DEALER of its own: what an abandoned answer still
 * brings goes to a socket that is gone, and cannot be taken for the next answer. (A REQ would fail after the first
 * reply.)
 *
 * <p>All methods and calls to the listener are on the loop's thread.
 */
final class ReplayRequest {

    private static final int MESSAGES_PER_TURN = 256;
    private static final long BYTES_PER_TURN = 4 << 20;

    /** An answer that has begun may pause for this part of the time-out. */
    private static final int FLOWING = 5;

    /** The longest answer, in time-outs. */
    private static final int MAX_TIMEOUTS = 10;

    /** A port that refuses connections for this long has no replay behind it; a publisher binds its two sockets at once. */
    private static final Duration REFUSED = Duration.ofSeconds(1);

    private static final int EVENTS = ZMQ.EVENT_CONNECTED | ZMQ.EVENT_CONNECT_RETRIED;

    private static final byte[] DELIMITER = {};

    /** Takes the answer. */
    interface Listener {
        void batch(long sequence, byte[] payload);

        /** The end marker came. */
        void ended();

        /** Silence, or nobody there. */
        void failed();

        /** A message that is neither batch nor end. */
        void malformed();
    }

    private final SocketLoop loop;
    private final Sockets sockets;
    private final ZMQ.Socket socket;
    private final Duration timeout;
    private final Listener listener;
    private final Frames frames = new Frames();
    private final long started = System.nanoTime();
    private long heard = started;
    private SocketLoop.@Nullable Registration registration;
    private SocketLoop.@Nullable Timer timer;
    private boolean connected;
    private boolean refused;
    private boolean closed;

    private ReplayRequest(SocketLoop loop, Sockets sockets, Duration timeout, Listener listener) {
        this.loop = loop;
        this.sockets = sockets;
        this.timeout = timeout;
        this.listener = listener;
        this.socket = sockets.dealer();
    }

    /**
     * Asks for all batches from a number on.
     *
     * @throws RuntimeException what the library says of an address it cannot use
     */
    static ReplayRequest send(
            SocketLoop loop, Sockets sockets, String endpoint, long from, Duration timeout, Listener listener) {
        ReplayRequest request = new ReplayRequest(loop, sockets, timeout, listener);
        try {
            request.start(endpoint, from);
            return request;
        } catch (RuntimeException e) {
            request.close();
            throw e;
        }
    }

    private void start(String endpoint, long from) {
        socket.setEventHook(event -> loop.execute(() -> transport(event)), EVENTS);
        if (!socket.connect(endpoint)) {
            throw new IllegalArgumentException("cannot connect to " + endpoint);
        }
        socket.send(DELIMITER, ZMQ.SNDMORE | ZMQ.DONTWAIT);
        socket.send(Frames.encode(from), ZMQ.DONTWAIT);
        registration = loop.register(socket, this::read);
        timer = loop.schedule(shorter(REFUSED, timeout), this::checkRefused);
    }

    private void transport(ZEvent event) {
        if (event.getEvent() == ZMonitor.Event.CONNECTED) {
            // Somebody listens there; what becomes of the connection is for the time-out to judge.
            connected = true;
        } else {
            refused = true;
        }
    }

    private void checkRefused() {
        if (refused && !connected) {
            fail();
        } else {
            checkSilence();
        }
    }

    private void checkSilence() {
        long now = System.nanoTime();
        // Engines send an answer in one go: a pause in it is a lost end.
        long patience = heard == started ? timeout.toNanos() : timeout.toNanos() / FLOWING;
        long left = Math.min(heard + patience - now, started + timeout.toNanos() * MAX_TIMEOUTS - now);
        if (left <= 0) {
            fail();
        } else {
            long look = Math.min(left, timeout.toNanos() / FLOWING);
            timer = loop.schedule(Duration.ofNanos(look), this::checkSilence);
        }
    }

    private void fail() {
        close();
        listener.failed();
    }

    private boolean read() {
        long bytes = 0;
        for (int i = 0; i < MESSAGES_PER_TURN && bytes < BYTES_PER_TURN; i++) {
            // The listener may have closed this by asking anew.
            if (closed || !frames.read(socket)) {
                return false;
            }
            bytes += frames.bytes();
            heard = System.nanoTime();
            deliver();
        }
        return true;
    }

    private void deliver() {
        long sequence = frames.replayedSequence();
        byte[] payload = frames.payload();
        frames.release();
        if (sequence == Frames.END) {
            close();
            listener.ended();
        } else if (sequence == Frames.MALFORMED) {
            listener.malformed();
        } else {
            listener.batch(sequence, payload);
        }
    }

    void close() {
        if (!closed) {
            closed = true;
            if (timer != null) {
                timer.cancel();
            }
            if (registration != null) {
                registration.cancel();
            }
            sockets.close(socket);
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
