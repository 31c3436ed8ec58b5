package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gaps and replays over real sockets. */
class GapAndReplayTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    /** Scenarios 5 and 7: asked exactly {@code ["", 3]}, in either framing, applied once and in order. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void gapIsReplayedInOrderExactlyOnce(boolean topicInReplay) {
        FakePublisher.Options options = options().replaying().topic("kv-events");
        options.topicInReplay = topicInReplay;
        FakePublisher publisher = publisher(options);
        RankStream stream = subscribed(publisher, sink);
        publisher.publishRun(0, 2);
        publisher.publishUnheard(Batches.stored(3));
        publisher.publishUnheard(Batches.stored(4));
        publisher.publish(Batches.stored(5));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 5)));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        List<byte[]> ask = publisher.asks().get(publisher.asks().size() - 1);
        assertThat(ask).hasSize(2);
        assertThat(ask.get(0)).isEmpty();
        assertThat(ask.get(1)).isEqualTo(new byte[] {0, 0, 0, 0, 0, 0, 0, 3});
        StreamStatus status = stream.status();
        assertThat(status.gaps()).isEqualTo(1);
        assertThat(status.missing()).isEqualTo(2);
        assertThat(status.lost()).isZero();
        assertThat(status.lastSequence()).isEqualTo(5);
        assertThat(status.reason()).isEqualTo(StreamReason.CONTIGUOUS);
    }

    /** Scenario 8: the ring begins at 40,000, so 39,990 batches are gone. */
    @Test
    void gapOlderThanTheRingIsAppliedFromWhereTheRingBegins() {
        FakePublisher publisher = publisher(options().replaying().ring(10_000));
        RankStream stream = subscribed(publisher, sink);
        publisher.publishRun(0, 9);
        publisher.jumpTo(40_000);
        publisher.publishRunUnheard(40_000, 49_999);
        publisher.publish(Batches.stored(50_000));

        List<String> expected = new ArrayList<>(stores(0, 9));
        // The ring holds 10,000 batches; the one that opened the gap pushed 40,000 out.
        expected.addAll(stores(40_001, 50_000));
        eventually(() -> assertThat(sink.size()).isEqualTo(expected.size()));
        assertThat(sink.told()).isEqualTo(expected);
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.SUSPECT));
        assertThat(stream.status().reason()).isEqualTo(StreamReason.REPLAY_INCOMPLETE);
        assertThat(stream.status().missing()).isEqualTo(49_990);
        assertThat(stream.status().lost()).isEqualTo(39_991);

        publisher.publish(Batches.cleared());
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        assertThat(stream.status().reason()).isEqualTo(StreamReason.CONTIGUOUS);
    }

    /** Scenario 8, without a replay endpoint. */
    @Test
    void gapWithoutReplayMakesTheStreamSuspectUntilAClear() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publishRun(0, 9);
        publisher.jumpTo(50_000);
        publisher.publish(Batches.stored(50_000));
        publisher.publish(Batches.stored(50_001));

        eventually(() -> assertThat(sink.told()).endsWith("+9", "+50000", "+50001"));
        assertThat(stream.state()).isEqualTo(StreamState.SUSPECT);
        assertThat(stream.status().reason()).isEqualTo(StreamReason.GAP_NOT_REPLAYABLE);
        assertThat(stream.status().lost()).isEqualTo(49_990);
        assertThat(stream.status().missing()).isEqualTo(49_990);

        publisher.publish(Batches.cleared());
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }
}
