package dev.warmpath.router.admin.registry;

import dev.warmpath.config.address.HostPattern;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.WorkerResult;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.discovery.Members;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.worker.Worker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the fleet at run time, by the rules that hold for the configuration file and those of {@code admin.worker_hosts}.
 * Blocks while streams close, so it is not for event loops. One change at a time.
 */
public final class WorkerRegistry {

    private static final Logger log = LoggerFactory.getLogger(WorkerRegistry.class);

    private final WarmpathSettings settings;
    private final Fleet fleet;
    private final Members members;
    private final SharedSettings shared;
    private final List<HostPattern> hosts;
    private final Leases leases = new Leases(System::nanoTime, InstantSource.system());
    private final Revisions revisions = new Revisions(System.currentTimeMillis());

    /**
     * What came of a registration.
     *
     * @param before what the worker of this URL was, or null where there was none
     */
    public record Registered(Worker worker, @Nullable WorkerSettings before) {}

    /**
     * A registry of these workers.
     *
     * @param members through which others change the fleet, too; its monitor is held by every change
     * @param shared is told of drains, which hold on other routers too
     */
    public WorkerRegistry(WarmpathSettings settings, Fleet fleet, Members members, SharedSettings shared) {
        this.settings = settings;
        this.fleet = fleet;
        this.members = members;
        this.shared = shared;
        members.listen(new Members.Listener() {
            @Override
            public void joined(String worker) {
                revisions.changed(worker);
            }

            @Override
            public void left(String worker) {
                revisions.removed(worker);
            }
        });
        this.hosts =
                settings.admin().workerHosts().stream().map(HostPattern::parse).toList();
    }

    /** The id that a worker of this URL has, or the text itself where it is no worker's URL. */
    public static String normalised(String url) {
        return WorkerUrl.normalise(url).map(Object::toString).orElse(url);
    }

    /**
     * Registers a worker. One that is registered just so already stays as it is; one of the same URL that differs is
     * replaced, and its legs run on while the new one starts with nothing. Who drained a worker did not mean to bring it
     * back by changing it: its successor drains too.
     *
     * @param values the keys of an item of {@code workers:}, and {@code ttl} for a lease that begins now
     * @param condition on {@link #revision()}
     * @throws Refusal when the values are wrong, the host is not allowed, or the condition does not hold
     */
    public Registered register(Map<String, ?> values, Condition condition) throws Refusal, InterruptedException {
        synchronized (members) {
            return registerAlone(values, condition);
        }
    }

    private Registered registerAlone(Map<String, ?> values, Condition condition) throws Refusal, InterruptedException {
        Object url = values.get("url");
        String id = url instanceof String text ? normalised(text) : "";
        List<WorkerSettings> others = fleet.view().workers().stream()
                .filter(worker -> !worker.id().equals(id))
                .map(Worker::settings)
                .toList();
        WorkerResult.Accepted accepted = checked(values, others);
        WorkerSettings asked = accepted.worker();
        refuseForeignHosts(asked);
        require(condition, revisions.fleet());
        Worker before = fleet.view().worker(id);
        refuseForeign(before);
        if (before != null && before.settings().equals(asked)) {
            leases.grant(id, accepted.ttl());
            return new Registered(before, before.settings());
        }
        Instant drainingSince = fleet.drainingSince(id);
        if (before != null) {
            take(id, Removal.REPLACED);
        } else {
            refuseBeyondLimit();
        }
        Worker now = members.join(asked, Members.ADMIN, drainingSince);
        leases.grant(id, accepted.ttl());
        return new Registered(now, before == null ? null : before.settings());
    }

    /** What a discovered worker is, its source says; it would only be put right again. */
    private void refuseForeign(@Nullable Worker worker) throws Refusal {
        String source = worker == null ? Members.ADMIN : members.source(worker.id());
        if (!source.equals(Members.ADMIN) && !source.equals(Members.CONFIGURATION)) {
            throw new Refusal(
                    409,
                    "worker_of_source",
                    "The worker comes from the source " + source + ". Change it there, or drain it here. Nothing was"
                            + " changed.");
        }
    }

    private void refuseBeyondLimit() throws Refusal {
        int limit = settings.admin().maxWorkers();
        if (fleet.view().workers().size() >= limit) {
            throw new Refusal(
                    409,
                    "too_many_workers",
                    "There are admin.max_workers (" + limit + ") workers already; remove one first.");
        }
    }

    private static void require(Condition condition, String revision) throws Refusal {
        if (!condition.holds(revision)) {
            throw Refusal.conditionFailed();
        }
    }

    private WorkerResult.Accepted checked(Map<String, ?> values, List<WorkerSettings> others) throws Refusal {
        WorkerResult result = ConfigLoader.worker(values, settings, others);
        if (result instanceof WorkerResult.Refused refused) {
            throw new Refusal(400, "bad_worker", text(refused.problems()));
        }
        return (WorkerResult.Accepted) result;
    }

    private static String text(List<ConfigProblem> problems) {
        return problems.stream()
                .map(ConfigProblem::toString)
                .map(problem -> problem.endsWith("?") ? problem : problem + ".")
                .collect(Collectors.joining(" "));
    }

    private void refuseForeignHosts(WorkerSettings asked) throws Refusal {
        Optional<String> foreign = Stream.concat(Stream.of(asked.url().getHost()), eventHosts(asked))
                .filter(host -> hosts.stream().noneMatch(allowed -> allowed.matches(host)))
                .findFirst();
        if (foreign.isPresent()) {
            String why = hosts.isEmpty()
                    ? "admin.worker_hosts is empty, so workers come from the configuration file only."
                    : "The host " + foreign.get() + " is not in admin.worker_hosts.";
            throw new Refusal(403, "worker_host_not_allowed", why + " Nothing was changed.");
        }
    }

    /** Where the router would connect to for events; a worker's own address says nothing of these. */
    private static Stream<String> eventHosts(WorkerSettings asked) {
        return asked.kvEvents() instanceof KvEventsSettings.Connect connect
                ? Stream.concat(connect.endpoints().stream(), connect.replays().stream())
                        .map(endpoint -> TcpEndpoint.ofChecked(endpoint).host())
                : Stream.empty();
    }

    /**
     * Removes a worker; returns, when its streams are closed and its blocks forgotten, what it was, if there was one.
     *
     * @param condition on the worker's {@link #revision(String)}
     */
    public Optional<WorkerSettings> remove(String id, Condition condition) throws Refusal, InterruptedException {
        synchronized (members) {
            Worker worker = fleet.view().worker(id);
            if (worker == null) {
                return Optional.empty();
            }
            require(condition, revisions.of(id));
            refuseForeign(worker);
            take(id, Removal.ASKED);
            return Optional.of(worker.settings());
        }
    }

    /** Whether some worker's lease is over; to be asked a few times per second, on any thread. */
    public boolean leasesOver() {
        return !leases.over().isEmpty();
    }

    /** Removes the workers whose leases are over, and returns what they were. */
    public List<WorkerSettings> expire() throws InterruptedException {
        synchronized (members) {
            List<WorkerSettings> gone = new ArrayList<>();
            for (String id : leases.over()) {
                Worker worker = fleet.view().worker(id);
                leases.end(id);
                if (worker != null) {
                    gone.add(worker.settings());
                    expire(id);
                }
            }
            return gone;
        }
    }

    private void expire(String id) throws InterruptedException {
        try {
            take(id, Removal.LEASE_EXPIRED);
        } catch (Refusal stuck) {
            log.atWarn().addKeyValue("worker", id).log(stuck.getMessage());
        }
    }

    /** Until when a worker stays unless it is registered again; null for until it is removed. */
    public @Nullable Instant expiry(String id) {
        return leases.expiry(id);
    }

    /**
     * What came of draining or undraining.
     *
     * @param news whether it was otherwise before
     */
    public record Drained(Worker worker, boolean news) {}

    /**
     * Takes a worker out of service or brings it back, if there is one.
     *
     * @param condition on the worker's {@link #revision(String)}
     */
    public Optional<Drained> drain(String id, boolean draining, Condition condition) throws Refusal {
        synchronized (members) {
            Worker worker = fleet.view().worker(id);
            if (worker == null) {
                return Optional.empty();
            }
            require(condition, revisions.of(id));
            boolean news = worker.draining() != draining;
            Worker now = fleet.drain(id, draining);
            if (now == null) {
                return Optional.empty();
            }
            if (news) {
                revisions.changed(id);
                shared.drained(now, draining);
            }
            return Optional.of(new Drained(now, news));
        }
    }

    /** The name of the source that a worker comes from. */
    public String source(String id) {
        return members.source(id);
    }

    /** The same where it was done on another router: it is not shared again. Null where there is no such worker. */
    public @Nullable Worker drainAsElsewhere(String id, boolean draining) {
        synchronized (members) {
            Worker worker = fleet.view().worker(id);
            if (worker != null && worker.draining() != draining) {
                fleet.drain(id, draining);
                revisions.changed(id);
            }
            return worker;
        }
    }

    /** A text that changes whenever a worker is registered, replaced, drained or removed. */
    public String revision() {
        return revisions.fleet();
    }

    /** A text that changes whenever this worker is. */
    public String revision(String id) {
        return revisions.of(id);
    }

    private void take(String id, Removal why) throws Refusal, InterruptedException {
        leases.end(id);
        if (!members.leave(id, why)) {
            throw new Refusal(
                    500,
                    "streams_not_closed",
                    "The worker gets no more requests, but its event streams did not close.");
        }
    }
}
