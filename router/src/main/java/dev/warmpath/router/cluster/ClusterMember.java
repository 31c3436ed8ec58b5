package dev.warmpath.router.cluster;

import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.router.cluster.bus.Bus;
import dev.warmpath.router.cluster.bus.HazelcastBus;
import dev.warmpath.router.cluster.peer.OthersLoads;
import dev.warmpath.router.cluster.peer.Peers;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.cluster.status.ClusterState;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.cluster.wire.Seal;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This router as one of several. Joins in the background, again and again until it can; says and hears; leaves. Whatever
 * goes wrong with it costs no request anything: a router that hears nobody chooses by its own load, and says so.
 *
 * <p>All of it runs on one thread of its own, every {@code cluster.interval}. What operators changed elsewhere is put in
 * force on a second one, since draining a worker may wait for another change of the fleet.
 */
public final class ClusterMember implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ClusterMember.class);

    private static final long STATUS_NANOS = Duration.ofMillis(100).toNanos();
    private static final long REJOIN_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int MOST_WAITING = 4096;
    private static final int LEAVE_SECONDS = 5;

    private final ClusterSettings settings;
    private final PairChooser chooser;
    private final SharedSettings shared;
    private final Bus.Joining joining;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final Seal seal;
    private final Introduction introduction;
    private final OwnLoads own;
    private final Peers peers;
    private final Tally tally = new Tally();
    private final AtomicInteger waiting = new AtomicInteger();

    private @Nullable ScheduledThreadPoolExecutor thread;
    private @Nullable ScheduledFuture<?> ticks;
    private @Nullable ThreadPoolExecutor settingsThread;
    private volatile ClusterStatus status = ClusterStatus.off();

    /* On the cluster's thread. */
    private @Nullable Talk talk;
    private boolean joinsNow;
    private @Nullable String trouble;
    private ClusterState state = ClusterState.JOINING;
    private Instant since = Instant.EPOCH;
    private long joinAtNanos;
    private long allAtNanos;
    private long statusAtNanos;
    private long heardNanos;

    public ClusterMember(
            WarmpathSettings settings, Supplier<FleetView> fleet, PairChooser chooser, SharedSettings shared) {
        this(
                settings,
                fleet,
                chooser,
                shared,
                listener -> HazelcastBus.join(
                        settings.cluster(), Seal.groupName(settings.cluster().secret()), listener),
                System::nanoTime,
                InstantSource.system());
    }

    ClusterMember(
            WarmpathSettings settings,
            Supplier<FleetView> fleet,
            PairChooser chooser,
            SharedSettings shared,
            Bus.Joining joining,
            LongSupplier nanoClock,
            InstantSource clock) {
        this.settings = settings.cluster();
        this.chooser = chooser;
        this.shared = shared;
        this.joining = joining;
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.seal = new Seal(this.settings.secret());
        this.introduction = new Introduction(settings, fleet, chooser, shared);
        this.own = new OwnLoads(chooser.exchange(), fleet, this.settings.maxHintBlocks());
        this.peers = new Peers(
                this.settings.maxMembers() - 1,
                this.settings.staleAfter(),
                this.settings.memberTimeout(),
                new OthersLoads(chooser.exchange(), fleet),
                nanoClock,
                clock);
    }

    /** Begins to look for others, and returns at once. Does nothing where {@code cluster.enabled} is false. */
    public void start() {
        if (!settings.enabled()) {
            return;
        }
        chooser.exchange().open();
        ScheduledThreadPoolExecutor ticking =
                new ScheduledThreadPoolExecutor(1, work -> daemon(work, "warmpath-cluster"));
        thread = ticking;
        settingsThread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(16),
                work -> daemon(work, "warmpath-cluster-settings"),
                // What is left out comes again: registers differ until it was taken.
                new ThreadPoolExecutor.DiscardPolicy());
        since = clock.instant();
        joinAtNanos = nanoClock.getAsLong();
        statusAtNanos = joinAtNanos;
        publish(joinAtNanos);
        long micros = settings.interval().toNanos() / 1000;
        ticks = ticking.scheduleWithFixedDelay(this::tickSafely, micros, micros, TimeUnit.MICROSECONDS);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The cluster as it was a tenth of a second ago. Any thread. */
    public ClusterStatus status() {
        return status;
    }

    /** One that throws must not end all later ones. */
    private void tickSafely() {
        try {
            tick(nanoClock.getAsLong());
        } catch (RuntimeException failed) {
            log.atError().setCause(failed).log("sharing load with other routers failed, and goes on");
        }
    }

    private void tick(long now) {
        boolean all = now - allAtNanos >= settings.fullInterval().toNanos();
        if (all) {
            allAtNanos = now;
            ThreadPoolExecutor reminding = settingsThread;
            if (reminding != null) {
                reminding.execute(shared::remindOfDrains);
            }
        }
        Talk talking = talk;
        if (talking != null) {
            talking.tick(all, now);
            peers.age();
            if (all && deaf(talking, now)) {
                rejoin(talking);
            }
        } else {
            // Nobody is told; nothing may pile up meanwhile.
            own.changes();
            if (!joinsNow && now - joinAtNanos >= 0) {
                join();
            }
        }
        turn();
        if (now - statusAtNanos >= 0) {
            publish(now);
        }
    }

    /** Whether it is not the member any more that joined, or others are there and nothing of them comes. */
    private boolean deaf(Talk talking, long now) {
        Bus bus = talking.bus();
        boolean unheard = now - heardNanos > 3 * settings.memberTimeout().toNanos();
        return !bus.working() || (bus.members() > 1 && unheard);
    }

    private void join() {
        joinsNow = true;
        Bus.Listener listener = new Bus.Listener() {
            @Override
            public void heard(Buffer message) {
                hear(message);
            }

            @Override
            public void refused(Refused reason, String from) {
                tally.refuse(reason, from);
            }

            @Override
            public void left(String member) {
                later(() -> peers.left(member));
            }
        };
        Future<Bus> bus;
        try {
            bus = joining.join(listener);
        } catch (RuntimeException impossibleNow) {
            // An own host without an address, for example: a name server may know it soon.
            bus = Future.failedFuture(impossibleNow);
        }
        bus.onComplete(done -> {
            boolean taken = later(() -> {
                joinsNow = false;
                if (done.succeeded()) {
                    joined(done.result());
                } else {
                    notJoined(done.cause());
                }
            });
            if (!taken && done.succeeded()) {
                done.result().leave();
            }
        });
    }

    private void joined(Bus bus) {
        long now = nanoClock.getAsLong();
        ThreadPoolExecutor taking = settingsThread;
        if (taking == null || taking.isShutdown()) {
            bus.leave();
            return;
        }
        tally.joins.incrementAndGet();
        trouble = null;
        heardNanos = now;
        talk = new Talk(bus, seal, peers, own, introduction, shared, taking, tally, now);
        log.atInfo()
                .addKeyValue("router", settings.member())
                .addKeyValue("members", bus.members())
                .log("has joined the other routers");
    }

    private void notJoined(Throwable cause) {
        String why = String.valueOf(cause.getMessage());
        if (!why.equals(trouble)) {
            log.atWarn().addKeyValue("reason", why).log("could not join the other routers; goes on trying");
        }
        trouble = why;
        joinAtNanos = nanoClock.getAsLong() + REJOIN_NANOS;
    }

    private void rejoin(Talk deaf) {
        log.atWarn()
                .addKeyValue(
                        "reason",
                        deaf.bus().working()
                                ? "nothing is heard of them"
                                : "membership has ended, or another half of the routers took this one in")
                .log("leaves the other routers, and joins anew");
        talk = null;
        peers.leftAlone();
        joinsNow = true;
        deaf.bus()
                .leave()
                .onComplete(done -> later(() -> {
                    joinsNow = false;
                    joinAtNanos = nanoClock.getAsLong();
                }));
    }

    private void hear(Buffer message) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            tally.refuse(Refused.BACKLOG);
            return;
        }
        later(() -> {
            waiting.decrementAndGet();
            Talk talking = talk;
            if (talking != null) {
                heardNanos = talking.hear(message) ? nanoClock.getAsLong() : heardNanos;
            }
        });
    }

    /** Does this on the cluster's thread; false after the end. */
    private boolean later(Runnable work) {
        ScheduledThreadPoolExecutor ticking = thread;
        if (ticking != null) {
            try {
                ticking.execute(() -> {
                    try {
                        work.run();
                    } catch (RuntimeException failed) {
                        log.atError().setCause(failed).log("sharing load with other routers failed, and goes on");
                    }
                });
                return true;
            } catch (RejectedExecutionException closed) {
                log.atDebug().log("what came after the end is left out");
            }
        }
        return false;
    }

    private void turn() {
        ClusterState next =
                talk == null ? ClusterState.JOINING : peers.any() ? ClusterState.TOGETHER : ClusterState.ALONE;
        if (next != state) {
            state = next;
            since = clock.instant();
            statusAtNanos = nanoClock.getAsLong();
            if (next == ClusterState.ALONE) {
                log.atWarn().log("hears no other router: chooses by its own load alone");
            } else {
                log.atInfo().addKeyValue("state", next.key()).log("state among the routers");
            }
        }
    }

    private void publish(long now) {
        statusAtNanos = now + STATUS_NANOS;
        status = new ClusterStatus(
                state,
                since,
                trouble,
                introduction.now(),
                peers.status(),
                tally.sent.get(),
                tally.sentBytes.get(),
                tally.refused(),
                tally.otherSecretAt(),
                tally.fullsAsked.get(),
                tally.joins.get(),
                own.hintsDropped(),
                shared.size());
    }

    /** Says goodbye and leaves. Blocks for some seconds at most. */
    @Override
    public void close() {
        ScheduledThreadPoolExecutor ticking = thread;
        if (ticking == null || ticking.isShutdown()) {
            return;
        }
        ScheduledFuture<?> periodic = ticks;
        if (periodic != null) {
            periodic.cancel(false);
        }
        ticking.execute(() -> {
            Talk talking = talk;
            talk = null;
            if (talking != null) {
                talking.bye();
                leave(talking.bus());
            }
        });
        ticking.shutdown();
        ThreadPoolExecutor taking = settingsThread;
        if (taking != null) {
            taking.shutdown();
        }
        try {
            if (!ticking.awaitTermination(LEAVE_SECONDS + 1L, TimeUnit.SECONDS)) {
                log.atWarn().log("did not leave the other routers in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void leave(Bus bus) {
        try {
            bus.leave().toCompletionStage().toCompletableFuture().get(LEAVE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException failed) {
            log.atWarn().setCause(failed).log("did not leave the other routers cleanly");
        }
    }
}
