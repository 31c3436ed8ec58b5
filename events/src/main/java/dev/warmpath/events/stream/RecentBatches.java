package dev.warmpath.events.stream;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The numbers and fingerprints of the last batches that were applied: what tells a batch delivered twice (same number,
 * same bytes) from a publisher that began anew (same number, other bytes).
 *
 * <p>A number has one fixed place, {@code sequence mod CAPACITY}, so adding and looking up are one array access and the
 * whole costs 16 KiB per rank. A fingerprint is CRC32C and length: batches carry their publishing time, so two that
 * share a number and are not the same differ, and miss each other's checksum but once in 2^32.
 */
final class RecentBatches {

    /** Enough for what two overlapping connections deliver twice: some seconds of a busy rank's scheduler steps. */
    static final int CAPACITY = 1024;

    private static final int MASK = CAPACITY - 1;
    private static final long EMPTY = -1;

    /** What is remembered of a number. */
    enum Recall {
        /** A batch with these bytes had this number. */
        SAME,
        /** Another batch had this number. */
        OTHER,
        /** The number is not remembered. */
        UNKNOWN
    }

    private final CRC32C crc = new CRC32C();
    private final long[] sequences = new long[CAPACITY];
    private final long[] fingerprints = new long[CAPACITY];

    RecentBatches() {
        clear();
    }

    void add(long sequence, byte[] payload) {
        add(sequence, fingerprint(payload));
    }

    /** The same for a batch of which only that is left. */
    void add(long sequence, long fingerprint) {
        int slot = (int) sequence & MASK;
        sequences[slot] = sequence;
        fingerprints[slot] = fingerprint;
    }

    /** Fingerprint of a batch that is remembered. */
    long fingerprint(long sequence) {
        return fingerprints[(int) sequence & MASK];
    }

    Recall recall(long sequence, byte[] payload) {
        int slot = (int) sequence & MASK;
        if (sequences[slot] != sequence) {
            return Recall.UNKNOWN;
        }
        return fingerprints[slot] == fingerprint(payload) ? Recall.SAME : Recall.OTHER;
    }

    void clear() {
        Arrays.fill(sequences, EMPTY);
    }

    private long fingerprint(byte[] payload) {
        crc.reset();
        crc.update(payload);
        return crc.getValue() << Integer.SIZE | payload.length;
    }
}
