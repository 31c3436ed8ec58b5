package dev.warmpath.router.discovery;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.Presence;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.worker.Worker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the fleet to what the sources say. Each source tells the whole set that it wants; what differs between that set
 * and what the source has put into the fleet joins, is replaced, or leaves, and nothing else is touched: a worker that is
 * announced as before keeps its event streams, its index and its load, however often it is announced.
 *
 * <p>Three rules keep a source from doing harm. A worker of one source is never changed by another: who comes second is
 * rejected, and taken in when the first is gone. A source that was fine and yields nobody is believed only after {@code
 * hold}, since that is what name servers and controllers say while they restart; a source that breaks is never taken for
 * an empty one. And who is withdrawn gets no more requests, but leaves only when those that it has are done, or {@code
 * drain} is over; announced again before that it is simply back, with all that is known of its cache.
 *
 * <p>Not thread-safe: one thread calls it, which may block. Costs one look-up per announced worker; only those that have
 * changed are checked against the rules again.
 */
final class Reconciler {

    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

    private final WarmpathSettings settings;
    private final Fleet fleet;
    private final Members members;
    private final ToLongFunction<Worker> requests;
    private final LongSupplier nanoClock;
    private @Nullable FleetView settledIn;

    /**
     * @param requests how many requests a worker has now
     * @param nanoClock monotonic; times holds and drains
     */
    Reconciler(
            WarmpathSettings settings,
            Fleet fleet,
            Members members,
            ToLongFunction<Worker> requests,
            LongSupplier nanoClock) {
        this.settings = settings;
        this.fleet = fleet;
        this.members = members;
        this.requests = requests;
        this.nanoClock = nanoClock;
    }

    /** A source has told who is wanted. */
    void wanted(SourceLedger source, WantedSet set) throws InterruptedException {
        if (source.told(set, nanoClock.getAsLong())) {
            settle(source, set);
        }
    }

    /** A source cannot tell. */
    void broken(SourceLedger source, SourceFault fault) {
        source.broken(fault);
    }

    /** Does what only time brings; to be called a few times per second. */
    void look(List<SourceLedger> sources) throws InterruptedException {
        for (SourceLedger source : sources) {
            WantedSet set = source.believable(nanoClock.getAsLong()) || (source.hasRejections() && moved())
                    ? source.inForce()
                    : null;
            if (set != null) {
                settle(source, set);
            }
            letGo(source);
        }
        settledIn = fleet.view();
    }

    /** Whether the fleet is another than at the last look, so that who was in the way may be gone. */
    private boolean moved() {
        return settledIn != fleet.view();
    }

    private void settle(SourceLedger source, WantedSet set) throws InterruptedException {
        List<Rejection> rejected = new ArrayList<>(set.rejected());
        Map<String, Announcement> wanted = onePerUrl(source, set, rejected);
        for (String id : source.members().ids()) {
            if (!wanted.containsKey(id)) {
                withdraw(source, id);
            }
        }
        for (Announcement announcement : wanted.values()) {
            Rejection rejection = place(source, announcement);
            if (rejection != null) {
                rejected.add(rejection);
                withdraw(source, announcement.id());
            }
        }
        source.rejected(rejected);
        letGo(source);
    }

    /** Of two for one URL who serves goes first, then who is there already: an address may have a new owner. */
    private static Map<String, Announcement> onePerUrl(SourceLedger source, WantedSet set, List<Rejection> rejected) {
        Map<String, Announcement> wanted = new LinkedHashMap<>();
        for (Announcement one : set.announced()) {
            Announcement other = wanted.putIfAbsent(one.id(), one);
            if (other == null) {
                continue;
            }
            boolean first = rank(source, one) > rank(source, other);
            Announcement winner = first ? one : other;
            Announcement loser = first ? other : one;
            wanted.put(one.id(), winner);
            if (loser.presence() == Presence.SERVING) {
                String detail = one.id() + " is announced by " + winner.origin() + ", too";
                rejected.add(new Rejection(loser.origin(), RejectionReason.URL_TWICE, detail));
            }
        }
        return wanted;
    }

    private static int rank(SourceLedger source, Announcement one) {
        SourceMembers.Member there = source.members().of(one.id());
        boolean incumbent = there != null && there.announcement().origin().equals(one.origin());
        return (one.presence() == Presence.SERVING ? 2 : 0) + (incumbent ? 1 : 0);
    }

    /** Puts one worker where its announcement wants it; returns why that is not done, if it is not. */
    private @Nullable Rejection place(SourceLedger source, Announcement one) throws InterruptedException {
        synchronized (members) {
            Worker worker = fleet.view().worker(one.id());
            if (worker == null) {
                source.members().remove(one.id(), null);
                return one.presence() == Presence.SERVING ? add(source, one) : null;
            }
            String owner = members.source(one.id());
            SourceMembers.Member member = source.members().of(one.id());
            if (!owner.equals(source.name()) || member == null) {
                source.members().remove(one.id(), null);
                return one.presence() == Presence.SERVING
                        ? new Rejection(
                                one.origin(),
                                RejectionReason.URL_TAKEN,
                                one.id() + " is a worker of " + owner + " already")
                        : null;
            }
            if (one.presence() != Presence.SERVING) {
                source.members().keep(one.id());
                fleet.withdraw(one.id(), true);
                return null;
            }
            if (same(member.announcement(), one)) {
                source.members().put(one);
                fleet.withdraw(one.id(), false);
                return null;
            }
            return replace(source, one, worker);
        }
    }

    private static boolean same(Announcement before, Announcement now) {
        return before.values().equals(now.values()) && before.incarnation().equals(now.incarnation());
    }

    private @Nullable Rejection add(SourceLedger source, Announcement one) {
        if (source.members().full()) {
            return new Rejection(
                    one.origin(),
                    RejectionReason.TOO_MANY_WORKERS,
                    "the source has max_workers (" + source.settings().maxWorkers() + ") workers already");
        }
        AnnouncedWorker judged = AnnouncedWorker.of(one, source.settings().worker(), settings, fleet.view());
        if (judged instanceof AnnouncedWorker.Bad bad) {
            return bad.rejection();
        }
        Instant drained = source.members().drainedBefore(one);
        return join(source, one, ((AnnouncedWorker.Good) judged).settings(), drained);
    }

    /** Legs of the one before run on. Who drained it did not mean to bring it back by changing it. */
    private @Nullable Rejection replace(SourceLedger source, Announcement one, Worker before)
            throws InterruptedException {
        AnnouncedWorker judged = AnnouncedWorker.of(one, source.settings().worker(), settings, fleet.view());
        if (judged instanceof AnnouncedWorker.Bad bad) {
            return bad.rejection();
        }
        Instant drained = fleet.drainingSince(before.id());
        leave(source, before.id(), Removal.REPLACED);
        return join(source, one, ((AnnouncedWorker.Good) judged).settings(), drained);
    }

    private @Nullable Rejection join(
            SourceLedger source, Announcement one, WorkerSettings worker, @Nullable Instant drained) {
        try {
            members.join(worker, source.name(), drained);
        } catch (IllegalStateException noPlace) {
            return new Rejection(one.origin(), RejectionReason.NOT_ADDED, String.valueOf(noPlace.getMessage()));
        }
        source.members().put(one);
        source.changed();
        return null;
    }

    private void withdraw(SourceLedger source, String id) {
        if (source.members().of(id) != null && members.source(id).equals(source.name())) {
            source.members().withdraw(id, nanoClock.getAsLong());
            fleet.withdraw(id, true);
        }
    }

    /** Takes out who is withdrawn and has nothing left to do, or no time left for it. */
    private void letGo(SourceLedger source) throws InterruptedException {
        for (String id : source.members().ids()) {
            SourceMembers.Member member = source.members().of(id);
            Long since = member == null ? null : member.withdrawnAt();
            if (since == null) {
                continue;
            }
            synchronized (members) {
                Worker worker = fleet.view().worker(id);
                if (worker == null || !members.source(id).equals(source.name())) {
                    source.members().remove(id, null);
                } else if (requests.applyAsLong(worker) == 0) {
                    leave(source, id, Removal.WITHDRAWN);
                } else if (nanoClock.getAsLong() - since
                        >= source.settings().drain().toNanos()) {
                    leave(source, id, Removal.DRAIN_OVER);
                }
            }
        }
    }

    private void leave(SourceLedger source, String id, Removal why) throws InterruptedException {
        Instant drained = fleet.drainingSince(id);
        if (!members.leave(id, why)) {
            log.atWarn().addKeyValue("worker", id).log("a worker's event streams did not close");
        }
        source.members().remove(id, drained);
        source.changed();
    }
}
