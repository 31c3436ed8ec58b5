package dev.warmpath.events.zmq;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns host names into addresses on threads of its own. JeroMQ asks the name service inside {@code connect} and again
 * on its I/O thread before each reconnect; a slow server there would stall every stream. So it is only ever given
 * addresses, and each new socket is a new look-up: a pod that came back elsewhere is found.
 */
public final class EndpointResolver implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int WAITING = 4096;

    /** Takes the outcome. */
    public interface Outcome {
        /** An endpoint that names an address. */
        void resolved(String endpoint);

        /** It cannot be used now. */
        void unusable(String why);
    }

    /** Asks for the addresses of a host; may take its time. */
    @FunctionalInterface
    interface NameService {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    private final AtomicInteger turns = new AtomicInteger();
    private final NameService names;
    private final ThreadPoolExecutor pool;

    public EndpointResolver() {
        this(InetAddress::getAllByName);
    }

    EndpointResolver(NameService names) {
        this.names = names;
        pool = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "warmpath-events-names");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
    }

    /** Looks an endpoint up and tells the outcome on the given executor, perhaps before it returns. */
    public void resolve(String text, Executor executor, Outcome outcome) {
        Endpoint endpoint;
        try {
            endpoint = Endpoint.parse(text);
        } catch (IllegalArgumentException e) {
            executor.execute(() -> outcome.unusable(String.valueOf(e.getMessage())));
            return;
        }
        if (!endpoint.hasHost() || endpoint.isLiteral()) {
            executor.execute(() -> outcome.resolved(text));
            return;
        }
        try {
            pool.execute(() -> lookUp(endpoint, executor, outcome));
        } catch (RejectedExecutionException e) {
            executor.execute(() -> outcome.unusable("too many names wait for the name service"));
        } catch (OutOfMemoryError e) {
            // What a limit on threads looks like. Whoever asked tries again, and must hear of it to do so.
            executor.execute(() -> outcome.unusable("no thread for the name service: " + e.getMessage()));
        }
    }

    private void lookUp(Endpoint endpoint, Executor executor, Outcome outcome) {
        String resolved;
        try {
            InetAddress[] addresses = names.addresses(endpoint.host());
            // Each try takes the next address: one of several may be dead.
            int turn = Math.floorMod(turns.getAndIncrement(), addresses.length);
            resolved = endpoint.at(addresses[turn].getHostAddress());
        } catch (UnknownHostException e) {
            executor.execute(() -> outcome.unusable("unknown host " + endpoint.host()));
            return;
        } catch (Throwable e) {
            // A stream tries again only when it hears that this try has ended, however it did.
            executor.execute(() -> outcome.unusable("looking up " + endpoint.host() + " failed: " + e));
            return;
        }
        executor.execute(() -> outcome.resolved(resolved));
    }

    /** Ends the threads; look-ups under way are given up. */
    @Override
    public void close() {
        pool.shutdownNow();
    }
}
