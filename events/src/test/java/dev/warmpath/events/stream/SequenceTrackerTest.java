package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.DecidingRank.bytes;
import static dev.warmpath.events.stream.DecidingRank.otherBytes;
import static dev.warmpath.events.stream.StreamReason.BUFFER_OVERFLOW;
import static dev.warmpath.events.stream.StreamReason.CONTIGUOUS;
import static dev.warmpath.events.stream.StreamReason.FIRST_REPLAY;
import static dev.warmpath.events.stream.StreamReason.GAP_NOT_REPLAYABLE;
import static dev.warmpath.events.stream.StreamReason.GAP_REPLAY;
import static dev.warmpath.events.stream.StreamReason.JOINED_LATE;
import static dev.warmpath.events.stream.StreamReason.RECONNECT_REPLAY;
import static dev.warmpath.events.stream.StreamReason.REPLAY_INCOMPLETE;
import static dev.warmpath.events.stream.StreamReason.REPLAY_TIMEOUT;
import static dev.warmpath.events.stream.StreamReason.SINK_FAILED;
import static dev.warmpath.events.stream.StreamReason.UNREADABLE_BATCHES;
import static dev.warmpath.events.stream.StreamReason.UNVERIFIED;
import static dev.warmpath.events.stream.StreamState.LIVE;
import static dev.warmpath.events.stream.StreamState.RECOVERING;
import static dev.warmpath.events.stream.StreamState.SUSPECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.stream.TrackedRank.Effect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules of {@link SequenceTracker}, one by one, without sockets. */
class SequenceTrackerTest {

    private static final int ATTEMPTS = 3;

    private final DecidingRank rank = new DecidingRank();

    /** What the tracker decided, in order: {@code 7} applied, {@code drop}, {@code ask 3}, {@code stop}. */
    private final List<String> decided = rank.decided;

    private final Map<Long, Effect> effects = rank.effects;
    private final StreamCounters counters = new StreamCounters();
    private final WaitingBatches waiting = new WaitingBatches(8, 1_000);

    private SequenceTracker tracker(boolean replayable) {
        return new SequenceTracker(replayable, ATTEMPTS, waiting, counters, rank);
    }

    private static void live(SequenceTracker tracker, long... sequences) {
        for (long sequence : sequences) {
            tracker.live(sequence, bytes(sequence));
        }
    }

    private static void replay(SequenceTracker tracker, long... sequences) {
        for (long sequence : sequences) {
            tracker.replayed(sequence, bytes(sequence));
        }
    }

    private static void assertStanding(SequenceTracker tracker, StreamState state, StreamReason reason) {
        assertThat(tracker.state()).isEqualTo(state);
        assertThat(tracker.reason()).isEqualTo(reason);
    }

    /** Past the first replay, with batches 0 to {@code last} applied. */
    private SequenceTracker following(long last) {
        SequenceTracker tracker = tracker(true);
        tracker.connected();
        for (long sequence = 0; sequence <= last; sequence++) {
            replay(tracker, sequence);
        }
        tracker.replayEnded();
        assertStanding(tracker, LIVE, CONTIGUOUS);
        decided.clear();
        return tracker;
    }

    @Nested
    class WithoutReplay {

        private final SequenceTracker tracker = tracker(false);

        @Test
        void batchesInOrderAreApplied() {
            tracker.connected();
            live(tracker, 0, 1, 2);

            assertThat(decided).containsExactly("0", "1", "2");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void publisherThatCountsFromOneIsComplete() {
            live(tracker, 1, 2);

            assertThat(decided).containsExactly("1", "2");
            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(counters.gaps.sum()).isZero();
        }

        /** Scenario 18, variant A. */
        @Test
        void firstBatchThatIsNotThePublishersFirstIsAJoinAndNoGap() {
            live(tracker, 500, 501);

            assertThat(decided).containsExactly("500", "501");
            assertStanding(tracker, LIVE, JOINED_LATE);
            assertThat(counters.gaps.sum()).isZero();
            assertThat(counters.missing.sum()).isZero();
        }

        @Test
        void gapIsCountedAndMakesTheViewSuspect() {
            live(tracker, 0, 1, 5);

            assertThat(decided).containsExactly("0", "1", "5");
            assertStanding(tracker, SUSPECT, GAP_NOT_REPLAYABLE);
            assertThat(counters.gaps.sum()).isEqualTo(1);
            assertThat(counters.missing.sum()).isEqualTo(3);
            assertThat(counters.lost.sum()).isEqualTo(3);
        }

        /** Scenario 11. */
        @Test
        void clearEndsDoubt() {
            effects.put(6L, Effect.CLEARED);
            live(tracker, 0, 5);
            assertStanding(tracker, SUSPECT, GAP_NOT_REPLAYABLE);

            live(tracker, 6);

            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void clearMakesALateViewWhole() {
            effects.put(501L, Effect.CLEARED);
            live(tracker, 500, 501);

            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** Scenario 10. */
        @Test
        void sameBatchThriceIsTwoDuplicatesAndNoRestart() {
            live(tracker, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 8);

            assertThat(decided).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8");
            assertThat(counters.duplicates.sum()).isEqualTo(2);
            assertThat(counters.restarts.sum()).isZero();
        }

        /** A publisher that began anew meanwhile may be as far as the old one was; the next batch tells. */
        @Test
        void reconnectIsDoubtfulUntilTheNextBatch() {
            tracker.connected();
            live(tracker, 0, 1);
            tracker.connected();
            assertStanding(tracker, SUSPECT, UNVERIFIED);

            live(tracker, 2);

            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(decided).containsExactly("0", "1", "2");
        }

        /** Scenario 9. */
        @Test
        void sequenceThatGoesBackToTheStartDropsTheView() {
            live(tracker, 0, 1, 2);
            tracker.live(0, otherBytes(0));
            tracker.live(1, otherBytes(1));

            assertThat(decided).containsExactly("0", "1", "2", "drop", "0", "1");
            assertThat(counters.restarts.sum()).isEqualTo(1);
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void restartWhoseFirstBatchesWereLostIsALateJoin() {
            for (long sequence = 0; sequence <= 20; sequence++) {
                live(tracker, sequence);
            }
            decided.clear();
            tracker.live(5, otherBytes(5));
            tracker.live(6, otherBytes(6));

            assertThat(decided).containsExactly("drop", "5", "6");
            assertStanding(tracker, LIVE, JOINED_LATE);
            assertThat(counters.gaps.sum()).isZero();
        }

        @Test
        void restartEndsDoubt() {
            live(tracker, 0, 5);
            tracker.live(0, otherBytes(0));

            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void numberTooOldToBeRememberedIsARestart() {
            for (long sequence = 0; sequence <= RecentBatches.CAPACITY + 5; sequence++) {
                live(tracker, sequence);
            }
            tracker.live(2, otherBytes(2));

            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        @Test
        void unreadableBatchIsConsumedAndCostsTrust() {
            effects.put(1L, Effect.UNREADABLE);
            live(tracker, 0, 1, 2);

            assertThat(tracker.last()).isEqualTo(2);
            assertThat(counters.gaps.sum()).isZero();
            assertStanding(tracker, SUSPECT, UNREADABLE_BATCHES);
        }

        @Test
        void eventThatTheViewRefusesCostsTrust() {
            effects.put(1L, Effect.REFUSED);
            live(tracker, 0, 1, 2);

            assertStanding(tracker, SUSPECT, SINK_FAILED);
        }
    }

    @Nested
    class FirstReplay {

        private final SequenceTracker tracker = tracker(true);

        /** Scenario 18, variant B. */
        @Test
        void historyIsAskedForAtOnceAndLiveBatchesWait() {
            tracker.connected();
            live(tracker, 3);
            assertThat(decided).containsExactly("ask 0");
            assertStanding(tracker, RECOVERING, FIRST_REPLAY);

            replay(tracker, 0, 1, 2);
            live(tracker, 4);

            assertThat(decided).containsExactly("ask 0", "0", "1", "2", "3", "stop", "4");
            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(counters.gaps.sum()).isZero();
            assertThat(counters.duplicates.sum()).isZero();
        }

        @Test
        void ringThatBeginsLaterIsALateJoin() {
            tracker.connected();
            replay(tracker, 40, 41);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 0", "40", "41", "stop");
            assertStanding(tracker, LIVE, JOINED_LATE);
            assertThat(counters.lost.sum()).isZero();
        }

        /** Found by {@link FrameFuzzTest}: all that followed was taken for late copies. */
        @Test
        void liveNumberBelowAReplayThatBeganLaterIsAnotherPublishers() {
            tracker.connected();
            replay(tracker, 5_000, 5_001);
            tracker.replayEnded();
            live(tracker, 10);
            replay(tracker, 8, 9);
            live(tracker, 11);

            assertThat(decided)
                    .containsExactly("ask 0", "5000", "5001", "stop", "drop", "ask 0", "8", "9", "10", "stop", "11");
            assertThat(counters.restarts.sum()).isEqualTo(1);
            assertThat(counters.duplicates.sum()).isZero();
        }

        @Test
        void holeBetweenReplayAndLiveIsAskedFor() {
            tracker.connected();
            live(tracker, 5);
            replay(tracker, 0, 1, 2);
            tracker.replayEnded();
            replay(tracker, 3, 4);

            assertThat(decided).containsExactly("ask 0", "0", "1", "2", "ask 3", "3", "4", "5", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void replayWithNoHistoryBeginsTheViewWithTheLiveBatch() {
            tracker.connected();
            live(tracker, 7);
            tracker.replayEnded();
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 0", "ask 0", "stop", "7");
            assertStanding(tracker, LIVE, JOINED_LATE);
            assertThat(counters.replaysFailed.sum()).isEqualTo(1);
        }

        @Test
        void replayThatNeverAnswersHoldsNothingUp() {
            tracker.connected();
            live(tracker, 7, 8);
            tracker.replayFailed();

            assertThat(decided).containsExactly("ask 0", "stop", "7", "8");
            assertStanding(tracker, LIVE, JOINED_LATE);
            assertThat(counters.replaysFailed.sum()).isEqualTo(1);
        }

        @Test
        void publisherWhoseReplayDoesNotAnswerHasAnUnknownHistory() {
            tracker.connected();
            tracker.replayFailed();
            assertStanding(tracker, LIVE, JOINED_LATE);

            live(tracker, 0);
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** Two restarts in a row: what the publisher in between said must not end up in the view of the last one. */
        @Test
        void batchesThatWaitedBeforeAReconnectAreLeftToTheReplay() {
            tracker.connected();
            live(tracker, 26);
            tracker.connected();
            tracker.replayed(0, otherBytes(0));
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 0", "ask 0", "0", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void publisherWithoutHistoryIsComplete() {
            tracker.connected();
            tracker.replayEnded();
            assertStanding(tracker, LIVE, CONTIGUOUS);

            live(tracker, 0, 1);

            assertThat(decided).containsExactly("ask 0", "stop", "0", "1");
        }

        @Test
        void firstBatchesThatTheSubscriptionMissedAreAskedFor() {
            tracker.connected();
            tracker.replayEnded();
            live(tracker, 2);
            replay(tracker, 0, 1);

            assertThat(decided).containsExactly("ask 0", "stop", "ask 0", "0", "1", "2", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }
    }

    @Nested
    class Gap {

        /** Scenario 5. */
        @Test
        void holeIsAskedForFromTheFirstMissingBatch() {
            SequenceTracker tracker = following(2);
            live(tracker, 5);
            assertStanding(tracker, RECOVERING, GAP_REPLAY);
            live(tracker, 6);
            replay(tracker, 3, 4);

            assertThat(decided).containsExactly("ask 3", "3", "4", "5", "6", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(counters.gaps.sum()).isEqualTo(1);
            assertThat(counters.missing.sum()).isEqualTo(2);
            assertThat(counters.lost.sum()).isZero();
        }

        @Test
        void holeInTheReplayIsAskedForAgain() {
            SequenceTracker tracker = following(2);
            live(tracker, 9);
            replay(tracker, 3, 4, 7);
            replay(tracker, 5, 6, 7, 8);

            assertThat(decided).containsExactly("ask 3", "3", "4", "ask 5", "5", "6", "7", "8", "9", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** Scenario 8: the same first batch twice means that those before it have left the ring. */
        @Test
        void sameHoleTwiceIsGoneForGood() {
            SequenceTracker tracker = following(2);
            live(tracker, 9);
            replay(tracker, 6);
            replay(tracker, 6, 7, 8);

            assertThat(decided).containsExactly("ask 3", "ask 3", "6", "7", "8", "9", "stop");
            assertStanding(tracker, SUSPECT, REPLAY_INCOMPLETE);
            assertThat(counters.lost.sum()).isEqualTo(3);
        }

        /** A ring that has moved on, or another publisher's replay: what waits is worth more than what lies behind it. */
        @Test
        void replayThatBeginsBehindWhatWaitsIsNotTaken() {
            SequenceTracker tracker = following(2);
            live(tracker, 9);
            replay(tracker, 5_000_000_000L);
            live(tracker, 10);
            replay(tracker, 5_000_000_000L);
            live(tracker, 11);

            assertThat(decided).containsExactly("ask 3", "ask 3", "stop", "9", "10", "11");
            assertStanding(tracker, SUSPECT, REPLAY_INCOMPLETE);
            assertThat(counters.lost.sum()).isEqualTo(6);
        }

        @Test
        void firstReplayThatBeginsBehindWhatWaitsIsNotTaken() {
            SequenceTracker tracker = tracker(true);
            tracker.connected();
            live(tracker, 9);
            replay(tracker, 20);
            live(tracker, 10);

            assertThat(decided).containsExactly("ask 0", "stop", "9", "10");
            assertStanding(tracker, LIVE, JOINED_LATE);
        }

        /** The same where the replay jumped ahead of what had been applied, and nothing waited that would tell. */
        @Test
        void liveNumberInAHoleThatAReplayLeftIsAnotherPublishers() {
            SequenceTracker tracker = following(5);
            tracker.probe();
            for (int attempt = 0; attempt <= ATTEMPTS; attempt++) {
                replay(tracker, 7_000);
            }
            tracker.replayEnded();
            decided.clear();
            live(tracker, 6);

            assertThat(decided).containsExactly("drop", "ask 0");
            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        @Test
        void holeThatKeepsChangingIsAskedForAFewTimesOnly() {
            SequenceTracker tracker = following(2);
            live(tracker, 30);
            for (int i = 0; i <= ATTEMPTS; i++) {
                replay(tracker, 20 - i);
            }

            assertThat(decided).containsExactly("ask 3", "ask 3", "ask 3", "ask 3", "17");
            assertThat(tracker.reason()).isEqualTo(REPLAY_INCOMPLETE);
        }

        @Test
        void replayThatLostItsEndIsAskedForTheRest() {
            SequenceTracker tracker = following(2);
            live(tracker, 5);
            replay(tracker, 3);
            tracker.replayFailed();
            replay(tracker, 4);

            assertThat(decided).containsExactly("ask 3", "3", "ask 4", "4", "5", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** Scenario 8: no stall when the replay port is closed. */
        @Test
        void replayThatNeverAnswersLeavesTheRestApplied() {
            SequenceTracker tracker = following(2);
            live(tracker, 5, 6);
            tracker.replayFailed();

            assertThat(decided).containsExactly("ask 3", "stop", "5", "6");
            assertStanding(tracker, SUSPECT, REPLAY_TIMEOUT);
            assertThat(counters.lost.sum()).isEqualTo(2);
            assertThat(counters.replaysFailed.sum()).isEqualTo(1);
        }

        @Test
        void doubtOutlivesALaterReplayThatSucceeds() {
            SequenceTracker tracker = following(2);
            live(tracker, 5);
            tracker.replayFailed();
            live(tracker, 8);
            assertStanding(tracker, SUSPECT, REPLAY_TIMEOUT);
            replay(tracker, 6, 7);

            assertStanding(tracker, SUSPECT, REPLAY_TIMEOUT);
            assertThat(tracker.last()).isEqualTo(8);
        }

        @Test
        void gapAmongWaitingBatchesIsFilledToo() {
            SequenceTracker tracker = following(2);
            live(tracker, 5, 8);
            replay(tracker, 3, 4);
            tracker.replayEnded();
            replay(tracker, 6, 7);

            assertThat(decided).containsExactly("ask 3", "3", "4", "5", "ask 6", "6", "7", "8", "stop");
            assertThat(counters.gaps.sum()).isEqualTo(2);
            assertThat(counters.missing.sum()).isEqualTo(4);
        }

        @Test
        void batchesThatFoundNoRoomToWaitAreReplayed() {
            SequenceTracker tracker = following(2);
            for (long sequence = 4; sequence <= 15; sequence++) {
                live(tracker, sequence);
            }
            assertThat(waiting.size()).isEqualTo(8);
            replay(tracker, 3);
            assertThat(decided).endsWith("11", "stop", "ask 12");
            replay(tracker, 12, 13, 14, 15);
            tracker.replayEnded();

            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(tracker.last()).isEqualTo(15);
            assertThat(counters.lost.sum()).isZero();
        }

        @Test
        void overflowWithoutAnAnswerIsSaidUntilItIsMadeUpFor() {
            SequenceTracker tracker = following(2);
            tracker.connected();
            for (long sequence = 3; sequence <= 15; sequence++) {
                live(tracker, sequence);
            }
            tracker.replayFailed();
            assertStanding(tracker, SUSPECT, BUFFER_OVERFLOW);
            assertThat(tracker.last()).isEqualTo(10);

            tracker.probe();
            replay(tracker, 10, 11, 12, 13, 14, 15);
            tracker.replayEnded();

            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(counters.lost.sum()).isZero();
        }

        @Test
        void duplicateOfAWaitingBatchIsNoRestart() {
            SequenceTracker tracker = following(2);
            live(tracker, 5, 5);

            assertThat(counters.duplicates.sum()).isEqualTo(1);
            assertThat(counters.restarts.sum()).isZero();
        }

        @Test
        void restartEndsTheReplayOfTheOldPublisher() {
            SequenceTracker tracker = following(2);
            live(tracker, 5);
            tracker.live(0, otherBytes(0));

            assertThat(decided).containsExactly("ask 3", "stop", "drop", "0");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void restartThatIsSeenLateIsReplayedFromItsBeginning() {
            SequenceTracker tracker = following(9);
            tracker.live(4, otherBytes(4));

            assertThat(decided).containsExactly("drop", "ask 0");
            assertStanding(tracker, RECOVERING, FIRST_REPLAY);
        }
    }

    @Nested
    class Reconnect {

        @Test
        void whatWasPublishedMeanwhileIsAskedForFromTheLastBatchOn() {
            SequenceTracker tracker = following(4);
            tracker.connected();
            assertStanding(tracker, RECOVERING, RECONNECT_REPLAY);
            replay(tracker, 4, 5, 6);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 4", "5", "6", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
            assertThat(counters.gaps.sum()).isZero();
        }

        @Test
        void otherBytesUnderOurLastNumberAreAnotherPublisher() {
            SequenceTracker tracker = following(4);
            tracker.connected();
            tracker.replayed(4, otherBytes(4));

            assertThat(decided).containsExactly("ask 4", "stop", "drop", "ask 0");
            assertThat(counters.restarts.sum()).isEqualTo(1);
            assertStanding(tracker, RECOVERING, FIRST_REPLAY);
        }

        @Test
        void publisherThatHasNotGotSoFarIsAnotherOne() {
            SequenceTracker tracker = following(4);
            tracker.connected();
            tracker.replayEnded();
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 4", "ask 4", "stop", "drop", "ask 0");
        }

        @Test
        void emptyAnswerOfAReplayThatNeverHadAnythingProvesNothing() {
            SequenceTracker tracker = reconnectedAfterTwoWithoutAnyReplay();
            tracker.replayEnded();
            assertThat(decided).containsExactly("ask 2", "ask 2", "ask 0", "stop");
            assertStanding(tracker, SUSPECT, UNVERIFIED);

            decided.clear();
            live(tracker, 3);
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.replayEnded();
            live(tracker, 4);

            assertThat(decided).containsExactly("ask 2", "ask 2", "ask 2", "ask 0", "3", "stop", "4");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** The first connection came before the first batch, so no replay has ever brought any; nor do two more. */
        private SequenceTracker reconnectedAfterTwoWithoutAnyReplay() {
            SequenceTracker tracker = tracker(true);
            tracker.connected();
            tracker.replayEnded();
            live(tracker, 0, 1, 2);
            decided.clear();
            tracker.connected();
            tracker.replayEnded();
            tracker.replayEnded();
            return tracker;
        }

        @Test
        void publisherThatHasLessThanWeSawIsFoundOutByAllThatItHolds() {
            SequenceTracker tracker = reconnectedAfterTwoWithoutAnyReplay();
            tracker.replayed(0, otherBytes(0));

            assertThat(decided).containsExactly("ask 2", "ask 2", "ask 0", "stop", "drop", "ask 0");
            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        /** Its first batch is the same to the byte, or long forgotten; that it has no more tells it. */
        @Test
        void publisherWhoseAllEndsBelowOurLastNumberIsAnotherOne() {
            SequenceTracker tracker = reconnectedAfterTwoWithoutAnyReplay();
            replay(tracker, 0);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 2", "ask 2", "ask 0", "stop", "drop", "ask 0");
        }

        /** A replay that does not answer tells nothing, and must not pass for one that does. */
        @Test
        void reconnectWhoseReplayDoesNotAnswerIsDoubtfulUntilTheNextBatch() {
            SequenceTracker tracker = following(4);
            tracker.connected();
            tracker.replayFailed();
            assertStanding(tracker, SUSPECT, UNVERIFIED);
            assertThat(counters.replaysFailed.sum()).isEqualTo(1);

            live(tracker, 5);
            tracker.replayFailed();
            tracker.replayFailed();

            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void publisherWhoseAllHasOurLastNumberIsTheSame() {
            SequenceTracker tracker = reconnectedAfterTwoWithoutAnyReplay();
            replay(tracker, 0, 1, 2);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 2", "ask 2", "ask 0", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void publisherThatCouldNotBeVerifiedIsWhenItSpeaks() {
            SequenceTracker tracker = tracker(true);
            tracker.connected();
            tracker.replayEnded();
            live(tracker, 0, 1, 2);
            tracker.connected();
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.replayEnded();
            decided.clear();
            tracker.live(3, otherBytes(3));
            tracker.replayed(2, otherBytes(2));

            assertThat(decided).containsExactly("ask 2", "stop", "drop", "ask 0");
        }

        @Test
        void liveBatchOfANewPublisherIsFoundOutBeforeTheReplayAnswers() {
            SequenceTracker tracker = following(4);
            tracker.connected();
            tracker.live(0, otherBytes(0));

            assertThat(decided).containsExactly("ask 4", "stop", "drop", "0");
        }

        /** All history came by replay, none of it live: low numbers on the new connection are still news. */
        @Test
        void restartIsFoundOutAfterALongReplay() {
            SequenceTracker tracker = following(RecentBatches.CAPACITY + 500);
            tracker.connected();
            tracker.live(0, otherBytes(0));

            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        @Test
        void batchesThatWaitedForTheOldPublisherAreNotAppliedToTheNewOne() {
            SequenceTracker tracker = tracker(true);
            tracker.connected();
            tracker.replayEnded();
            live(tracker, 0, 5);
            tracker.connected();
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.live(0, otherBytes(0));

            assertThat(decided).containsExactly("ask 0", "stop", "0", "ask 1", "ask 0", "ask 0", "stop", "drop", "0");
            assertThat(counters.lost.sum()).isZero();
        }

        /** Nothing was missed: the replay need not go on to its end. */
        @Test
        void liveBatchThatFollowsTheVerifiedOneEndsTheRecovery() {
            SequenceTracker tracker = following(4);
            tracker.connected();
            live(tracker, 5, 6);
            replay(tracker, 4);

            assertThat(decided).containsExactly("ask 4", "5", "6", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }
    }

    @Nested
    class Probe {

        @Test
        void liveBatchesGoOnAndTheStateStays() {
            SequenceTracker tracker = following(4);
            tracker.probe();
            live(tracker, 5);
            assertStanding(tracker, LIVE, CONTIGUOUS);
            replay(tracker, 4, 5);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 4", "5", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void batchesThatLiveDeliveryLostAreApplied() {
            SequenceTracker tracker = following(4);
            tracker.probe();
            replay(tracker, 4, 5, 6);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 4", "5", "6", "stop");
        }

        @Test
        void liveCopyOfWhatAReplayBroughtFirstIsNoDuplicate() {
            SequenceTracker tracker = following(4);
            tracker.probe();
            replay(tracker, 4, 5);
            live(tracker, 5, 6);

            assertThat(decided).containsExactly("ask 4", "5", "6");
            assertThat(counters.duplicates.sum()).isZero();
        }

        @Test
        void emptyAnswerIsNoRestart() {
            SequenceTracker tracker = following(4);
            tracker.probe();
            tracker.replayEnded();

            assertThat(counters.restarts.sum()).isZero();
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        /** The replay of the reconnect was lost on its way: the publisher need not speak before it is known again. */
        @Test
        void publisherThatCouldNotBeVerifiedIsByAProbe() {
            SequenceTracker tracker = reconnectedInVain(following(4));
            tracker.probe();
            replay(tracker, 4);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 4", "stop", "ask 4", "stop");
            assertStanding(tracker, LIVE, CONTIGUOUS);
        }

        @Test
        void youngerPublisherThatCouldNotBeFoundOutIsByAProbe() {
            SequenceTracker tracker = reconnectedInVain(following(4));
            tracker.probe();
            tracker.replayEnded();
            assertStanding(tracker, SUSPECT, UNVERIFIED);
            tracker.replayEnded();

            assertThat(decided).containsExactly("ask 4", "stop", "ask 4", "ask 4", "stop", "drop", "ask 0");
            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        /** No replay has brought anything yet, so an empty answer says nothing and all that it holds is asked for. */
        @Test
        void youngerPublisherIsFoundOutByAProbeForAllThatItHolds() {
            SequenceTracker tracker = tracker(true);
            tracker.connected();
            tracker.replayEnded();
            live(tracker, 0, 1, 2);
            decided.clear();
            reconnectedInVain(tracker).probe();
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.replayed(0, otherBytes(0));

            assertThat(decided).containsExactly("ask 2", "stop", "ask 2", "ask 2", "ask 0", "stop", "drop", "ask 0");
            assertThat(counters.restarts.sum()).isEqualTo(1);
        }

        @Test
        void probeOfAReplayThatNeverHasAnythingLeavesTheDoubt() {
            SequenceTracker tracker = tracker(true);
            tracker.connected();
            tracker.replayEnded();
            live(tracker, 0, 1, 2);
            reconnectedInVain(tracker).probe();
            tracker.replayEnded();
            tracker.replayEnded();
            tracker.replayEnded();

            assertStanding(tracker, SUSPECT, UNVERIFIED);
            assertThat(counters.restarts.sum()).isZero();
        }

        private SequenceTracker reconnectedInVain(SequenceTracker tracker) {
            tracker.connected();
            tracker.replayFailed();
            assertStanding(tracker, SUSPECT, UNVERIFIED);
            return tracker;
        }

        @Test
        void gapDuringAProbeIsRecovered() {
            SequenceTracker tracker = following(4);
            tracker.probe();
            live(tracker, 7);

            assertThat(decided).containsExactly("ask 4", "ask 5");
            assertStanding(tracker, RECOVERING, GAP_REPLAY);
        }
    }
}
