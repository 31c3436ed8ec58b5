package dev.warmpath.it.bench.fleet;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** The publishing sockets of many ranks, one each, as engines have them. For one thread, after the one that made it. */
final class RankPublishers implements AutoCloseable {

    private static final byte[] TOPIC = {};

    private final ZContext context = new ZContext();
    private final List<ZMQ.Socket> sockets = new ArrayList<>();
    private final List<String> endpoints = new ArrayList<>();
    private final long[] sequences;

    /** Binds a port for each. */
    RankPublishers(int ranks) {
        sequences = new long[ranks];
        context.getContext().setMaxSockets(ranks + 1);
        for (int rank = 0; rank < ranks; rank++) {
            ZMQ.Socket socket = context.createSocket(SocketType.XPUB);
            // The second subscriber is to be heard of as well as the first.
            socket.setXpubVerbose(true);
            socket.setHWM(0);
            socket.setLinger(0);
            endpoints.add("tcp://127.0.0.1:" + socket.bindToRandomPort("tcp://127.0.0.1"));
            sockets.add(socket);
        }
    }

    /** Where a worker's ranks publish. */
    List<String> endpoints(int worker) {
        return endpoints.subList(worker * FleetSize.RANKS, (worker + 1) * FleetSize.RANKS);
    }

    /**
     * Waits until each has one more subscriber: from then on it misses nothing.
     *
     * @throws IllegalStateException when one does not come
     */
    void awaitSubscribers(int ranks, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (int rank = 0; rank < ranks; rank++) {
            ZMQ.Socket socket = sockets.get(rank);
            socket.setReceiveTimeOut((int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            byte[] told = socket.recv();
            while (told != null && (told.length == 0 || told[0] != 1)) {
                told = socket.recv();
            }
            if (told == null) {
                throw new IllegalStateException("nobody subscribed to rank " + rank);
            }
        }
    }

    /** Publishes a rank's next message. */
    void publish(int rank, byte[] payload) {
        ZMQ.Socket socket = sockets.get(rank);
        dropSubscriptions(socket);
        socket.sendMore(TOPIC);
        socket.sendMore(
                ByteBuffer.allocate(Long.BYTES).putLong(sequences[rank]++).array());
        socket.send(payload);
    }

    /** The socket keeps them until they are read. */
    private static void dropSubscriptions(ZMQ.Socket socket) {
        byte[] told = socket.recv(ZMQ.DONTWAIT);
        while (told != null) {
            told = socket.recv(ZMQ.DONTWAIT);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
