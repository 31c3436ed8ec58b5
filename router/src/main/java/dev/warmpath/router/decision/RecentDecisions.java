package dev.warmpath.router.decision;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last {@link #KEPT} decisions, for who looks at the router. A ring of places that writers take turns at: one atomic
 * increment and one exchange for each decision, and nobody waits. While a writer is held up between the two, its decision is
 * left out of what readers get. Safe from any thread.
 */
public final class RecentDecisions {

    /** Decisions that are kept. */
    public static final int KEPT = 50;

    private final InstantSource clock;
    private final AtomicLong next = new AtomicLong();
    private final AtomicReferenceArray<RecentDecision> ring = new AtomicReferenceArray<>(KEPT);

    public RecentDecisions(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Keeps one, in place of the oldest.
     *
     * @param requestId as the client is told it
     * @param model a configured one
     */
    public void keep(String requestId, String model, Decision decision) {
        long number = next.getAndIncrement();
        RecentDecision kept = RecentDecision.of(number, clock.millis(), requestId, model, decision);
        ring.accumulateAndGet((int) (number % KEPT), kept, RecentDecisions::later);
    }

    /** Whoever was held up does not put an old decision in the place of a new one. */
    private static RecentDecision later(@Nullable RecentDecision there, RecentDecision kept) {
        return there != null && there.number() > kept.number() ? there : kept;
    }

    /** The latest first. */
    public List<RecentDecision> latest() {
        List<RecentDecision> latest = new ArrayList<>(KEPT);
        long end = next.get();
        for (long number = end - 1; number >= Math.max(0, end - KEPT); number--) {
            RecentDecision kept = ring.get((int) (number % KEPT));
            if (kept != null && kept.number() == number) {
                latest.add(kept);
            }
        }
        return latest;
    }
}
