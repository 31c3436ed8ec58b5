package dev.warmpath.events.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * One rank's publisher as vLLM and SGLang have it: PUB with {@code topic, sequence, payload}, and a ROUTER that serves a
 * ring of the last batches. Strict where the engines are: a replay is an empty delimiter and eight bytes, served from the
 * first batch in the ring that is not older, closed by an end marker. It is an XPUB, so that a test can wait until it has
 * a subscriber.
 *
 * <p>One thread owns the sockets; the public methods hand it their work and wait until it is done.
 */
public final class FakePublisher implements AutoCloseable {

    private static final byte[] EMPTY = {};
    private static final byte[] END = {-1, -1, -1, -1, -1, -1, -1, -1};

    /** A batch in the ring. */
    private record Kept(long sequence, byte[] payload) {}

    /** What a publisher is started with. */
    public static final class Options {
        String bind = "tcp://127.0.0.1:*";

        @Nullable
        String connect;

        @Nullable
        String replayBind;

        String topic = "";
        int ring = 10_000;
        boolean topicInReplay;
        boolean silentReplay;
        LongPredicate replayDrops = sequence -> false;
        UnaryOperator<List<byte[]>> replies = frames -> frames;

        Options replaying() {
            replayBind = "tcp://127.0.0.1:*";
            return this;
        }

        Options at(String endpoint) {
            bind = endpoint;
            return this;
        }

        Options connectingTo(String endpoint) {
            connect = endpoint;
            return this;
        }

        Options replayAt(@Nullable String endpoint) {
            replayBind = endpoint;
            return this;
        }

        Options topic(String value) {
            topic = value;
            return this;
        }

        Options ring(int batches) {
            ring = batches;
            return this;
        }

        Options topicInReplay() {
            topicInReplay = true;
            return this;
        }

        Options silentReplay() {
            silentReplay = true;
            return this;
        }

        /** Batches that a replay leaves out, as a ROUTER at its high-water mark does. */
        Options replayDrops(LongPredicate which) {
            replayDrops = which;
            return this;
        }

        /** What becomes of the frames of each message of a replay, those behind the asker's identity. */
        Options replies(UnaryOperator<List<byte[]>> change) {
            replies = change;
            return this;
        }
    }

    private final Options options;
    private final ZContext context = new ZContext();
    private final ZMQ.Socket publisher;
    private final ZMQ.@Nullable Socket router;
    private final ConcurrentLinkedQueue<Runnable> work = new ConcurrentLinkedQueue<>();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final List<List<byte[]>> asks = new CopyOnWriteArrayList<>();
    private final String endpoint;
    private final @Nullable String replayEndpoint;
    private final Thread thread;
    private final AtomicInteger subscriptions = new AtomicInteger();
    private volatile boolean closing;
    private long next;

    public FakePublisher(Options options) {
        this.options = options;
        publisher = context.createSocket(SocketType.XPUB);
        publisher.setSndHWM(100_000);
        publisher.setXpubVerbose(true);
        publisher.setIPv6(true);
        String connect = options.connect;
        if (connect == null) {
            publisher.bind(options.bind);
            endpoint = publisher.getLastEndpoint();
        } else {
            publisher.setReconnectIVL(20);
            // JeroMQ may lose a new connection until this time-out; see Sockets.HANDSHAKE.
            publisher.setHandshakeIvl(500);
            publisher.connect(connect);
            endpoint = connect;
        }
        if (options.replayBind == null) {
            router = null;
            replayEndpoint = null;
        } else {
            router = context.createSocket(SocketType.ROUTER);
            router.setSndHWM(100_000);
            router.bind(options.replayBind);
            replayEndpoint = router.getLastEndpoint();
        }
        thread = new Thread(this::run, "fake-publisher");
        thread.setDaemon(true);
        thread.start();
    }

    public String endpoint() {
        return endpoint;
    }

    @Nullable
    String replayEndpoint() {
        return replayEndpoint;
    }

    /** Subscriptions received so far; each new connection of a subscriber sends its own. */
    public int subscriptions() {
        return subscriptions.get();
    }

    /** The replay questions so far: the frames behind the asker's identity. */
    List<List<byte[]>> asks() {
        return List.copyOf(asks);
    }

    /** First number of each replay asked for. */
    List<Long> askedFrom() {
        List<Long> numbers = new ArrayList<>();
        for (List<byte[]> ask : asks) {
            numbers.add(ByteBuffer.wrap(ask.get(1)).getLong());
        }
        return numbers;
    }

    /** Publishes a batch under the next number. */
    void publish(byte[] payload) {
        await(() -> {
            keep(payload);
            send(next - 1, payload);
        });
    }

    /** Publishes one stored block per batch, as fast as it goes. */
    public void publishRun(long from, long to) {
        await(() -> {
            for (long hash = from; hash <= to; hash++) {
                byte[] payload = Batches.stored(hash);
                keep(payload);
                send(next - 1, payload);
            }
        });
    }

    /** As {@link #publishRun}, heard by nobody. */
    void publishRunUnheard(long from, long to) {
        await(() -> {
            for (long hash = from; hash <= to; hash++) {
                keep(Batches.stored(hash));
            }
        });
    }

    /** A batch that the ring has and no subscriber gets, as at a high-water mark. */
    void publishUnheard(byte[] payload) {
        await(() -> keep(payload));
    }

    /** Sends a batch as it is told, leaving ring and count alone. */
    void repeat(long sequence, byte[] payload) {
        await(() -> send(sequence, payload));
    }

    /** The next batch gets this number. */
    void jumpTo(long sequence) {
        await(() -> next = sequence);
    }

    /** What this does to the publisher happens without other work in between, and without a wait for each part of it. */
    void atOnce(Runnable several) {
        await(several);
    }

    /** Any message. */
    void sendFrames(byte[]... frames) {
        await(() -> {
            for (int i = 0; i < frames.length; i++) {
                publisher.send(frames[i], i + 1 < frames.length ? ZMQ.SNDMORE : 0);
            }
        });
    }

    private void keep(byte[] payload) {
        kept.addLast(new Kept(next++, payload));
        while (kept.size() > options.ring) {
            kept.removeFirst();
        }
    }

    private void send(long sequence, byte[] payload) {
        publisher.send(options.topic.getBytes(StandardCharsets.UTF_8), ZMQ.SNDMORE);
        publisher.send(number(sequence), ZMQ.SNDMORE);
        publisher.send(payload, 0);
    }

    static byte[] number(long sequence) {
        return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    }

    private void await(Runnable task) {
        if (Thread.currentThread() == thread) {
            task.run();
            return;
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        work.add(() -> {
            task.run();
            done.complete(null);
        });
        done.join();
    }

    private void run() {
        try (ZMQ.Poller poller = context.createPoller(2)) {
            poller.register(publisher, ZMQ.Poller.POLLIN);
            if (router != null) {
                poller.register(router, ZMQ.Poller.POLLIN);
            }
            while (!closing) {
                poller.poll(work.isEmpty() ? 2 : 0);
                if (poller.pollin(0)) {
                    readSubscription();
                }
                if (router != null && poller.pollin(1)) {
                    serve(router);
                }
                for (Runnable task = work.poll(); task != null; task = work.poll()) {
                    task.run();
                }
            }
        }
        context.close();
    }

    private void readSubscription() {
        byte[] message = publisher.recv(ZMQ.DONTWAIT);
        if (message != null && message.length > 0 && message[0] == 1) {
            subscriptions.incrementAndGet();
        }
    }

    private void serve(ZMQ.Socket socket) {
        byte[] identity = socket.recv();
        List<byte[]> ask = new ArrayList<>();
        while (socket.hasReceiveMore()) {
            ask.add(socket.recv());
        }
        asks.add(ask);
        if (options.silentReplay || ask.size() != 2 || ask.get(0).length != 0 || ask.get(1).length != Long.BYTES) {
            return;
        }
        long from = ByteBuffer.wrap(ask.get(1)).getLong();
        for (Kept batch : kept) {
            if (batch.sequence() >= from && !options.replayDrops.test(batch.sequence())) {
                reply(
                        socket,
                        identity,
                        options.topic.getBytes(StandardCharsets.UTF_8),
                        number(batch.sequence()),
                        batch.payload());
            }
        }
        reply(socket, identity, EMPTY, END, EMPTY);
    }

    private void reply(ZMQ.Socket socket, byte[] identity, byte[] topic, byte[] sequence, byte[] payload) {
        List<byte[]> frames = options.replies.apply(
                options.topicInReplay ? List.of(EMPTY, topic, sequence, payload) : List.of(EMPTY, sequence, payload));
        socket.send(identity, ZMQ.SNDMORE);
        for (int i = 0; i < frames.size(); i++) {
            socket.send(frames.get(i), i + 1 < frames.size() ? ZMQ.SNDMORE : 0);
        }
    }

    /** Ends it as a killed process ends: ports free, nothing said. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
