package dev.warmpath.events.zmq;

import dev.warmpath.config.settings.EventSettings;
import java.time.Duration;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * The one ZMQ context, and the options every socket of ours gets. Safe from any thread; each socket then belongs to the
 * thread of its loop.
 */
public final class Sockets implements AutoCloseable {

    /** One SUB and at times one DEALER per rank; JeroMQ's own limit of 1,023 would end at some 500 ranks. */
    private static final int MAX_SOCKETS = 16_384;

    /**
     * How long a new connection may take to greet. JeroMQ's own 30 s would be lost time for a peer that accepts and says
     * nothing, and also for its own race: a connection that is made while its I/O thread has other commands to run can be
     * dropped from the selector it was just added to (its old and its new handle share a key), about one in thirty on
     * loopback, and only this timer finds it again.
     */
    private static final Duration HANDSHAKE = Duration.ofSeconds(1);

    /**
     * The whole ring of a publisher (10,000 batches by default, and it is configurable there) must fit: a ROUTER whose
     * peer does not read fast enough drops silently.
     */
    private static final int REPLAY_HIGH_WATER_MARK = 200_000;

    private final ZContext context = new ZContext(1);
    private final EventSettings settings;

    public Sockets(EventSettings settings) {
        this.settings = settings;
        context.getContext().setMaxSockets(MAX_SOCKETS);
        context.setLinger(0);
    }

    ZMQ.Socket subscriber(byte[] topic) {
        ZMQ.Socket socket = common(SocketType.SUB);
        socket.setRcvHWM(settings.receiveHighWaterMark());
        socket.setReconnectIVL((int) settings.reconnectMin().toMillis());
        socket.setReconnectIVLMax((int) settings.reconnectMax().toMillis());
        long heartbeat = settings.heartbeat().toMillis();
        if (heartbeat > 0) {
            // JeroMQ notices silence reliably only if the timeout is shorter than the interval: the timer of a beat
            // that was answered stays in its table until it would have fired, and makes a new one of its name dead.
            socket.setHeartbeatIvl((int) heartbeat);
            socket.setHeartbeatTimeout((int) Math.max(1, heartbeat * 2 / 3));
        }
        socket.subscribe(topic);
        return socket;
    }

    ZMQ.Socket dealer() {
        ZMQ.Socket socket = common(SocketType.DEALER);
        socket.setRcvHWM(REPLAY_HIGH_WATER_MARK);
        return socket;
    }

    private ZMQ.Socket common(SocketType type) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setLinger(0);
        socket.setIPv6(true);
        socket.setMaxMsgSize(settings.maxMessageBytes());
        socket.setHandshakeIvl((int) HANDSHAKE.toMillis());
        // The heartbeat is quicker; this is for publishers that cannot answer one.
        socket.setTCPKeepAlive(1);
        socket.setTCPKeepAliveIdle(10);
        socket.setTCPKeepAliveInterval(5);
        socket.setTCPKeepAliveCount(3);
        return socket;
    }

    void close(ZMQ.Socket socket) {
        socket.close();
    }

    /** Frees the context's threads; all sockets must be closed. */
    @Override
    public void close() {
        context.close();
    }
}
