package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.DecidingRank.bytes;
import static dev.warmpath.events.stream.DecidingRank.otherBytes;
import static dev.warmpath.events.stream.StreamReason.CONTIGUOUS;
import static dev.warmpath.events.stream.StreamReason.FIRST_REPLAY;
import static dev.warmpath.events.stream.StreamReason.GAP_NOT_REPLAYABLE;
import static dev.warmpath.events.stream.StreamReason.JOINED_LATE;
import static dev.warmpath.events.stream.StreamReason.SNAPSHOT_REPLAY;
import static dev.warmpath.events.stream.StreamReason.UNVERIFIED;
import static dev.warmpath.events.stream.StreamState.LIVE;
import static dev.warmpath.events.stream.StreamState.RECOVERING;
import static dev.warmpath.events.stream.StreamState.SUSPECT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a stream does that begins with the view of an earlier run, whose last batch had the number 9. Without sockets. */
class ResumedViewTest {

    private static final long LAST = 9;

    private final DecidingRank rank = new DecidingRank();

    /** What was decided, in order: {@code 7} applied, {@code drop}, {@code ask 3}, {@code stop}, {@code gap}. */
    private final List<String> decided = rank.decided;

    private final StreamCounters counters = new StreamCounters();
    private final WaitingBatches waiting = new WaitingBatches(8, 1_000);

    private SequenceTracker tracker(boolean replayable) {
        return new SequenceTracker(replayable, 3, waiting, counters, rank);
    }

    /** Where a stream stood that had applied the batches up to the last. */
    private StreamPosition left() {
        SequenceTracker earlier = tracker(false);
        for (long sequence = 0; sequence <= LAST; sequence++) {
            earlier.live(sequence, bytes(sequence));
        }
        decided.clear();
        return Objects.requireNonNull(earlier.position());
    }

    private SequenceTracker resumed(boolean replayable) {
        return resumed(replayable, left());
    }

    private SequenceTracker resumed(boolean replayable, StreamPosition left) {
        SequenceTracker tracker = tracker(replayable);
        tracker.resume(left);
        tracker.connected();
        return tracker;
    }

    private static void assertStanding(SequenceTracker tracker, StreamState state, StreamReason reason) {
        assertThat(tracker.state()).isEqualTo(state);
        assertThat(tracker.reason()).isEqualTo(reason);
    }

    @Test
    void streamThatHasAppliedNothingStandsNowhere() {
        assertThat(tracker(true).position()).isNull();
    }

    @Nested
    class WithReplay {

        private final SequenceTracker tracker = resumed(true);

        @Test
        void replayIsAskedForFromTheLastBatchItself() {
            assertThat(decided).containsExactly("ask 9");
            assertStanding(tracker, RECOVERING, SNAPSHOT_REPLAY);
        }

        @Test
        void whatWasPublishedMeanwhileCompletesTheView() {
            for (long sequence = LAST; sequence <= 12; sequence++) {
                tracker.replayed(sequence, bytes(sequence));
            }
            assertStanding(tracker, RECOVERING, SNAPSHOT_REPLAY);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 9", "10", "11", "12", "stop", "continued");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void nothingPublishedMeanwhileLeavesTheViewAsItWas() {
            tracker.replayed(LAST, bytes(LAST));
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 9", "stop", "continued");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void liveBatchesThatWaitJoinTheReplay() {
            tracker.live(11, bytes(11));
            tracker.replayed(LAST, bytes(LAST));
            tracker.replayed(10, bytes(10));

            assertThat(decided).containsExactly("ask 9", "10", "11", "stop", "continued");
            assertThat(counters.gaps.sum()).isZero();
        }

        /** A restarted publisher whose numbers have passed ours. */
        @Test
        void otherBytesUnderTheLastNumberAreAnotherPublishers() {
            tracker.replayed(LAST, otherBytes(LAST));

            assertThat(decided).containsExactly("ask 9", "stop", "drop", "restarted", "ask 0");
            assertStanding(tracker, RECOVERING, FIRST_REPLAY);
            for (long sequence = 0; sequence <= 20; sequence++) {
                tracker.replayed(sequence, otherBytes(sequence));
            }
            tracker.replayEnded();
            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(tracker.last()).isEqualTo(20);
        }

        @Test
        void publisherThatHasNotComeSoFarIsAnother() {
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.replayed(0, otherBytes(0));
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 9", "ask 9", "ask 0", "stop", "drop", "restarted", "ask 0");
        }

        @Test
        void numberBelowOursIsAnotherPublishers() {
            tracker.live(0, otherBytes(0));

            assertThat(decided).containsExactly("ask 9", "stop", "drop", "restarted", "0");
        }

        @Test
        void ringThatHasMovedPastOurLastBatchCostsTheView() {
            tracker.replayed(15, bytes(15));
            tracker.replayed(15, bytes(15));

            assertThat(decided).containsExactly("ask 9", "ask 10", "gap", "ask 0");
            tracker.replayed(15, bytes(15));
            tracker.replayed(16, bytes(16));
            tracker.replayEnded();
            assertStanding(tracker, LIVE, JOINED_LATE);
        }

        /** Its ring begins right behind our last number, so that nothing in it is known to us. */
        @Test
        void numberThatMerelyFollowsProvesNothingWhereAReplayAnswers() {
            tracker.replayed(10, otherBytes(10));

            assertThat(decided).containsExactly("ask 9", "gap", "ask 0");
        }

        @Test
        void holeBetweenReplayAndLiveBatchesCostsTheViewAndKeepsWhatWaits() {
            tracker.live(14, bytes(14));
            tracker.replayed(LAST, bytes(LAST));
            tracker.replayed(10, bytes(10));
            for (int asked = 1; asked < 3; asked++) {
                tracker.replayEnded();
            }

            assertThat(decided).endsWith("stop", "gap", "ask 0");
            tracker.replayed(12, bytes(12));
            tracker.replayed(13, bytes(13));
            assertThat(decided).endsWith("12", "13", "14", "stop");
            assertStanding(tracker, LIVE, JOINED_LATE);
        }

        @Test
        void replayThatDoesNotAnswerLeavesTheViewInDoubtUntilABatchTells() {
            tracker.replayFailed();
            assertStanding(tracker, SUSPECT, UNVERIFIED);
            assertThat(decided).containsExactly("ask 9", "stop");

            tracker.live(10, bytes(10));
            assertStanding(tracker, RECOVERING, SNAPSHOT_REPLAY);
            tracker.replayFailed();
            assertThat(decided).endsWith("10", "stop", "continued");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }
    }

    @Nested
    class WithoutReplay {

        private final SequenceTracker tracker = resumed(false);

        @Test
        void viewIsInDoubtUntilABatchTells() {
            assertThat(decided).isEmpty();
            assertStanding(tracker, SUSPECT, UNVERIFIED);
        }

        @Test
        void nextNumberContinuesIt() {
            tracker.live(10, bytes(10));

            assertThat(decided).containsExactly("10", "continued");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** As likely a restarted publisher that has passed our number as one that was not listened to. */
        @Test
        void laterNumberCostsTheViewAndIsNoLossOfThisStream() {
            tracker.live(14, bytes(14));
            tracker.live(15, bytes(15));

            assertThat(decided).containsExactly("gap", "14", "15");
            assertStanding(tracker, LIVE, JOINED_LATE);
            assertThat(counters.gaps.sum()).isZero();
            assertThat(counters.lost.sum()).isZero();
        }

        @Test
        void lowerNumberIsAnotherPublishers() {
            tracker.live(3, otherBytes(3));

            assertThat(decided).containsExactly("drop", "restarted", "3");
            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        @Test
        void gapAfterThatIsAGapAsAnyOther() {
            tracker.live(10, bytes(10));
            tracker.live(12, bytes(12));

            assertThat(decided).containsExactly("10", "continued", "12");
            assertStanding(tracker, SUSPECT, GAP_NOT_REPLAYABLE);
        }
    }

    @Test
    void doubtOfTheEarlierRunStays() {
        StreamPosition left = left();
        SequenceTracker tracker =
                resumed(false, new StreamPosition(left.last(), left.fingerprint(), true, GAP_NOT_REPLAYABLE));
        tracker.live(10, bytes(10));

        assertStanding(tracker, SUSPECT, GAP_NOT_REPLAYABLE);
        assertThat(tracker.position())
                .extracting(StreamPosition::joinedLate, StreamPosition::doubt)
                .containsExactly(true, GAP_NOT_REPLAYABLE);
    }
}
