package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Workers that serve in next to no time: all of them on one thread, with prepared answers. A request says in the header
 * {@link #ANSWER} how it wants to be answered:
 *
 * <ul>
 *   <li>not at all: a chat completion of one word, whole;
 *   <li>{@link #PACED}: a stream of {@link #EVENTS} events, one every {@link #PACE_NANOS}, each with the time at which it
 *       was sent;
 *   <li>{@link #HELD}: a stream that falls silent after its first event, until {@link #release}.
 * </ul>
 */
final class LightEngine implements AutoCloseable {

    static final String ANSWER = "x-bench-answer";
    static final String PACED = "paced";
    static final String HELD = "held";

    /** Events of a paced stream after its first. */
    static final int EVENTS = 20;

    /** Between two events of a paced stream. */
    static final long PACE_NANOS = 20_000_000;

    /** Before the time in an event, which is of {@link System#nanoTime}'s kind. */
    static final String STAMP = "\"at\":";

    private static final int BACKLOG = 4096;
    private static final int RECEIVE_BYTES = 64 << 10;

    private static final byte[] WHOLE = whole(
            "application/json",
            "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"demo\",\"choices\":[{\"index\":0,"
                    + "\"message\":{\"role\":\"assistant\",\"content\":\"yes\"},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":256,\"completion_tokens\":1,\"total_tokens\":257}}");
    private static final byte[] WELL = whole("text/plain", "");
    private static final byte[] UNKNOWN =
            ascii("HTTP/1.1 404 Not Found\r\ncontent-type: text/plain\r\ncontent-length: 0\r\n\r\n");
    /** nginx collects answers before it passes them on, but for those that say so. */
    private static final byte[] STREAM = ascii(String.join(
            "\r\n",
            "HTTP/1.1 200 OK",
            "content-type: text/event-stream",
            "x-accel-buffering: no",
            "transfer-encoding: chunked",
            "",
            ""));

    private static final byte[] END = ascii("e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n");

    private final Selector selector;
    private final List<ServerSocketChannel> listeners = new ArrayList<>();
    private final AtomicIntegerArray served;
    private final AtomicBoolean releasing = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "light-engine");
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVE_BYTES);
    private final List<Connection> held = new ArrayList<>();
    private final PriorityQueue<Paced> paced = new PriorityQueue<>();
    private volatile boolean stopping;
    private volatile int holding;

    /** A connection that was accepted by one of the workers. */
    private record Accepted(Connection connection, int worker) {}

    /** A stream under way. */
    private record Paced(Connection connection, long nextNanos, int left) implements Comparable<Paced> {
        @Override
        public int compareTo(Paced other) {
            return Long.compare(nextNanos, other.nextNanos);
        }
    }

    private LightEngine(int workers, int firstPort) throws IOException {
        this.selector = Selector.open();
        this.served = new AtomicIntegerArray(workers);
        for (int i = 0; i < workers; i++) {
            ServerSocketChannel listener = ServerSocketChannel.open();
            listener.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), firstPort == 0 ? 0 : firstPort + i),
                    BACKLOG);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT, i);
            listeners.add(listener);
        }
        thread.setDaemon(true);
    }

    /**
     * Starts so many workers.
     *
     * @param firstPort of the first one, the others follow; 0 for any free ports
     */
    static LightEngine start(int workers, int firstPort) {
        try {
            LightEngine engine = new LightEngine(workers, firstPort);
            engine.thread.start();
            return engine;
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated workers found no port", e);
        }
    }

    InetSocketAddress address(int worker) {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), listeners.get(worker).socket().getLocalPort());
    }

    /** Generation requests that a worker has answered, or begun to. */
    int served(int worker) {
        return served.get(worker);
    }

    /** Streams that are held open. */
    int holding() {
        return holding;
    }

    /** Ends the streams that are held. */
    void release() {
        releasing.set(true);
        selector.wakeup();
    }

    private void run() {
        try {
            while (!stopping) {
                selector.select(this::ready, untilNextEvent());
                sendDueEvents();
                if (releasing.compareAndSet(true, false)) {
                    for (Connection connection : held) {
                        finish(connection);
                    }
                    held.clear();
                    holding = 0;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated workers cannot go on", e);
        }
    }

    /** In milliseconds, rounded down so that events are early rather than late; 0 waits for ever. */
    private long untilNextEvent() {
        Paced next = paced.peek();
        return next == null ? 0 : Math.max(1, (next.nextNanos() - System.nanoTime()) / 1_000_000);
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel(), (Integer) key.attachment());
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a simulated worker cannot accept connections", e);
        }
        Accepted accepted = (Accepted) key.attachment();
        Connection connection = accepted.connection();
        try {
            if (key.isWritable()) {
                connection.sendRest();
            }
            if (key.isReadable() && !connection.receive(received)) {
                connection.close();
            } else if (connection.reader().complete()) {
                answer(accepted);
                connection.reader().reset();
            }
        } catch (IOException gone) {
            connection.close();
        }
    }

    private void accept(ServerSocketChannel listener, int worker) throws IOException {
        for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
            Connection connection = Connection.accepted(channel, selector);
            connection.key().attach(new Accepted(connection, worker));
        }
    }

    private void answer(Accepted accepted) throws IOException {
        Connection connection = accepted.connection();
        MessageReader request = connection.reader();
        if (request.first() != 'P') {
            connection.send(ByteBuffer.wrap(request.target().equals("/health") ? WELL : UNKNOWN));
            return;
        }
        served.incrementAndGet(accepted.worker());
        String wanted = request.header(ANSWER);
        if (wanted == null) {
            connection.send(ByteBuffer.wrap(WHOLE));
            return;
        }
        long now = System.nanoTime();
        // Before the event, so that whoever has got it finds the stream counted.
        if (wanted.equals(PACED)) {
            paced.add(new Paced(connection, now + PACE_NANOS, EVENTS));
        } else {
            held.add(connection);
            holding = held.size();
        }
        connection.send(ByteBuffer.wrap(joined(STREAM, event(now))));
    }

    private void sendDueEvents() {
        for (Paced due = paced.peek(); due != null && due.nextNanos() <= System.nanoTime(); due = paced.peek()) {
            paced.remove();
            Connection connection = due.connection();
            if (due.left() == 0) {
                finish(connection);
                continue;
            }
            try {
                connection.send(ByteBuffer.wrap(event(System.nanoTime())));
                paced.add(new Paced(connection, due.nextNanos() + PACE_NANOS, due.left() - 1));
            } catch (IOException gone) {
                connection.close();
            }
        }
    }

    private static void finish(Connection connection) {
        try {
            connection.send(ByteBuffer.wrap(END));
        } catch (IOException gone) {
            connection.close();
        }
    }

    private static byte[] event(long nanos) {
        String data =
                "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"demo\","
                        + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word\"}}]," + STAMP + nanos + "}\n\n";
        return ascii(Integer.toHexString(data.length()) + "\r\n" + data + "\r\n");
    }

    private static byte[] whole(String type, String body) {
        return ascii("HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ncontent-length: " + body.length() + "\r\n\r\n"
                + body);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        stopping = true;
        selector.wakeup();
        try {
            thread.join();
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("closing the simulated workers", e);
        }
    }
}
