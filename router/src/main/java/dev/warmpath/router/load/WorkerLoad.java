package dev.warmpath.router.load;

import dev.warmpath.config.settings.EngineLoadSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Where the own load of one worker's ranks is published. One watcher writes, anyone reads. Ranks are counted from 0 here,
 * in the worker's order.
 */
public final class WorkerLoad {

    private final AtomicReferenceArray<@Nullable Told> last;
    private volatile EngineLoadSettings settings = EngineLoadSettings.defaults();
    private volatile PollStatus status = new PollStatus(PollState.OFF, "", "", Instant.now());

    private record Told(RankReading reading, Disagreement disagreement) {}

    public WorkerLoad(int ranks) {
        last = new AtomicReferenceArray<>(ranks);
    }

    public int ranks() {
        return last.length();
    }

    /** From now on somebody asks. */
    public void watched(EngineLoadSettings by) {
        settings = by;
        status = new PollStatus(PollState.PENDING, "", "", Instant.now());
    }

    /** Whether somebody asks. */
    public boolean watched() {
        return status.state() != PollState.OFF;
    }

    public PollStatus status() {
        return status;
    }

    /** Takes how a question went. */
    public void asked(PollStatus now) {
        status = now;
    }

    /**
     * Takes what the engine says of a rank.
     *
     * @param own requests of the router's own on the rank, as they are now
     */
    public void told(int rank, RankReading reading, long own) {
        Told before = last.get(rank);
        // What was not looked at for so long may have agreed meanwhile.
        Disagreement disagreement = before == null || stale(reading.nanos() - before.reading.nanos())
                ? Disagreement.NONE
                : before.disagreement;
        last.set(rank, new Told(reading, disagreement.after(reading.requests(), own, reading.nanos())));
    }

    /**
     * A rank's load.
     *
     * @param nanos now, of {@link System#nanoTime}'s kind
     */
    public RankLoad rank(int rank, long nanos) {
        Told told = last.get(rank);
        if (told == null) {
            return RankLoad.UNKNOWN;
        }
        Duration age = Duration.ofNanos(Math.max(0, nanos - told.reading.nanos()));
        if (stale(age.toNanos())) {
            return new RankLoad(Freshness.STALE, told.reading, age, Duration.ZERO, false);
        }
        Duration disagreeing = Duration.ofNanos(told.disagreement.nanos(nanos));
        boolean forLong = disagreeing.compareTo(settings.disagreeAfter()) >= 0 && !disagreeing.isZero();
        return new RankLoad(Freshness.FRESH, told.reading, age, disagreeing, forLong);
    }

    private boolean stale(long ageNanos) {
        return ageNanos > settings.staleAfter().toNanos();
    }
}
