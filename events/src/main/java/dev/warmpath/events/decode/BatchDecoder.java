package dev.warmpath.events.decode;

/** Reads one message's payload. Not thread-safe: each stream thread has its own. */
public final class BatchDecoder {

    private final int maxHashesPerEvent;

    public BatchDecoder(int maxHashesPerEvent) {
        this.maxHashesPerEvent = maxHashesPerEvent;
    }

    /** Never throws, whatever the bytes. */
    public DecodedBatch decode(byte[] payload) {
        throw new UnsupportedOperationException("not yet" + maxHashesPerEvent);
    }
}
