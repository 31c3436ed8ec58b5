package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.Target;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that seem to work and say nothing while their rank works. */
class SilenceTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    @BeforeEach
    void shortPatience() {
        clocks.silentAfter = Duration.ofMillis(200);
    }

    /** Scenario 21: the subscription's topic matches nothing that is published. */
    @Test
    void trafficWithoutEventsMakesAWronglyFilteredStreamSilent() {
        FakePublisher publisher = publisher(options().topic(""));
        StreamSpec wrong = new StreamSpec(
                new Target("http://127.0.0.1:30000", 0),
                StreamSpec.Direction.CONNECT,
                publisher.endpoint(),
                null,
                "kv-events");
        RankStream stream = streams().add(wrong, sink);
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        publisher.publish(Batches.stored(0));
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        stream.noteTraffic(System.nanoTime());

        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.SILENT));
        assertThat(stream.status().reason()).isEqualTo(StreamReason.NO_EVENTS_UNDER_TRAFFIC);
        assertThat(sink.told()).isEmpty();

        eventually(() -> {
            publisher.publish(Batches.stored(1));
            assertThat(stream.status().reason()).isEqualTo(StreamReason.OTHER_TOPIC);
        });
        assertThat(stream.status().otherTopic()).isEmpty();
        assertThat(sink.told()).isEmpty();
    }

    /** Scenario 21: a publisher with the right topic that is only slow is not taken for one with a wrong topic. */
    @Test
    void widerEarsDoNotHearTheRightTopicTwice() {
        FakePublisher publisher = publisher(options().topic("kv-events"));
        StreamSpec right = new StreamSpec(
                new Target("http://127.0.0.1:30000", 0),
                StreamSpec.Direction.CONNECT,
                publisher.endpoint(),
                null,
                "kv-");
        RankStream stream = streams().add(right, sink);
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        stream.noteTraffic(System.nanoTime());
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.SILENT));

        publisher.publish(Batches.stored(0));
        publisher.publish(Batches.stored(1));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 1)));
        assertThat(stream.status().duplicates()).isZero();
        assertThat(stream.status().otherTopic()).isNull();
    }

    /** Scenario 21: no topic takes every topic, and a topic is a prefix. */
    @Test
    void topicsAreMatchedAsPrefixes() {
        FakePublisher publisher = publisher(options().topic("kv@127.0.0.1@m"));
        RecordingSink all = new RecordingSink();
        RecordingSink prefix = new RecordingSink();
        subscribed(publisher, all);
        StreamSpec byPrefix = new StreamSpec(
                new Target("http://127.0.0.1:30000", 1),
                StreamSpec.Direction.CONNECT,
                publisher.endpoint(),
                null,
                "kv@");
        streams().add(byPrefix, prefix);
        eventually(() -> assertThat(publisher.subscriptions()).isEqualTo(2));
        publisher.publish(Batches.stored(0));

        eventually(() -> assertThat(all.told()).isEqualTo(stores(0, 0)));
        eventually(() -> assertThat(prefix.told()).isEqualTo(stores(0, 0)));
    }

    @Test
    void anEventEndsTheSilence() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        stream.noteTraffic(System.nanoTime());
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.SILENT));

        publisher.publish(Batches.stored(0));

        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }

    /** The new socket connects before the old one goes, so nothing is lost and nothing counted twice. */
    @Test
    void silentSocketIsReplacedWithoutLosingABatch() {
        clocks.livenessTimeout = Duration.ofMillis(300);
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        publisher.publish(Batches.stored(0));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
        eventually(() -> {
            stream.noteTraffic(System.nanoTime());
            assertThat(publisher.subscriptions()).isGreaterThan(1);
        });
        eventually(() -> assertThat(stream.status().connects()).isGreaterThan(1));
        for (long hash = 1; hash <= 200; hash++) {
            publisher.publish(Batches.stored(hash));
        }

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 200)));
        assertThat(stream.status().gaps()).isZero();
        assertThat(stream.status().restarts()).isZero();
    }
}
