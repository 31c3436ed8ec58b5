package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What is not a batch, or a bad one, costs itself and nothing else. */
class MalformedInputTest extends StreamFixture {

    private static final byte[] TOPIC = {};

    private final RecordingSink sink = new RecordingSink();

    /** Scenario 19: wrong frames have no number, so they change nothing but a count. */
    @Test
    void wrongFramesAreCountedAndHaveNoEffect() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.stored(0));
        publisher.sendFrames(TOPIC);
        publisher.sendFrames(TOPIC, FakePublisher.number(1));
        publisher.sendFrames(TOPIC, FakePublisher.number(1), Batches.stored(9), TOPIC);
        publisher.sendFrames(TOPIC, FakePublisher.number(1), Batches.stored(9), TOPIC, TOPIC, TOPIC);
        publisher.sendFrames(TOPIC, new byte[7], Batches.stored(9));
        publisher.sendFrames(TOPIC, FakePublisher.number(-1), Batches.stored(9));
        publisher.sendFrames(TOPIC, FakePublisher.number(Long.MAX_VALUE), Batches.stored(9));
        publisher.publish(Batches.stored(1));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 1)));
        assertThat(stream.status().frameErrors()).isEqualTo(7);
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);
    }

    /** Scenario 19: a payload that cannot be read has its number, and may have hidden a removal. */
    @Test
    void unreadablePayloadsAreConsumedAndCostTrustUntilAClear() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        byte[] whole = Batches.stored(5);
        publisher.publish(Batches.stored(0));
        publisher.publish(new byte[0]);
        for (int length = 1; length < whole.length; length++) {
            publisher.publish(Arrays.copyOf(whole, length));
        }
        publisher.publish(HexFormat.of().parseHex("ddffffffff"));
        publisher.publish(new byte[5_000_000]);
        publisher.publish(Batches.stored(1));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 1)));
        StreamStatus status = stream.status();
        assertThat(status.rejected().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(whole.length + 2);
        assertThat(status.gaps()).isZero();
        assertThat(status.state()).isEqualTo(StreamState.SUSPECT);
        assertThat(status.reason()).isEqualTo(StreamReason.UNREADABLE_BATCHES);

        publisher.publish(Batches.cleared());
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }

    /** Scenario 3: an event of a new type is skipped; its siblings count, and the stream is as good as before. */
    @Test
    void unknownEventTypesAreSkippedWithoutCostingTrust() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(HexFormat.of()
                .parseHex(
                        "92cb3ff00000000000009396ab426c6f636b53746f7265649165c0940102030404c092ab426c6f636b50696e6e656491"
                                + "659aab426c6f636b53746f726564916665940506070804c0a3475055a17881a16b0107"));
        publisher.publish(Batches.unknownType());
        publisher.publish(Batches.stored(103));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(101, 103)));
        assertThat(stream.status().rejected()).containsOnlyKeys(DecodeReason.UNKNOWN_TYPE);
        assertThat(stream.status().rejected().get(DecodeReason.UNKNOWN_TYPE)).isEqualTo(2);
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);
    }

    /** Scenario 2. */
    @Test
    void batchesOfTwoToFourElementsAreTakenAlike() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        byte[] two = Batches.stored(0);
        byte[] three = Batches.storedByRank(1, 0);
        byte[] nil = Batches.storedByRank(2, 0);
        nil[nil.length - 1] = (byte) 0xc0;
        byte[] four = Arrays.copyOf(Batches.storedByRank(3, 0), three.length + 2);
        four[0] = (byte) 0x94;
        four[three.length] = (byte) 0xa1;
        four[three.length + 1] = 'f';
        for (byte[] payload : new byte[][] {two, three, nil, four}) {
            publisher.publish(payload);
        }

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 3)));
        assertThat(stream.status().rankMismatches()).isZero();
        assertThat(stream.status().rejected()).isEmpty();
    }

    /** Scenario 20. */
    @Test
    void veryLargeBatchesAndLongBurstsArriveWhole() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.storedRun(20_000));
        publisher.publishRun(0, 19_999);

        eventually(() -> assertThat(stream.status().batches()).isEqualTo(20_001));
        assertThat(sink.told().get(0)).isEqualTo("+20000 blocks");
        assertThat(sink.told().subList(1, 20_001)).isEqualTo(stores(0, 19_999));
        assertThat(stream.status().gaps()).isZero();
    }

    /** JeroMQ never reconnects by itself after a message over the limit. */
    @Test
    void messageOverTheLimitCostsTheConnectionAndItComesBack() {
        clocks.maxMessageBytes = 100_000;
        FakePublisher publisher = publisher(options().replaying().replayDrops(sequence -> sequence == 1));
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.stored(0));
        publisher.publish(new byte[200_000]);
        eventually(() -> assertThat(publisher.subscriptions()).isEqualTo(2));
        publisher.publish(Batches.stored(2));

        eventually(() -> assertThat(sink.told()).containsExactly("+0", "+2"));
        assertThat(stream.status().connects()).isEqualTo(2);
        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.REPLAY_INCOMPLETE));
        assertThat(stream.status().lost()).isEqualTo(1);
    }

    /** Scenario 22: the socket says whose events these are; a payload that says otherwise is counted. */
    @Test
    void payloadThatNamesAnotherRankIsCountedAndBelievedToBeOurs() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.storedByRank(0, 0));
        publisher.publish(Batches.storedByRank(1, 3));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 1)));
        assertThat(stream.status().rankMismatches()).isEqualTo(1);
    }

    @Test
    void viewThatThrowsCostsTrustAndNotTheThread() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, new KvEventSink() {
            @Override
            public void apply(KvEvent event) {
                if (sink.size() == 1) {
                    sink.drop();
                    throw new IllegalStateException("refused");
                }
                sink.apply(event);
            }

            @Override
            public void drop() {}
        });
        publisher.publish(Batches.stored(0));
        publisher.publish(Batches.stored(1));
        publisher.publish(Batches.stored(2));

        eventually(() -> assertThat(sink.told()).containsExactly("+0", "drop", "+2"));
        assertThat(stream.state()).isEqualTo(StreamState.SUSPECT);
        assertThat(stream.status().reason()).isEqualTo(StreamReason.SINK_FAILED);
        assertThat(stream.status().sinkFailures()).isEqualTo(1);
    }
}
