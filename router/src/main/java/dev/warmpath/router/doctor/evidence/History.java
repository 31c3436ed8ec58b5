package dev.warmpath.router.doctor.evidence;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * A few looks at the fleet, the oldest {@link #SPAN} ago. Few, because each is a copy of every rank's counters: about a
 * kilobyte a rank. Thread-safe.
 */
public final class History {

    /** How far back counters are compared. */
    public static final Duration SPAN = Duration.ofMinutes(2);

    private static final Duration STEP = SPAN.dividedBy(8);

    private final ArrayDeque<FleetEvidence> looks = new ArrayDeque<>();

    /** Keeps a look, unless the one before is too recent to bother. */
    public synchronized void keep(FleetEvidence look) {
        if (!looks.isEmpty() && look.nanos() - looks.getLast().nanos() < STEP.toNanos()) {
            return;
        }
        // The oldest stays until the next one is old enough, so that the span is never shorter than it can be.
        while (looks.size() > 1 && look.nanos() - second().nanos() >= SPAN.toNanos()) {
            looks.removeFirst();
        }
        looks.addLast(look);
    }

    private FleetEvidence second() {
        var oldestFirst = looks.iterator();
        oldestFirst.next();
        return oldestFirst.next();
    }

    /** The oldest look that is kept, or the given one where there is none. */
    public synchronized FleetEvidence oldest(FleetEvidence now) {
        return looks.isEmpty() ? now : looks.getFirst();
    }
}
