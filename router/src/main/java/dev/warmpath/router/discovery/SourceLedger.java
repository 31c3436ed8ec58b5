package dev.warmpath.router.discovery;

import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of one source: its state, the set in force, and what of it was rejected. Owned by the reconciler. */
final class SourceLedger {

    private static final Logger log = LoggerFactory.getLogger(SourceLedger.class);

    /** Of one set; an outsider may be able to write as many records as it likes. */
    private static final int MOST_LINES = 20;

    private static final int MOST_SHOWN = 50;

    private final DiscoverySettings settings;
    private final InstantSource clock;
    private final Map<RejectionReason, Long> rejections = new EnumMap<>(RejectionReason.class);
    private final Map<FaultReason, Long> faults = new EnumMap<>(FaultReason.class);
    private final SourceMembers members;

    private SourceState state = SourceState.STARTING;
    private @Nullable SourceFault fault;
    private String detail = "";
    private Instant since;
    private @Nullable Instant lastChange;
    private Map<String, Rejection> rejected = Map.of();
    private @Nullable WantedSet inForce;
    private @Nullable WantedSet disbelieved;
    private long disbelievedSince;
    private volatile SourceStatus status;

    SourceLedger(DiscoverySettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.since = clock.instant();
        this.members = new SourceMembers(settings.maxWorkers());
        this.status = snapshot();
    }

    DiscoverySettings settings() {
        return settings;
    }

    String name() {
        return settings.name();
    }

    /** Its workers in the fleet. */
    SourceMembers members() {
        return members;
    }

    /** The set that the fleet is to be like; null before the first. */
    @Nullable
    WantedSet inForce() {
        return inForce;
    }

    /** Whether some of what it announces does not join. */
    boolean hasRejections() {
        return !rejected.isEmpty();
    }

    /** Any thread. */
    SourceStatus status() {
        return status;
    }

    /**
     * The source has told who is wanted.
     *
     * @return whether that is in force now: one that was fine and yields nobody is not believed at once
     */
    boolean told(WantedSet set, long now) {
        boolean sudden = !set.serves() && inForce != null && inForce.serves();
        if (sudden && !settings.hold().isZero()) {
            if (disbelieved == null) {
                disbelievedSince = now;
            }
            disbelieved = set;
            String what = "it yields nobody who serves; its workers stay for "
                    + settings.hold().toSeconds() + " s";
            change(SourceState.HOLDING, null, what);
            return believable(now);
        }
        follow(set);
        return true;
    }

    /** Whether a set that was not believed has stood for long enough; it is in force then. */
    boolean believable(long now) {
        WantedSet set = disbelieved;
        if (set == null || now - disbelievedSince < settings.hold().toNanos()) {
            return false;
        }
        follow(set);
        return true;
    }

    private void follow(WantedSet set) {
        disbelieved = null;
        inForce = set;
        change(SourceState.FOLLOWING, null, "");
    }

    void broken(SourceFault cause) {
        disbelieved = null;
        boolean news = fault == null || fault.reason() != cause.reason();
        if (news) {
            faults.merge(cause.reason(), 1L, Long::sum);
        }
        change(SourceState.BROKEN, cause, cause.detail());
    }

    private void change(SourceState next, @Nullable SourceFault cause, String why) {
        boolean news = next != state || (cause != null && fault != null && cause.reason() != fault.reason());
        if (next != state) {
            since = clock.instant();
        }
        state = next;
        fault = cause;
        detail = why;
        if (news) {
            (next == SourceState.FOLLOWING ? log.atInfo() : log.atWarn())
                    .addKeyValue("source", name())
                    .addKeyValue("state", next.key())
                    .addKeyValue("reason", cause == null ? "" : cause.reason().key())
                    .addKeyValue("detail", why)
                    .log("source of workers changed state");
        }
        publish();
    }

    /** What of the set in force does not join, all of it. */
    void rejected(List<Rejection> all) {
        Map<String, Rejection> now = new LinkedHashMap<>();
        int lines = 0;
        for (Rejection one : all) {
            now.put(one.origin(), one);
            if (!one.equals(rejected.get(one.origin()))) {
                rejections.merge(one.reason(), 1L, Long::sum);
                if (lines++ < MOST_LINES) {
                    log.atWarn()
                            .addKeyValue("source", name())
                            .addKeyValue("origin", one.origin())
                            .addKeyValue("reason", one.reason().key())
                            .addKeyValue("detail", one.detail())
                            .log("announced worker does not join");
                }
            }
        }
        if (lines > MOST_LINES) {
            log.atWarn()
                    .addKeyValue("source", name())
                    .addKeyValue("more", lines - MOST_LINES)
                    .log("more announced workers do not join");
        }
        rejected = now;
        publish();
    }

    /** A worker joined, changed or left. */
    void changed() {
        lastChange = clock.instant();
        publish();
    }

    private void publish() {
        status = snapshot();
    }

    private SourceStatus snapshot() {
        Map<RejectionReason, Integer> byReason = new EnumMap<>(RejectionReason.class);
        rejected.values().forEach(one -> byReason.merge(one.reason(), 1, Integer::sum));
        List<Rejection> shown = new ArrayList<>(rejected.values());
        return new SourceStatus(
                name(),
                settings.kind(),
                state,
                fault == null ? null : fault.reason(),
                detail,
                since,
                members.count(),
                lastChange,
                shown.subList(0, Math.min(MOST_SHOWN, shown.size())),
                byReason,
                rejections,
                faults);
    }
}
