package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.BlockStored;

/**
 * One rank's block size: configured, or learned from its first event; and which events agree with it. Written by the
 * rank's writer, read by any thread.
 */
final class BlockSizeTracker {

    private final int configured;

    /** Whether events have shown the configured size, since the publisher started. */
    private boolean confirmed;

    private volatile int effective;
    private volatile BlockSizeState state;

    BlockSizeTracker(int configured) {
        this.configured = configured;
        this.effective = configured;
        this.state = configured > 0 ? BlockSizeState.CONFIGURED : BlockSizeState.UNKNOWN;
    }

    int blockSize() {
        return effective;
    }

    BlockSizeState state() {
        return state;
    }

    /**
     * Whether an event has this rank's block size. Of a rank that is configured otherwise, the answer also turns the
     * state to {@link BlockSizeState#MISMATCH} and back. One exception: an engine whose scheduler block is larger than
     * its hash block also announces partial blocks, one at a time and smaller (vLLM does); once the configured size has
     * been seen, such an event is passed over and says nothing about the rank.
     */
    boolean accepts(BlockStored event) {
        int size = event.blockSize();
        if (configured == 0) {
            if (effective == 0) {
                effective = size;
                state = BlockSizeState.LEARNED;
            }
            return size == effective;
        }
        if (size == configured) {
            confirmed = true;
            set(configured, BlockSizeState.CONFIGURED);
            return true;
        }
        boolean partial = confirmed && size < configured && event.hashes().length == 1;
        if (!partial) {
            set(0, BlockSizeState.MISMATCH);
        }
        return false;
    }

    /** An earlier run knew this size, of a publisher that may be the same still; 0 when it did not. */
    void restore(int size) {
        if (configured == 0 && size > 0) {
            set(size, BlockSizeState.LEARNED);
        } else {
            confirmed = size == configured;
        }
    }

    /** The publisher is a new one: it may have another block size. */
    void reset() {
        confirmed = false;
        set(configured, configured > 0 ? BlockSizeState.CONFIGURED : BlockSizeState.UNKNOWN);
    }

    private void set(int size, BlockSizeState now) {
        if (state != now) {
            effective = size;
            state = now;
        }
    }
}
