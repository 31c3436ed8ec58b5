package dev.warmpath.events.stream;

import dev.warmpath.events.stream.RecentBatches.Recall;
import dev.warmpath.events.stream.WaitingBatches.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Decides, for one rank, which batches are applied, in what order, and what the view is then worth. Pure: no socket, no
 * clock, no thread; the stream that owns it tells it what came and carries out what it decides ({@link TrackedRank}).
 *
 * <h2>What is known</h2>
 *
 * A publisher numbers its batches from 0 (some simulators from 1), one up for each, and starts over when its process
 * does, with an empty cache. PUB sockets drop silently, so a number that was skipped is the only sign of a loss, and a
 * number that goes down the only sign of a restart; vLLM and SGLang send neither snapshot nor epoch. A replay endpoint
 * serves the last batches (10,000 by default) from any number on, but the ROUTER behind it drops silently too, so a
 * replay may have holes of its own, or no end.
 *
 * <h2>The two cursors</h2>
 *
 * {@code last} is the last number applied ({@link AppliedBatches}), {@code liveNext} the one after the highest that live delivery showed. They
 * differ while batches wait for a replay, and after a replay that was ahead of the live socket. Gaps are counted against
 * what was expected on the live socket; whether there is a hole to fill is decided against {@code last}.
 *
 * <h2>States</h2>
 *
 * <pre>
 *              first connection, with replay          a number is skipped, or the connection is back
 *   (nothing) ------------------------------> RECOVERING <------------------------------------------ LIVE
 *       |                                       |     |                                               ^
 *       |                     holes all filled  |     |  a hole stays: what is left is applied        |
 *       |                                       v     v                                               |
 *       +---- first batch, no replay ------> LIVE   SUSPECT ---- AllBlocksCleared, or a restart ------+
 * </pre>
 *
 * Without a replay endpoint a gap goes straight to SUSPECT. A view that merely began late (JOINED_LATE) stays LIVE: it
 * knows too little, and nothing wrong. Doubt outlives further replays: only a clear or a restart makes the view whole
 * again, because only they say that nothing older counts.
 *
 * <h2>Restarts</h2>
 *
 * A number below the expected one is a repeat if the same bytes had it, and otherwise a restart: the view is dropped and
 * learned anew, from 0 where there is a replay. A publisher that restarted unseen and has already overtaken us cannot be
 * told by its numbers. So a replay after a reconnect begins at {@code last} itself, not after it: if that number now has
 * other bytes, or the publisher has not got so far, it is another publisher. An empty answer says so only of an endpoint
 * that has ever brought anything, so one that has not is asked for all that it holds. While none of that could be told,
 * and without a replay endpoint after every reconnect, the view is SUSPECT (UNVERIFIED) until the next batch tells, or the
 * next probe: that of such a view asks as a reconnect does.
 *
 * <p>A replay can also be another publisher's from the start: a wrong port, or a process that died as it answered. Its
 * numbers are taken while nothing contradicts them. A live number below all that they cover does, for a publisher's ring
 * holds its latest batches: it is a restart too.
 *
 * <h2>Views of an earlier run</h2>
 *
 * A view may begin where an earlier run of this router left it ({@link #resume}). That is a reconnect, with less to go by:
 * of the earlier run's batches only the last is remembered. So where a replay answers, nothing but that very batch, under
 * its number and with its bytes, proves the publisher to be the same; a number that merely follows does not. Without a
 * replay the next number does, for a publisher that restarted meanwhile stands at exactly that one by chance only. A hole
 * costs this view instead of its trust: the stream then begins as any other.
 *
 * <p>Not thread-safe: owned by the stream's thread. Cost per batch in order: one checksum and one array store.
 */
final class SequenceTracker {

    /** What a replay under way is for. */
    private enum Recovery {
        NONE,
        FIRST,
        RECONNECT,
        GAP,
        /** A look whether a quiet stream is complete: live batches go on, and only an unverified view may change by it. */
        PROBE
    }

    private static final long NONE = AppliedBatches.NONE;

    private final boolean replayable;
    private final AskBudget budget;
    private final WaitingBatches waiting;
    private final StreamCounters counters;
    private final TrackedRank rank;
    private final AppliedBatches applied;

    private long liveNext = NONE;

    private Recovery recovery = Recovery.NONE;
    /** Whether the current ask begins at {@code last}, to see that it is still the same publisher's. */
    private boolean verifying;
    /** Whether the current ask is for all that a publisher holds, to see whether it has our last number at all. */
    private boolean surveying;
    /** Highest number that the current ask brought, or -1. */
    private long highest = NONE;
    /** Whether a batch found no room to wait: after the replay there is a hole that no live number shows. */
    private boolean overflowed;
    /** Whether the replay endpoint has ever brought a batch, so that an empty answer means something. */
    private boolean replayProven;
    /** Whether, since a reconnect, nothing has told if this is still the same publisher. */
    private boolean unverified;
    /** Whether the view is an earlier run's, and nothing has told yet whether this publisher continues it. */
    private boolean inherited;

    /**
     * @param replayable whether there is a replay endpoint
     * @param attempts how often in a row a hole may be asked for again without getting any further
     */
    SequenceTracker(
            boolean replayable, int attempts, WaitingBatches waiting, StreamCounters counters, TrackedRank rank) {
        this.replayable = replayable;
        this.budget = new AskBudget(attempts);
        this.waiting = waiting;
        this.counters = counters;
        this.rank = rank;
        this.applied = new AppliedBatches(counters, rank);
    }

    /** Begins with the view of an earlier run; before anything else. */
    void resume(StreamPosition from) {
        applied.resume(from);
        unverified = true;
        inherited = true;
    }

    /** Where the view stands; null while nothing was applied. */
    @Nullable
    StreamPosition position() {
        return applied.position();
    }

    /** A subscription is in place, for the first time or again: what it will not deliver is asked for. */
    void connected() {
        if (!replayable) {
            unverified = applied.any();
            return;
        }
        // What waits may be another publisher's by now. If it is not, the replay has it too.
        waiting.clear();
        overflowed = false;
        if (!applied.any()) {
            liveNext = NONE;
            begin(Recovery.FIRST, 0);
        } else {
            // A new connection does not deliver what was published before it: lower numbers are news.
            liveNext = Math.max(liveNext, applied.last() + 1);
            begin(Recovery.RECONNECT, applied.last());
        }
    }

    /** Looks whether a stream that has been quiet is complete. */
    void probe() {
        if (replayable && recovery == Recovery.NONE) {
            begin(Recovery.PROBE, Math.max(applied.last(), 0));
        }
    }

    /** A batch came from the live socket. */
    void live(long sequence, byte[] payload) {
        long expected = Math.max(liveNext, applied.last() + 1);
        if (sequence < expected) {
            cameBefore(sequence, payload);
            return;
        }
        // What nobody listened to between two runs was not lost by this stream.
        boolean begun = !inherited && (liveNext != NONE || applied.any());
        if (begun && sequence > expected) {
            counters.gaps.increment();
            counters.missing.add(sequence - expected);
        }
        arrive(sequence, payload);
    }

    /** A batch came from the replay that was asked for last. */
    void replayed(long sequence, byte[] payload) {
        highest = Math.max(highest, sequence);
        replayProven = true;
        if (applied.any() && sequence <= applied.last()) {
            if (applied.recall(sequence, payload) == Recall.OTHER) {
                restartedUnseen();
                return;
            }
            unverified &= sequence != applied.last();
        } else if (applied.gapBefore(sequence) && budget.allows(applied.last(), sequence)) {
            ask(applied.last() + 1);
            return;
        } else if (!waiting.isEmpty() && sequence > waiting.first()) {
            // Its ring has moved past what waits here, or it is no replay of this publisher. Were it applied, all that
            // waits, and with a nonsensical number all that ever follows, would look like late copies of it.
            giveUp(StreamReason.REPLAY_INCOMPLETE);
            return;
        } else if (inherited && (unverified || sequence > applied.last() + 1)) {
            abandonInherited();
            return;
        } else {
            if (applied.gapBefore(sequence)) {
                counters.replaysFailed.increment();
                applied.skipTo(sequence, StreamReason.REPLAY_INCOMPLETE);
            }
            apply(sequence, payload);
        }
        joinWaiting();
    }

    /** Once a replay has reached the batches that wait, its rest and its end are of no interest. */
    private void joinWaiting() {
        if (!waiting.isEmpty()) {
            takeWaiting();
            if (waiting.isEmpty()) {
                finish(StreamReason.REPLAY_INCOMPLETE);
            }
        }
    }

    /** The replay that was asked for last reached its end. */
    void replayEnded() {
        if (identifying() && (verifying || surveying) && highest < applied.last()) {
            // The publisher has no batch of our last number. Once may be a dropped reply, and a live batch may have
            // come since; after that it is a younger publisher, unless its replay is one that never has anything: then
            // the next live batch makes us look again.
            int asks = budget.asks();
            if (asks == 1 || (asks == 2 && !waiting.isEmpty())) {
                ask(applied.last());
                return;
            }
            if (replayProven) {
                restartedUnseen();
                return;
            }
            if (!surveying && applied.last() > 0) {
                ask(0);
                surveying = true;
                return;
            }
        }
        takeWaiting();
        if (waiting.isEmpty()) {
            finish(StreamReason.REPLAY_INCOMPLETE);
        } else if (budget.allows(applied.last(), waiting.first())) {
            ask(applied.last() + 1);
        } else {
            giveUp(StreamReason.REPLAY_INCOMPLETE);
        }
    }

    /** The replay that was asked for last fell silent, or never answered. */
    void replayFailed() {
        // One that got somewhere may only have lost its end; one that brought nothing would not do so the next time.
        boolean broughtSome = budget.gotFurther(applied.last());
        takeWaiting();
        if (broughtSome && budget.allows(applied.last(), waiting.isEmpty() ? applied.last() + 1 : waiting.first())) {
            ask(applied.last() + 1);
        } else {
            giveUp(StreamReason.REPLAY_TIMEOUT);
        }
    }

    /** {@link StreamState#RECOVERING}, {@link StreamState#LIVE} or {@link StreamState#SUSPECT}. */
    StreamState state() {
        if (applied.doubt() != null) {
            return StreamState.SUSPECT;
        }
        if (holding()) {
            return StreamState.RECOVERING;
        }
        return behind() || unverified ? StreamState.SUSPECT : StreamState.LIVE;
    }

    StreamReason reason() {
        StreamReason doubt = applied.doubt();
        if (doubt != null) {
            return doubt;
        }
        return switch (recovery) {
            case FIRST -> StreamReason.FIRST_REPLAY;
            case RECONNECT -> inherited ? StreamReason.SNAPSHOT_REPLAY : StreamReason.RECONNECT_REPLAY;
            case GAP -> StreamReason.GAP_REPLAY;
            case NONE, PROBE -> {
                if (behind()) {
                    yield StreamReason.BUFFER_OVERFLOW;
                }
                if (unverified) {
                    yield StreamReason.UNVERIFIED;
                }
                yield applied.joinedLate() ? StreamReason.JOINED_LATE : StreamReason.CONTIGUOUS;
            }
        };
    }

    /**
     * Whether live delivery has shown batches that are not applied: they found no room to wait and the replay failed. The
     * next batch, or the next probe, asks for them again.
     */
    private boolean behind() {
        return liveNext > applied.last() + 1;
    }

    /** Last number applied, or -1. */
    long last() {
        return applied.last();
    }

    boolean probing() {
        return recovery == Recovery.PROBE;
    }

    /** Whether this stream's replay endpoint has ever brought a batch. */
    boolean replayProven() {
        return replayProven;
    }

    private void cameBefore(long sequence, byte[] payload) {
        if (!isRepeat(sequence, payload)) {
            restarted();
            arrive(sequence, payload);
        } else if (sequence < liveNext) {
            counters.duplicates.increment();
        } else {
            liveNext = sequence + 1;
        }
    }

    private boolean isRepeat(long sequence, byte[] payload) {
        Recall recall = applied.recall(sequence, payload);
        if (recall != Recall.UNKNOWN) {
            return recall == Recall.SAME;
        }
        if (sequence >= liveNext) {
            // Either a replay has shown this number, and so long ago that its bytes are forgotten: the live copy, late.
            // Or what was replayed began behind it, and is no history of the publisher that speaks now.
            return !applied.beforeRun(sequence);
        }
        return waiting.holds(sequence, payload);
    }

    /** Takes a batch that is the highest the live socket has shown. */
    private void arrive(long sequence, byte[] payload) {
        liveNext = sequence + 1;
        if (unverified && replayable && !holding()) {
            begin(Recovery.RECONNECT, applied.last());
        }
        if (holding()) {
            hold(sequence, payload);
        } else if (applied.any() ? sequence == applied.last() + 1 : sequence == 0 || !replayable) {
            apply(sequence, payload);
        } else if (replayable) {
            begin(applied.any() ? Recovery.GAP : Recovery.FIRST, applied.last() + 1);
            hold(sequence, payload);
        } else if (inherited) {
            abandonInherited();
            apply(sequence, payload);
        } else {
            applied.skipTo(sequence, StreamReason.GAP_NOT_REPLAYABLE);
            apply(sequence, payload);
        }
    }

    private boolean holding() {
        return recovery != Recovery.NONE && recovery != Recovery.PROBE;
    }

    /** Whether the replay under way is to tell if this is still the same publisher. */
    private boolean identifying() {
        return recovery == Recovery.RECONNECT || (recovery == Recovery.PROBE && unverified);
    }

    private void hold(long sequence, byte[] payload) {
        overflowed |= !waiting.offer(sequence, payload);
    }

    private void begin(Recovery what, long from) {
        recovery = what;
        unverified |= what == Recovery.RECONNECT;
        budget.reset();
        ask(from);
    }

    private void ask(long from) {
        highest = NONE;
        surveying = false;
        verifying = applied.any() && from == applied.last();
        budget.asked(applied.last());
        counters.replays.increment();
        rank.ask(from);
    }

    /** Applies what waits, up to the first hole. */
    private void takeWaiting() {
        while (!waiting.isEmpty() && applied.joins(waiting.first())) {
            applyWaiting(waiting.poll());
        }
    }

    private void giveUp(StreamReason why) {
        counters.replaysFailed.increment();
        applied.mayHaveJoinedLate();
        finish(why);
    }

    /** Ends a recovery: what waits is applied, over the holes that are left. */
    private void finish(StreamReason ifHoles) {
        recovery = Recovery.NONE;
        rank.stopAsking();
        while (!waiting.isEmpty()) {
            if (!applied.joins(waiting.first()) && applied.any()) {
                if (inherited) {
                    abandonInherited();
                    return;
                }
                applied.skipTo(waiting.first(), ifHoles);
            }
            applyWaiting(waiting.poll());
        }
        if (overflowed) {
            overflowed = false;
            if (ifHoles != StreamReason.REPLAY_TIMEOUT) {
                begin(Recovery.GAP, applied.last() + 1);
            }
        } else if (inherited && !unverified) {
            settleInherited(Resumption.CONTINUED);
        }
    }

    private void applyWaiting(Batch batch) {
        if (batch.sequence() > applied.last()) {
            apply(batch.sequence(), batch.payload());
        }
    }

    private void apply(long sequence, byte[] payload) {
        applied.apply(sequence, payload);
        unverified = false;
        if (inherited && !replayable) {
            settleInherited(Resumption.CONTINUED);
        }
    }

    /** The earlier run's view has a hole that nothing fills: the stream begins as if there had been none. */
    private void abandonInherited() {
        applied.forget();
        unverified = false;
        settleInherited(Resumption.GAP);
        if (replayable) {
            begin(Recovery.FIRST, 0);
        }
    }

    private void settleInherited(Resumption outcome) {
        inherited = false;
        rank.resumed(outcome);
    }

    /** Another publisher answers the replay: its live batches, of which some may wait, are in its replay too. */
    private void restartedUnseen() {
        restarted();
        begin(Recovery.FIRST, 0);
    }

    private void restarted() {
        counters.restarts.increment();
        if (recovery != Recovery.NONE) {
            recovery = Recovery.NONE;
            rank.stopAsking();
        }
        rank.drop();
        applied.forget();
        unverified = false;
        waiting.clear();
        overflowed = false;
        liveNext = NONE;
        if (inherited) {
            settleInherited(Resumption.RESTARTED);
        }
    }
}
