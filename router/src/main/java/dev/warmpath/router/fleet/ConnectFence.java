package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.Protocol;
import dev.warmpath.config.settings.Role;
import dev.warmpath.scorer.choice.Ineligibility;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps requests away from workers that cannot be reached. Without it a dead worker draws traffic: what is booked on it
 * is refunded at once, so it has no load and is the cheapest target for every prompt that nobody holds.
 *
 * <p>A refused connection fences the worker at once. A connection that breaks before an answer fences it only when it is
 * the second in a row, because a kept connection that the worker closed a moment ago looks the same. The fence lasts
 * {@link #FIRST_WAIT}, twice as long each time that the worker fails on being let back, up to {@link #LONGEST_WAIT}. An
 * answer, whatever it says, ends it.
 *
 * <p>Being let back is a trial by real requests, and one failed trial costs a request one of its tries. So among workers
 * that stand in for one another only one is on trial at a time, and none within {@link #FIRST_WAIT} of a failure: a
 * request meets one dead worker at most, however many there are. A worker on trial to which no request comes makes room
 * for the next after {@link #TRIAL_TURN}. Workers of another role are on trial independently, since a prefill worker
 * proves nothing while no decode worker is let in.
 *
 * <p>No thread of its own: {@link #look} is called from time to time. Thread-safe; {@link #reached} is on the path of
 * every request and takes the lock only for a worker that was in trouble.
 */
final class ConnectFence {

    static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    static final Duration TRIAL_TURN = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ConnectFence.class);

    private enum Standing {
        /** One broken connection, which may mean nothing. */
        NOTED,
        FENCED,
        ON_TRIAL
    }

    /** Workers with the same side can do the same legs. */
    private record Side(Role role, Protocol protocol, String group, List<String> models) {}

    private static final class Trouble {
        final Worker worker;
        final Side side;
        Standing standing = Standing.NOTED;
        long wait;
        long failedAt;
        long until;
        long triedSince;

        Trouble(Worker worker) {
            this.worker = worker;
            this.side = new Side(
                    worker.settings().role(),
                    worker.settings().protocol(),
                    worker.settings().group(),
                    worker.settings().models());
        }

        boolean due(long now) {
            return standing == Standing.FENCED && now - until >= 0;
        }
    }

    private final LongSupplier nanoClock;
    private final Function<String, @Nullable Worker> fleet;
    /** Changed under this object's lock; read without it. */
    private final Map<String, Trouble> troubled = new ConcurrentHashMap<>();

    /**
     * @param nanoClock monotonic, as {@link System#nanoTime}
     * @param fleet a registered worker by its id, or null
     */
    ConnectFence(LongSupplier nanoClock, Function<String, @Nullable Worker> fleet) {
        this.nanoClock = nanoClock;
        this.fleet = fleet;
    }

    /** No connection could be made. */
    void refused(String id) {
        failed(id, true);
    }

    /** A connection broke before an answer. */
    void broke(String id) {
        failed(id, false);
    }

    private synchronized void failed(String id, boolean refused) {
        // Asked inside the lock: a worker that is removed is forgotten after it has left the fleet, so that a request
        // which fails late cannot leave anything behind.
        Worker worker = fleet.apply(id);
        if (worker == null) {
            return;
        }
        Trouble trouble = troubled.get(id);
        boolean first = trouble == null;
        if (trouble == null) {
            trouble = new Trouble(worker);
            troubled.put(id, trouble);
        }
        // A request that was sent before the fence stood says nothing new; a hundred of them must not double the wait.
        if (trouble.standing == Standing.FENCED || (first && !refused)) {
            return;
        }
        long now = nanoClock.getAsLong();
        boolean again = trouble.standing == Standing.ON_TRIAL;
        trouble.wait = again ? Math.min(2 * trouble.wait, LONGEST_WAIT.toNanos()) : FIRST_WAIT.toNanos();
        trouble.failedAt = now;
        fence(trouble, now + trouble.wait);
        // The first time is news; that a dead worker is still dead is not.
        (again ? log.atDebug() : log.atWarn())
                .addKeyValue("worker", id)
                .addKeyValue("reason", refused ? "connect" : "reset")
                .addKeyValue("wait_ms", trouble.wait / 1_000_000)
                .log("worker unreachable; no request is sent to it for now");
    }

    /** The worker answered. */
    void reached(String id) {
        if (troubled.containsKey(id)) {
            clear(id);
        }
    }

    private synchronized void clear(String id) {
        Trouble trouble = troubled.remove(id);
        if (trouble == null || trouble.standing == Standing.NOTED) {
            return;
        }
        trouble.worker.ranks().forEach(rank -> rank.candidate().admit(Ineligibility.UNREACHABLE));
        log.atInfo().addKeyValue("worker", id).log("worker reachable again");
        look();
    }

    /** The worker has left the fleet. */
    synchronized void forget(String id) {
        troubled.remove(id);
    }

    /** Lets workers back whose time has come. */
    synchronized void look() {
        long now = nanoClock.getAsLong();
        for (Trouble trouble : troubled.values()) {
            if (trouble.due(now)) {
                letTry(trouble, now);
            }
        }
    }

    private void letTry(Trouble next, long now) {
        Trouble idle = null;
        for (Trouble other : troubled.values()) {
            if (other == next || other.standing == Standing.NOTED || !other.side.equals(next.side)) {
                continue;
            }
            boolean before = other.due(now) && other.until - next.until < 0;
            boolean justFailed = now - other.failedAt < FIRST_WAIT.toNanos();
            boolean trying = other.standing == Standing.ON_TRIAL;
            if (before || justFailed || (trying && now - other.triedSince < TRIAL_TURN.toNanos())) {
                return;
            }
            idle = trying ? other : idle;
        }
        if (idle != null) {
            fence(idle, now);
        }
        next.standing = Standing.ON_TRIAL;
        next.triedSince = now;
        next.worker.ranks().forEach(rank -> rank.candidate().admit(Ineligibility.UNREACHABLE));
        log.atDebug().addKeyValue("worker", next.worker.id()).log("unreachable worker may be tried again");
    }

    private static void fence(Trouble trouble, long until) {
        trouble.standing = Standing.FENCED;
        trouble.until = until;
        trouble.worker.ranks().forEach(rank -> rank.candidate().bar(Ineligibility.UNREACHABLE));
    }
}
