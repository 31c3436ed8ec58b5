package dev.warmpath.it.sim.events;

import java.util.ArrayDeque;

/** The latest batches of a rank, oldest first. */
final class ReplayRing {

    private final int capacity;
    private final ArrayDeque<SequencedBatch> batches = new ArrayDeque<>();

    ReplayRing(int capacity) {
        this.capacity = capacity;
    }

    void add(SequencedBatch batch) {
        if (capacity == 0) {
            return;
        }
        if (batches.size() == capacity) {
            batches.removeFirst();
        }
        batches.addLast(batch);
    }

    Iterable<SequencedBatch> batches() {
        return batches;
    }
}
