package dev.warmpath.scorer.load;

import org.jspecify.annotations.Nullable;

/**
 * Decode legs that wait for their prefill, in the order in which they were booked, without those that others go by for too
 * long: they stand behind a prefill target that stands still, and who comes now does not wait for them. Guarded by the
 * ledger's lock.
 */
final class WaitingLine {

    /** A leg's place in the line. Legs extend it, so that none is allocated for the line alone. */
    static class Place {

        private @Nullable Place before;
        private @Nullable Place behind;
        private long patience;
        private boolean inLine;
    }

    private @Nullable Place first;
    private @Nullable Place last;
    private int length;

    int length() {
        return length;
    }

    /** @param patience the number of the last arrival for which the leg stays in the line */
    void join(Place place, long patience) {
        place.patience = patience;
        place.inLine = true;
        place.before = last;
        if (last == null) {
            first = place;
        } else {
            last.behind = place;
        }
        last = place;
        length++;
    }

    /** Whether it was still in line: not if it was passed over. */
    boolean leave(Place place) {
        if (!place.inLine) {
            return false;
        }
        Place before = place.before;
        Place behind = place.behind;
        if (before == null) {
            first = behind;
        } else {
            before.behind = behind;
        }
        if (behind == null) {
            last = before;
        } else {
            behind.before = before;
        }
        place.before = null;
        place.behind = null;
        place.inLine = false;
        length--;
        return true;
    }

    /**
     * Takes out those at its head whose patience has ended. One that is more patient than who was booked after it keeps them
     * in the line until its own ends. Each leg is taken out once: in the long run, one step for each that joins.
     *
     * @param arrivals how many legs have arrived so far
     */
    void passOver(long arrivals) {
        for (Place head = first; head != null && head.patience < arrivals; head = first) {
            leave(head);
        }
    }
}
