package dev.warmpath.events.stream;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Live batches that wait, in ascending order, while a replay fills the hole before them. Bounded in number and in bytes;
 * what does not fit is refused, and the replay has to bring it.
 */
final class WaitingBatches {

    /** One batch as it came. */
    record Batch(long sequence, byte[] payload) {}

    private final int maxBatches;
    private final long maxBytes;
    private final ArrayDeque<Batch> batches = new ArrayDeque<>();
    private long bytes;

    WaitingBatches(int maxBatches, long maxBytes) {
        this.maxBatches = maxBatches;
        this.maxBytes = maxBytes;
    }

    /** Adds a batch that comes after all that wait; false when there is no room. */
    boolean offer(long sequence, byte[] payload) {
        if (batches.size() >= maxBatches || bytes + payload.length > maxBytes) {
            return false;
        }
        batches.addLast(new Batch(sequence, payload));
        bytes += payload.length;
        return true;
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    int size() {
        return batches.size();
    }

    /** Number of the first batch; there must be one. */
    long first() {
        return batches.getFirst().sequence();
    }

    Batch poll() {
        Batch batch = batches.removeFirst();
        bytes -= batch.payload().length;
        return batch;
    }

    /** Whether exactly this batch waits. Linear: asked only about numbers that came before. */
    boolean holds(long sequence, byte[] payload) {
        for (Batch batch : batches) {
            if (batch.sequence() == sequence) {
                return Arrays.equals(batch.payload(), payload);
            }
        }
        return false;
    }

    void clear() {
        batches.clear();
        bytes = 0;
    }
}
