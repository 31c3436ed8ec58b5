package dev.warmpath.router.discovery;

import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.worker.Worker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Who put each worker into the fleet. Workers join and leave through it, one at a time; who looks before it changes holds
 * this object's monitor for both. Blocks while streams close, so changes are not for event loops.
 */
public final class Members {

    /** The source of workers that the configuration lists. */
    public static final String CONFIGURATION = "configuration";

    /** The source of workers that were registered on the admin port. */
    public static final String ADMIN = "admin";

    private static final long CLOSE_SECONDS = 20;

    private final Fleet fleet;
    private final Map<String, String> sources = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Is told of each change, on the thread that makes it. */
    public interface Listener {

        void joined(String worker);

        void left(String worker);
    }

    public Members(Fleet fleet) {
        this.fleet = fleet;
    }

    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** The name of the source that put a worker into the fleet; the configuration where nobody else has. Any thread. */
    public String source(String worker) {
        return sources.getOrDefault(worker, CONFIGURATION);
    }

    /**
     * Takes a worker into the fleet that is not there.
     *
     * @param drainingSince as {@link Fleet#add(WorkerSettings, Instant)} has it
     * @throws IllegalStateException when its URL is registered already, or there are no ports for its events
     */
    public synchronized Worker join(WorkerSettings settings, String source, @Nullable Instant drainingSince) {
        Worker worker = fleet.add(settings, drainingSince);
        sources.put(worker.id(), source);
        listeners.forEach(listener -> listener.joined(worker.id()));
        return worker;
    }

    /**
     * Takes a worker out of the fleet.
     *
     * @return whether its event streams are closed; it is not chosen any more in either case
     */
    public synchronized boolean leave(String id, Removal why) throws InterruptedException {
        sources.remove(id);
        listeners.forEach(listener -> listener.left(id));
        try {
            fleet.remove(id, why).get(CLOSE_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException stuck) {
            return false;
        }
    }
}
