package dev.warmpath.events.name;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks host names up on threads of its own, so that a slow name service stalls neither an event loop nor a thread that
 * owns sockets. Safe from any thread.
 */
public final class HostNames implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int WAITING = 4096;

    /**
     * Seconds for which the Java runtime answers from memory, instead of its own 30: the ranks of a worker ask for one name at
     * about one time. What was not found is asked for again at once.
     */
    private static final String REMEMBERED_SECONDS = "2";

    /** Takes the outcome of a look-up. */
    public interface Outcome {
        /** All addresses that the host has now; one at least. */
        void found(List<InetAddress> addresses);

        /** It has none, or could not be asked. */
        void unknown(String why);
    }

    private final NameService names;
    private final ThreadPoolExecutor pool;

    /** Asks the machine's name service. */
    public HostNames() {
        this(NameService.SYSTEM);
    }

    public HostNames(NameService names) {
        this.names = names;
        pool = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "warmpath-names");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
    }

    /**
     * Has the Java runtime forget names soon. It reads this once, with the first name that it looks up: to be called before
     * anything else in a process.
     */
    public static void rememberShortly() {
        Security.setProperty("networkaddress.cache.ttl", REMEMBERED_SECONDS);
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
    }

    /** Whether this is an address already, which no name service needs to be asked for; IPv6 without brackets. */
    public static boolean isAddress(String host) {
        if (host.indexOf(':') >= 0) {
            return true;
        }
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c != '.' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    /** Looks a host up and tells the outcome on the given executor. */
    public void lookUp(String host, Executor executor, Outcome outcome) {
        try {
            pool.execute(() -> ask(host, executor, outcome));
        } catch (RejectedExecutionException e) {
            executor.execute(() -> outcome.unknown("too many names wait for the name service"));
        } catch (OutOfMemoryError e) {
            // What a limit on threads looks like. Whoever asked tries again, and must hear of it to do so.
            executor.execute(() -> outcome.unknown("no thread for the name service: " + e.getMessage()));
        }
    }

    private void ask(String host, Executor executor, Outcome outcome) {
        List<InetAddress> found;
        try {
            found = List.of(names.addresses(host));
        } catch (UnknownHostException e) {
            executor.execute(() -> outcome.unknown("unknown host " + host));
            return;
        } catch (Throwable e) {
            // Who asked tries again only when it hears that this try has ended, however it did.
            executor.execute(() -> outcome.unknown("looking up " + host + " failed: " + e));
            return;
        }
        executor.execute(() -> {
            if (found.isEmpty()) {
                outcome.unknown("looking up " + host + " failed: it has no address");
            } else {
                outcome.found(found);
            }
        });
    }

    /** Ends the threads; look-ups under way are given up. */
    @Override
    public void close() {
        pool.shutdownNow();
    }
}
