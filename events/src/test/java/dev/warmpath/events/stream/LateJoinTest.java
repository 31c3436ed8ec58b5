package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A router that starts when caches are already warm. */
class LateJoinTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    /** Scenario 18, variant B: recovered on connection, without any new traffic. */
    @Test
    void historyIsReplayedOnTheFirstConnection() {
        FakePublisher publisher = publisher(options().replaying());
        publisher.publishRun(0, 499);
        RankStream stream = subscribed(publisher, sink);

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 499)));
        assertThat(publisher.askedFrom()).containsExactly(0L);
        assertThat(stream.status().reason()).isEqualTo(StreamReason.CONTIGUOUS);

        publisher.publish(Batches.stored(500));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 500)));
        assertThat(stream.status().gaps()).isZero();
    }

    /** Scenario 18, variant A. */
    @Test
    void lateJoinWithoutReplayIsLiveAndSaysSo() {
        FakePublisher publisher = publisher(options());
        publisher.publishRun(0, 499);
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.stored(500));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(500, 500)));
        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.JOINED_LATE));
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);
        assertThat(stream.status().gaps()).isZero();
        assertThat(stream.status().lost()).isZero();
    }

    @Test
    void publisherThatCountsFromOneIsReplayedWhole() {
        FakePublisher publisher = publisher(options().replaying());
        publisher.jumpTo(1);
        publisher.publish(Batches.stored(1));
        publisher.publish(Batches.stored(2));
        RankStream stream = subscribed(publisher, sink);

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(1, 2)));
        assertThat(stream.status().reason()).isEqualTo(StreamReason.CONTIGUOUS);
    }

    @Test
    void replayPortThatRefusesHoldsNothingUp() {
        clocks.replayTimeout = Duration.ofMinutes(5);
        FakePublisher publisher = publisher(options());
        RankStream stream = streams().add(spec(publisher.endpoint(), "tcp://127.0.0.1:1"), sink);
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        publisher.publish(Batches.stored(0));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        assertThat(stream.status().replaysFailed()).isEqualTo(1);
    }

    @Test
    void replayThatNeverAnswersIsGivenUp() {
        clocks.replayTimeout = Duration.ofSeconds(2);
        FakePublisher publisher = publisher(options().replaying().silentReplay());
        RankStream stream = streams().add(spec(publisher), sink);
        eventually(() -> assertThat(publisher.askedFrom()).containsExactly(0L));
        publisher.publish(Batches.stored(0));
        publisher.publish(Batches.stored(1));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 1)));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        assertThat(publisher.askedFrom()).containsExactly(0L);
        assertThat(stream.status().replaysFailed()).isEqualTo(1);
    }

    @Test
    void quietStreamIsComparedWithTheReplay() {
        clocks.idleProbe = Duration.ofMillis(200);
        FakePublisher publisher = publisher(options().replaying());
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.stored(0));
        publisher.publishUnheard(Batches.stored(1));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 1)));
        assertThat(stream.status().gaps()).isZero();
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);
    }
}
