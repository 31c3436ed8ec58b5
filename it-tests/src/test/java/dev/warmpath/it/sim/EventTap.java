package dev.warmpath.it.sim;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Listens to one rank's events as a router would, without knowing anything about their content. */
final class EventTap implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int REPLY_MILLIS = 3_000;

    /** A publisher that answers does so within a few milliseconds of this. */
    private static final int SILENCE_MILLIS = 500;

    /** A connecting JeroMQ socket now and then loses its new connection, and tries again only when this has passed. */
    private static final int HANDSHAKE_MILLIS = 300;

    private final ZContext context = new ZContext();
    private final ZMQ.Socket subscription;

    /** One message. */
    record Message(byte[] topic, long sequence, byte[] payload) {}

    private EventTap() {
        this.subscription = context.createSocket(SocketType.SUB);
        subscription.setReceiveTimeOut(TIMEOUT_MILLIS);
        subscription.setRcvHWM(0);
        subscription.setHandshakeIvl(HANDSHAKE_MILLIS);
        subscription.subscribe(new byte[0]);
    }

    static EventTap connect(String endpoint) {
        EventTap tap = new EventTap();
        tap.subscription.connect(endpoint);
        return tap;
    }

    /** Binds any port of loopback; publishers are to connect. */
    static EventTap bind() {
        EventTap tap = new EventTap();
        tap.subscription.bindToRandomPort("tcp://127.0.0.1", 20_000, 30_000);
        return tap;
    }

    int port() {
        String endpoint = subscription.getLastEndpoint();
        return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    }

    /** Waits until messages of this rank arrive: a new subscription takes its time. */
    void awaitSubscription(SimRank rank) {
        subscription.setReceiveTimeOut(100);
        do {
            rank.publishFrames(List.of("probe".getBytes(StandardCharsets.US_ASCII)));
        } while (subscription.recv() == null);
        subscription.setReceiveTimeOut(TIMEOUT_MILLIS);
    }

    /** The next message of three frames; null when none came in time. */
    @Nullable
    Message next() {
        while (true) {
            List<byte[]> frames = frames(subscription);
            if (frames.isEmpty()) {
                return null;
            }
            if (frames.size() == 3) {
                return new Message(frames.get(0), sequence(frames.get(1)), frames.get(2));
            }
        }
    }

    /** Everything up to this sequence number. */
    List<Message> upTo(long sequence) {
        List<Message> messages = new ArrayList<>();
        for (Message message = next(); message != null; message = next()) {
            messages.add(message);
            if (message.sequence() == sequence) {
                return messages;
            }
        }
        throw new AssertionError("sequence " + sequence + " did not come; came " + sequences(messages));
    }

    static List<Long> sequences(List<Message> messages) {
        return messages.stream().map(Message::sequence).toList();
    }

    /** Frames of each reply to a replay request, the end marker included; what came until nothing more did. */
    static List<List<byte[]>> replay(String endpoint, long from) {
        return replay(endpoint, from, REPLY_MILLIS);
    }

    /** What came for all that nobody is expected to answer a replay request. */
    static List<List<byte[]>> silence(String endpoint) {
        return replay(endpoint, 0, SILENCE_MILLIS);
    }

    private static List<List<byte[]>> replay(String endpoint, long from, int patienceMillis) {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket dealer = context.createSocket(SocketType.DEALER);
            dealer.setReceiveTimeOut(patienceMillis);
            dealer.setHandshakeIvl(HANDSHAKE_MILLIS);
            dealer.connect(endpoint);
            dealer.sendMore(new byte[0]);
            dealer.send(ByteBuffer.allocate(8).putLong(from).array());
            List<List<byte[]>> replies = new ArrayList<>();
            for (List<byte[]> frames = frames(dealer); !frames.isEmpty(); frames = frames(dealer)) {
                replies.add(frames);
                if (sequence(frames.get(frames.size() - 2)) == -1) {
                    break;
                }
            }
            return replies;
        }
    }

    static List<byte[]> frames(ZMQ.Socket socket) {
        List<byte[]> frames = new ArrayList<>();
        byte[] frame = socket.recv();
        while (frame != null) {
            frames.add(frame);
            frame = socket.hasReceiveMore() ? socket.recv() : null;
        }
        return frames;
    }

    static long sequence(byte[] frame) {
        return ByteBuffer.wrap(frame).getLong();
    }

    @Override
    public void close() {
        context.close();
    }
}
