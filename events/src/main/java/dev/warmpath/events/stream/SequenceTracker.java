package dev.warmpath.events.stream;

import dev.warmpath.events.stream.RecentBatches.Recall;
import dev.warmpath.events.stream.WaitingBatches.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Decides, for one rank, which batches are applied, in what order, and what the view is then worth. Pure: no socket, no
 * clock, no thread; the stream that owns it tells it what came and carries out what it decides ({@link Rank}).
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
 * {@code last} is the last number applied, {@code liveNext} the one after the highest that live delivery showed. They
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
 * and without a replay endpoint after every reconnect, the view is SUSPECT (UNVERIFIED) until the next batch tells.
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

    /** What the tracker decides and its stream carries out. */
    interface Rank {

        /** Applies a batch; says what that did to the view. */
        Effect apply(long sequence, byte[] payload);

        /** Forgets the view. */
        void drop();

        /** Asks for a replay from a number on; what an earlier ask still brings is no longer wanted. */
        void ask(long from);

        /** No replay is wanted any more. */
        void stopAsking();

        /**
         * What became of the view that {@link #resume} began with. After a restart it was dropped before; one with a gap is
         * to be forgotten now.
         */
        void resumed(Resumption outcome);
    }

    /** What applying a batch did to the view. */
    enum Effect {
        /** Everything in it was applied, or does not matter to the view. */
        INTACT,
        /** The rank now holds nothing but what the batch says after its clear: doubts end. */
        CLEARED,
        /** It could not be read in full, and what could not may have been a removal. */
        UNREADABLE,
        /** The view refused part of it. */
        REFUSED
    }

    /** What a replay under way is for. */
    private enum Recovery {
        NONE,
        FIRST,
        RECONNECT,
        GAP,
        /** A look whether a quiet stream is complete: live batches go on and the state stays. */
        PROBE
    }

    private static final long NONE = -1;

    private final boolean replayable;
    private final AskBudget budget;
    private final WaitingBatches waiting;
    private final StreamCounters counters;
    private final Rank rank;
    private final RecentBatches recent = new RecentBatches();

    private long last = NONE;
    private long liveNext = NONE;
    /** First number of those up to {@code last} that were applied one after the other. */
    private long runStart = NONE;

    private boolean joinedLate;
    private @Nullable StreamReason doubt;

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
    SequenceTracker(boolean replayable, int attempts, WaitingBatches waiting, StreamCounters counters, Rank rank) {
        this.replayable = replayable;
        this.budget = new AskBudget(attempts);
        this.waiting = waiting;
        this.counters = counters;
        this.rank = rank;
    }

    /** Begins with the view of an earlier run; before anything else. */
    void resume(StreamPosition from) {
        last = from.last();
        runStart = last;
        recent.add(last, from.fingerprint());
        joinedLate = from.joinedLate();
        doubt = from.doubt();
        unverified = true;
        inherited = true;
    }

    /** Where the view stands; null while nothing was applied. */
    @Nullable
    StreamPosition position() {
        return last == NONE ? null : new StreamPosition(last, recent.fingerprint(last), joinedLate, doubt);
    }

    /** A subscription is in place, for the first time or again: what it will not deliver is asked for. */
    void connected() {
        if (!replayable) {
            unverified = last != NONE;
            return;
        }
        // What waits may be another publisher's by now. If it is not, the replay has it too.
        waiting.clear();
        overflowed = false;
        if (last == NONE) {
            liveNext = NONE;
            begin(Recovery.FIRST, 0);
        } else {
            // A new connection does not deliver what was published before it: lower numbers are news.
            liveNext = Math.max(liveNext, last + 1);
            begin(Recovery.RECONNECT, last);
        }
    }

    /** Looks whether a stream that has been quiet is complete. */
    void probe() {
        if (replayable && recovery == Recovery.NONE) {
            begin(Recovery.PROBE, Math.max(last, 0));
        }
    }

    /** A batch came from the live socket. */
    void live(long sequence, byte[] payload) {
        long expected = Math.max(liveNext, last + 1);
        if (sequence < expected) {
            cameBefore(sequence, payload);
            return;
        }
        // What nobody listened to between two runs was not lost by this stream.
        boolean begun = !inherited && (liveNext != NONE || last != NONE);
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
        if (last != NONE && sequence <= last) {
            if (recent.recall(sequence, payload) == Recall.OTHER) {
                restartedUnseen();
                return;
            }
            unverified &= sequence != last;
        } else if (last != NONE && sequence > last + 1 && budget.allows(last, sequence)) {
            ask(last + 1);
            return;
        } else if (!waiting.isEmpty() && sequence > waiting.first()) {
            // Its ring has moved past what waits here, or it is no replay of this publisher. Were it applied, all that
            // waits, and with a nonsensical number all that ever follows, would look like late copies of it.
            giveUp(StreamReason.REPLAY_INCOMPLETE);
            return;
        } else if (inherited && (unverified || sequence > last + 1)) {
            abandonInherited();
            return;
        } else {
            if (last != NONE && sequence > last + 1) {
                counters.replaysFailed.increment();
                skipTo(sequence, StreamReason.REPLAY_INCOMPLETE);
            }
            applyFirstOrNext(sequence, payload);
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
        if ((verifying || surveying) && highest < last && recovery == Recovery.RECONNECT) {
            // The publisher has no batch of our last number. Once may be a dropped reply, and a live batch may have
            // come since; after that it is a younger publisher, unless its replay is one that never has anything: then
            // the next live batch makes us look again.
            int asks = budget.asks();
            if (asks == 1 || (asks == 2 && !waiting.isEmpty())) {
                ask(last);
                return;
            }
            if (replayProven) {
                restartedUnseen();
                return;
            }
            if (!surveying && last > 0) {
                ask(0);
                surveying = true;
                return;
            }
        }
        takeWaiting();
        if (waiting.isEmpty()) {
            finish(StreamReason.REPLAY_INCOMPLETE);
        } else if (budget.allows(last, waiting.first())) {
            ask(last + 1);
        } else {
            giveUp(StreamReason.REPLAY_INCOMPLETE);
        }
    }

    /** The replay that was asked for last fell silent, or never answered. */
    void replayFailed() {
        // One that got somewhere may only have lost its end; one that brought nothing would not do so the next time.
        boolean broughtSome = budget.gotFurther(last);
        takeWaiting();
        if (broughtSome && budget.allows(last, waiting.isEmpty() ? last + 1 : waiting.first())) {
            ask(last + 1);
        } else {
            giveUp(StreamReason.REPLAY_TIMEOUT);
        }
    }

    /** {@link StreamState#RECOVERING}, {@link StreamState#LIVE} or {@link StreamState#SUSPECT}. */
    StreamState state() {
        if (doubt != null) {
            return StreamState.SUSPECT;
        }
        if (holding()) {
            return StreamState.RECOVERING;
        }
        return behind() || unverified ? StreamState.SUSPECT : StreamState.LIVE;
    }

    StreamReason reason() {
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
                yield joinedLate ? StreamReason.JOINED_LATE : StreamReason.CONTIGUOUS;
            }
        };
    }

    /**
     * Whether live delivery has shown batches that are not applied: they found no room to wait and the replay failed. The
     * next batch, or the next probe, asks for them again.
     */
    private boolean behind() {
        return liveNext > last + 1;
    }

    /** Last number applied, or -1. */
    long last() {
        return last;
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
        Recall recall = recent.recall(sequence, payload);
        if (recall != Recall.UNKNOWN) {
            return recall == Recall.SAME;
        }
        if (sequence >= liveNext) {
            // Either a replay has shown this number, and so long ago that its bytes are forgotten: the live copy, late.
            // Or what was replayed began behind it, and is no history of the publisher that speaks now.
            return sequence >= runStart;
        }
        return waiting.holds(sequence, payload);
    }

    /** Takes a batch that is the highest the live socket has shown. */
    private void arrive(long sequence, byte[] payload) {
        liveNext = sequence + 1;
        if (unverified && replayable && !holding()) {
            begin(Recovery.RECONNECT, last);
        }
        if (holding()) {
            hold(sequence, payload);
        } else if (last == NONE ? sequence == 0 || !replayable : sequence == last + 1) {
            applyFirstOrNext(sequence, payload);
        } else if (replayable) {
            begin(last == NONE ? Recovery.FIRST : Recovery.GAP, last + 1);
            hold(sequence, payload);
        } else if (inherited) {
            abandonInherited();
            applyFirstOrNext(sequence, payload);
        } else {
            skipTo(sequence, StreamReason.GAP_NOT_REPLAYABLE);
            applyNext(sequence, payload);
        }
    }

    private boolean holding() {
        return recovery != Recovery.NONE && recovery != Recovery.PROBE;
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
        verifying = last != NONE && from == last;
        budget.asked(last);
        counters.replays.increment();
        rank.ask(from);
    }

    /** Applies what waits, up to the first hole. */
    private void takeWaiting() {
        while (!waiting.isEmpty() && joins(waiting.first())) {
            applyWaiting(waiting.poll());
        }
    }

    /** Whether a batch continues the view, or begins it with nothing missing before. */
    private boolean joins(long sequence) {
        return last == NONE ? sequence == 0 : sequence <= last + 1;
    }

    private void giveUp(StreamReason why) {
        counters.replaysFailed.increment();
        // Until its first number or a clear says otherwise, a publisher that could not be asked has a history.
        joinedLate |= last == NONE;
        finish(why);
    }

    /** Ends a recovery: what waits is applied, over the holes that are left. */
    private void finish(StreamReason ifHoles) {
        recovery = Recovery.NONE;
        rank.stopAsking();
        while (!waiting.isEmpty()) {
            if (!joins(waiting.first()) && last != NONE) {
                if (inherited) {
                    abandonInherited();
                    return;
                }
                skipTo(waiting.first(), ifHoles);
            }
            applyWaiting(waiting.poll());
        }
        if (overflowed) {
            overflowed = false;
            if (ifHoles != StreamReason.REPLAY_TIMEOUT) {
                begin(Recovery.GAP, last + 1);
            }
        } else if (inherited && !unverified) {
            settleInherited(Resumption.CONTINUED);
        }
    }

    private void applyWaiting(Batch batch) {
        if (batch.sequence() > last) {
            applyFirstOrNext(batch.sequence(), batch.payload());
        }
    }

    private void applyFirstOrNext(long sequence, byte[] payload) {
        if (last == NONE) {
            joinedLate = sequence > 1;
            runStart = sequence;
        }
        applyNext(sequence, payload);
    }

    private void skipTo(long sequence, StreamReason why) {
        counters.lost.add(sequence - last - 1);
        runStart = sequence;
        doubt = why;
    }

    private void applyNext(long sequence, byte[] payload) {
        Effect effect = rank.apply(sequence, payload);
        last = sequence;
        unverified = false;
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
        if (inherited && !replayable) {
            settleInherited(Resumption.CONTINUED);
        }
    }

    /** The earlier run's view has a hole that nothing fills: the stream begins as if there had been none. */
    private void abandonInherited() {
        forgetView();
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
        forgetView();
        waiting.clear();
        overflowed = false;
        liveNext = NONE;
        if (inherited) {
            settleInherited(Resumption.RESTARTED);
        }
    }

    private void forgetView() {
        recent.clear();
        last = NONE;
        joinedLate = false;
        unverified = false;
        doubt = null;
    }
}
