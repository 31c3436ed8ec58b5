package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Publishers that begin anew, and batches that come twice. */
class RestartTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    /** Scenario 9. */
    @Test
    void publisherThatRestartsAtTheSameAddressIsLearnedAnew() {
        FakePublisher first = publisher(options());
        RankStream stream = subscribed(first, sink);
        first.publishRun(100, 120);
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(100, 120)));

        first.close();
        FakePublisher second = publisher(options().at(first.endpoint()));
        eventually(() -> assertThat(second.subscriptions()).isPositive());
        second.publish(Batches.stored(900));
        second.publish(Batches.stored(901));

        List<String> expected = new ArrayList<>(stores(100, 120));
        expected.add("drop");
        expected.addAll(stores(900, 901));
        eventually(() -> assertThat(sink.told()).isEqualTo(expected));
        assertThat(stream.status().restarts()).isEqualTo(1);
        assertThat(stream.status().lastSequence()).isEqualTo(1);
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }

    /** A new publisher that has overtaken the old one before it is heard: told by what its replay has under our last number. */
    @Test
    void publisherThatRestartedUnseenIsFoundOutByItsReplay() {
        FakePublisher first = publisher(options().replaying());
        RankStream stream = subscribed(first, sink);
        first.publishRun(100, 102);
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(100, 102)));

        first.close();
        // Elsewhere, so that it has a history before our connection is back.
        FakePublisher hidden = publisher(options().at(first.endpoint()).replayAt(first.replayEndpoint()));
        hidden.publishRunUnheard(900, 909);

        List<String> expected = new ArrayList<>(stores(100, 102));
        expected.add("drop");
        expected.addAll(stores(900, 909));
        eventually(() -> assertThat(sink.told()).isEqualTo(expected));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        assertThat(stream.status().restarts()).isEqualTo(1);
        assertThat(stream.status().reason()).isEqualTo(StreamReason.CONTIGUOUS);
    }

    /** Scenario 10. */
    @Test
    void batchDeliveredThriceIsAppliedOnce() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publishRun(0, 6);
        byte[] seventh = Batches.stored(7);
        publisher.publish(seventh);
        publisher.repeat(7, seventh);
        publisher.repeat(7, seventh);
        publisher.publish(Batches.removed(7));

        List<String> expected = new ArrayList<>(stores(0, 7));
        expected.add("-7");
        eventually(() -> assertThat(sink.told()).isEqualTo(expected));
        assertThat(stream.status().duplicates()).isEqualTo(2);
        assertThat(stream.status().restarts()).isZero();
    }

    /** A stream that lost its connection catches up at once, whether or not the publisher speaks again. */
    @Test
    void whatAQuietPublisherSaidWhileTheConnectionWasDownIsReplayed() throws Exception {
        clocks.heartbeat = Duration.ofMillis(450);
        FakePublisher publisher = publisher(options().replaying());
        TcpRelay relay = opened(new TcpRelay(portOf(publisher.endpoint())));
        RankStream stream = streams().add(spec(relay.endpoint(), publisher.replayEndpoint()), sink);
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        publisher.publish(Batches.stored(0));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));

        relay.fallSilent();
        publisher.publish(Batches.stored(1));
        publisher.publish(Batches.stored(2));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.CONNECTING));
        relay.serve(portOf(publisher.endpoint()));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 2)));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        assertThat(stream.status().lost()).isZero();
    }
}
