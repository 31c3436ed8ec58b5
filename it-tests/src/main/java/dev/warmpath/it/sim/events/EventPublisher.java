package dev.warmpath.it.sim.events;

import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.HashScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/**
 * Publishes the events of all ranks of one engine on real ZMQ sockets.
 *
 * <p>One thread owns every socket. Other threads leave commands in a bounded queue and wake it through a pipe that it
 * polls together with the sockets, so that it sleeps while there is nothing to do. A batch that finds the queue full is
 * dropped before it has a number, as in vLLM.
 */
public final class EventPublisher implements AutoCloseable {

    /** A connecting JeroMQ socket now and then loses its new connection, and tries again only when this has passed. */
    private static final int HANDSHAKE_MILLIS = 1_000;

    /** vLLM's {@code max_queue_size} and {@code hwm}. */
    private static final int QUEUE = 100_000;

    private static final long BIND_PATIENCE_NANOS = 5_000_000_000L;

    private final LinkedBlockingQueue<Runnable> commands = new LinkedBlockingQueue<>(QUEUE);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CompletableFuture<List<RankPublisher>> opened = new CompletableFuture<>();
    private final Pipe pipe;
    private final Thread thread;
    private List<RankPublisher> ranks = List.of();
    private volatile boolean stopping;
    private volatile boolean paused;

    private EventPublisher(String name, EventOptions options, HashScheme scheme, List<RankSockets> sockets) {
        try {
            this.pipe = Pipe.open();
            pipe.source().configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException("no pipe to wake the publishing thread", e);
        }
        this.thread = new Thread(() -> run(options, scheme, sockets), name);
        thread.setDaemon(true);
    }

    /**
     * Binds or connects the sockets of every rank and returns when that is done.
     *
     * @param name of the publishing thread
     * @throws ZMQException if a port is taken and stays taken
     */
    public static EventPublisher start(
            String name, EventOptions options, HashScheme scheme, List<RankSockets> sockets) {
        EventPublisher publisher = new EventPublisher(name, options, scheme, List.copyOf(sockets));
        publisher.thread.start();
        try {
            publisher.ranks = publisher.opened.join();
        } catch (RuntimeException e) {
            publisher.close();
            throw e;
        }
        return publisher;
    }

    /** Publishes a batch for the rank at this place of the list that {@link #start} was given. */
    public void publish(int index, List<CacheChange> changes) {
        List<CacheChange> batch = List.copyOf(changes);
        submit(() -> ranks.get(index).publish(batch));
    }

    /** Publishes a hand-made payload under the rank's next number. */
    public void publishPayload(int index, byte[] payload) {
        submit(() -> ranks.get(index).publish(payload));
    }

    /** Publishes frames as they are, outside the numbering. */
    public void publishFrames(int index, List<byte[]> frames) {
        List<byte[]> copy = List.copyOf(frames);
        submit(() -> ranks.get(index).sendRaw(copy));
    }

    /** Closes the publisher of one rank for good. */
    public void close(int index) {
        submit(() -> ranks.get(index).close());
    }

    /** Number of the rank's last batch; one less than its first number when there was none. */
    public long lastSequence(int index) {
        return ranks.get(index).lastSequence();
    }

    /** Completes when everything that was published before has been given to the sockets. */
    public CompletableFuture<Void> flushed() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (!submit(() -> done.complete(null))) {
            done.completeExceptionally(new IllegalStateException("the publishing thread has too much to do"));
        }
        return done;
    }

    /** While paused nothing is sent and no replay is answered; the sockets stay. */
    public void pause(boolean on) {
        paused = on;
        wake();
    }

    private boolean submit(Runnable command) {
        boolean taken = commands.offer(command);
        if (taken) {
            wake();
        }
        return taken;
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            try {
                pipe.sink().write(ByteBuffer.allocate(1));
            } catch (IOException e) {
                if (!stopping) {
                    throw new UncheckedIOException("cannot wake the publishing thread", e);
                }
            }
        }
    }

    private void run(EventOptions options, HashScheme scheme, List<RankSockets> sockets) {
        try (ZContext context = new ZContext()) {
            List<RankPublisher> publishers = new ArrayList<>();
            for (RankSockets rank : sockets) {
                publishers.add(open(context, options, new BatchEncoder(options, scheme), rank));
            }
            if (!options.format().isVllm()) {
                // SGLang begins every life with this.
                publishers.forEach(publisher -> publisher.publish(List.of(new CacheChange.Cleared())));
            }
            opened.complete(publishers);
            loop(context, publishers);
        } catch (RuntimeException e) {
            opened.completeExceptionally(e);
        } finally {
            closed.countDown();
        }
    }

    private static RankPublisher open(
            ZContext context, EventOptions options, BatchEncoder encoder, RankSockets sockets) {
        ZMQ.Socket publisher = context.createSocket(SocketType.PUB);
        publisher.setIPv6(true);
        publisher.setSndHWM(QUEUE);
        publisher.setHandshakeIvl(HANDSHAKE_MILLIS);
        if (sockets.bind()) {
            bind(publisher, sockets.endpoint());
        } else {
            publisher.connect(sockets.endpoint());
        }
        ZMQ.Socket replay = null;
        String replayEndpoint = sockets.replayEndpoint();
        if (replayEndpoint != null) {
            replay = context.createSocket(SocketType.ROUTER);
            replay.setIPv6(true);
            replay.setSndHWM(QUEUE);
            bind(replay, replayEndpoint);
        }
        return new RankPublisher(sockets.rank(), publisher, replay, options, encoder, sockets.faults());
    }

    /** A port that the engine had before a restart may take a moment to become free: JeroMQ closes on other threads. */
    private static void bind(ZMQ.Socket socket, String endpoint) {
        long deadline = System.nanoTime() + BIND_PATIENCE_NANOS;
        while (true) {
            try {
                socket.bind(endpoint);
                return;
            } catch (ZMQException e) {
                if (e.getErrorCode() != ZMQ.Error.EADDRINUSE.getCode() || System.nanoTime() > deadline) {
                    throw new ZMQException("cannot bind " + endpoint + ": " + e.getMessage(), e.getErrorCode());
                }
                ZMQ.msleep(10);
            }
        }
    }

    private void loop(ZContext context, List<RankPublisher> publishers) {
        ZMQ.Poller everything = context.createPoller(publishers.size() + 1);
        ZMQ.Poller control = context.createPoller(1);
        everything.register(pipe.source(), ZMQ.Poller.POLLIN);
        control.register(pipe.source(), ZMQ.Poller.POLLIN);
        List<RankPublisher> replaying = new ArrayList<>();
        for (RankPublisher publisher : publishers) {
            if (publisher.replaySocket() != null) {
                everything.register(publisher.replaySocket(), ZMQ.Poller.POLLIN);
                replaying.add(publisher);
            }
        }
        while (!stopping) {
            ZMQ.Poller poller = paused ? control : everything;
            poller.poll(-1);
            if (poller.pollin(0)) {
                drainPipe();
            }
            if (paused) {
                continue;
            }
            runCommands();
            for (int i = 0; poller == everything && i < replaying.size(); i++) {
                if (poller.pollin(i + 1)) {
                    serve(replaying.get(i));
                }
            }
        }
    }

    private static void serve(RankPublisher publisher) {
        ZMQ.Socket socket = publisher.replaySocket();
        if (socket != null) {
            publisher.serve(socket);
        }
    }

    private void drainPipe() {
        try {
            ByteBuffer bytes = ByteBuffer.allocate(16);
            while (pipe.source().read(bytes) > 0) {
                bytes.clear();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the wake-up pipe", e);
        }
        // Only now: a wake-up between the two would be read away and yet count as on its way, and nobody would be woken
        // ever again. Commands that come before this line are run right after it.
        woken.set(false);
    }

    private void runCommands() {
        for (@Nullable Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
    }

    /** Closes every socket and returns when the ports are free. */
    @Override
    public void close() {
        stopping = true;
        wake();
        try {
            closed.await();
            pipe.sink().close();
            pipe.source().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("closing the wake-up pipe", e);
        }
    }
}
