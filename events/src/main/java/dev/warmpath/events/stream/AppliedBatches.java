package dev.warmpath.events.stream;

import dev.warmpath.events.stream.RecentBatches.Recall;
import dev.warmpath.events.stream.TrackedRank.Effect;
import org.jspecify.annotations.Nullable;

/**
 * What one rank's view is made of: which batches were applied, up to which number, and what speaks against believing the
 * view. Whether a batch is to be applied is {@link SequenceTracker}'s to say, and so is what is asked for again.
 *
 * <p>Doubt is born of a hole, of a batch that could not be read, or of a view that refused one, and ends with a clear or
 * when all is forgotten.
 */
final class AppliedBatches {

    static final long NONE = -1;

    private final StreamCounters counters;
    private final TrackedRank rank;
    private final RecentBatches recent = new RecentBatches();

    private long last = NONE;
    /** First number of those up to {@code last} that were applied one after the other. */
    private long runStart = NONE;

    private boolean joinedLate;
    private @Nullable StreamReason doubt;

    AppliedBatches(StreamCounters counters, TrackedRank rank) {
        this.counters = counters;
        this.rank = rank;
    }

    /** Begins where an earlier run ended, of whose batches only the last is remembered. */
    void resume(StreamPosition from) {
        last = from.last();
        runStart = last;
        recent.add(last, from.fingerprint());
        joinedLate = from.joinedLate();
        doubt = from.doubt();
    }

    /** Where the view stands; null while nothing was applied. */
    @Nullable
    StreamPosition position() {
        return any() ? new StreamPosition(last, recent.fingerprint(last), joinedLate, doubt) : null;
    }

    /** Whether anything was applied. */
    boolean any() {
        return last != NONE;
    }

    /** Last number applied, or -1. */
    long last() {
        return last;
    }

    /** Whether a number is below those that were applied one after the other, up to the last. */
    boolean beforeRun(long sequence) {
        return sequence < runStart;
    }

    /** What is remembered of a number. */
    Recall recall(long sequence, byte[] payload) {
        return recent.recall(sequence, payload);
    }

    /** Whether a batch continues the view, or begins it with nothing missing before. */
    boolean joins(long sequence) {
        return any() ? sequence <= last + 1 : sequence == 0;
    }

    /** Whether batches are missing between the last one applied and this one. */
    boolean gapBefore(long sequence) {
        return any() && sequence > last + 1;
    }

    boolean joinedLate() {
        return joinedLate;
    }

    /** A publisher that could not be asked has a history, until its first number or a clear says otherwise. */
    void mayHaveJoinedLate() {
        joinedLate |= !any();
    }

    /** Why the view is not wholly believed; null when nothing speaks against it. */
    @Nullable
    StreamReason doubt() {
        return doubt;
    }

    /** Applies a batch whose number is the next, or the first, or was skipped to. */
    void apply(long sequence, byte[] payload) {
        if (!any()) {
            joinedLate = sequence > 1;
            runStart = sequence;
        }
        Effect effect = rank.apply(sequence, payload);
        last = sequence;
        recent.add(sequence, payload);
        counters.batches.increment();
        switch (effect) {
            case INTACT -> {}
            case CLEARED -> {
                doubt = null;
                joinedLate = false;
            }
            case UNREADABLE -> doubt = StreamReason.UNREADABLE_BATCHES;
            case REFUSED -> doubt = StreamReason.SINK_FAILED;
        }
    }

    /** Leaves out what is missing before this number, which is applied next. */
    void skipTo(long sequence, StreamReason why) {
        counters.lost.add(sequence - last - 1);
        runStart = sequence;
        doubt = why;
    }

    /** Nothing that was applied counts any more. */
    void forget() {
        recent.clear();
        last = NONE;
        joinedLate = false;
        doubt = null;
    }
}
