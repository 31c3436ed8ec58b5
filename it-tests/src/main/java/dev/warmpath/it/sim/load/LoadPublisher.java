package dev.warmpath.it.sim.load;

import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.it.sim.schedule.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/**
 * Publishes the load of all ranks of one engine on real ZMQ sockets, when it changes and every second, from one thread that
 * owns the sockets; they are XPUB, so that a test can ask who listens. Its ports are new in every life of the engine, so who listens has to ask where they are.
 */
public final class LoadPublisher implements AutoCloseable {

    private static final int HIGH_WATER_MARK = 8;
    private static final int LOOK_MILLIS = 10;
    private static final int TRIES = 5;

    private final ScheduledThreadPoolExecutor thread;
    private final ZContext context = new ZContext();
    private final List<RankLoads> ranks = new ArrayList<>();
    private int base;
    private volatile boolean silent;
    private volatile int listeners;

    private LoadPublisher() {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread named = new Thread(task, "sim-loads");
            named.setDaemon(true);
            return named;
        });
        thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    }

    /**
     * Binds a port for each rank, and returns when that is done.
     *
     * @param firstRank number of the first of them
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it never ends by itself
    public static LoadPublisher start(String host, int firstRank, List<Rank> ranks, int blockSize) {
        LoadPublisher publisher = new LoadPublisher();
        CompletableFuture.runAsync(() -> publisher.open(host, firstRank, ranks, blockSize), publisher.thread)
                .join();
        publisher.thread.scheduleWithFixedDelay(publisher::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return publisher;
    }

    /** Ports that were free when they were chosen may be taken a moment later: then others are chosen. */
    private void open(String host, int firstRank, List<Rank> all, int blockSize) {
        List<ZMQ.Socket> sockets = List.of();
        for (int left = TRIES; sockets.isEmpty(); left--) {
            int block = PortBlockAllocator.system().allocate(all.size());
            base = block - firstRank;
            try {
                sockets = bind(host, block, all.size());
            } catch (ZMQException taken) {
                if (left == 1) {
                    throw taken;
                }
            }
        }
        for (int i = 0; i < sockets.size(); i++) {
            ranks.add(new RankLoads(all.get(i), blockSize, sockets.get(i)));
        }
    }

    private List<ZMQ.Socket> bind(String host, int block, int count) {
        List<ZMQ.Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ZMQ.Socket socket = context.createSocket(SocketType.XPUB);
            socket.setIPv6(true);
            socket.setSndHWM(HIGH_WATER_MARK);
            socket.bind("tcp://" + host + ":" + (block + i));
            sockets.add(socket);
        }
        return sockets;
    }

    private void look() {
        listeners = ranks.stream().mapToInt(RankLoads::listeners).sum();
        if (!silent) {
            ranks.forEach(RankLoads::look);
        }
    }

    /** Port of rank 0 of the deployment; rank r is on the next port but r. */
    public int base() {
        return base;
    }

    /** Subscriptions of all ranks. */
    public int listeners() {
        return listeners;
    }

    /** While silent it publishes nothing and keeps its sockets. */
    public void silent(boolean on) {
        silent = on;
    }

    /** Publishes frames as they are, for the rank at this place. */
    public void publishFrames(int index, List<byte[]> frames) {
        List<byte[]> copy = List.copyOf(frames);
        thread.execute(() -> ranks.get(index).send(copy));
    }

    /** Closes every socket. */
    @Override
    public void close() {
        thread.execute(context::close);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the thread that publishes loads did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
