package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.Target;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Publishers that come late, go, freeze, or cannot be reached. */
class ConnectionTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static StreamSpec bound(String endpoint) {
        return new StreamSpec(new Target("http://127.0.0.1:30000", 0), StreamSpec.Direction.BIND, endpoint, null, "");
    }

    /** Scenario 23 (a), with waits longer than the first try of a socket. */
    @Test
    void publisherThatBindsLateIsHeard() throws Exception {
        clocks.connectingAfter = Duration.ofMillis(200);
        String endpoint = "tcp://127.0.0.1:" + freePort();
        RankStream stream = streams().add(spec(endpoint, null), sink);
        assertThat(stream.state()).isEqualTo(StreamState.CONNECTING);
        assertThat(stream.status().reason()).isEqualTo(StreamReason.NOT_YET_CONNECTED);

        FakePublisher publisher = publisher(options().at(endpoint));
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        publisher.publish(Batches.stored(0));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);
        assertThat(stream.status().connections()).isEqualTo(1);
    }

    /** Scenario 23 (b). */
    @Test
    void publisherThatGoesAndComesBackIsHeardAgain() {
        FakePublisher first = publisher(options());
        RankStream stream = subscribed(first, sink);
        first.close();
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.CONNECTING));
        assertThat(stream.status().reason()).isEqualTo(StreamReason.CONNECTION_LOST);
        assertThat(stream.status().connections()).isZero();

        FakePublisher second = publisher(options().at(first.endpoint()));
        eventually(() -> assertThat(second.subscriptions()).isPositive());
        second.publish(Batches.stored(0));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
        assertThat(stream.status().connects()).isEqualTo(2);
    }

    /** Scenario 23 (c): both sockets stay open and nothing comes through; no replay endpoint, no traffic. */
    @Test
    void halfOpenConnectionIsNoticedAndReplaced() throws Exception {
        clocks.heartbeat = Duration.ofMillis(450);
        FakePublisher first = publisher(options());
        TcpRelay relay = opened(new TcpRelay(portOf(first.endpoint())));
        RankStream stream = streams().add(spec(relay.endpoint(), null), sink);
        eventually(() -> assertThat(first.subscriptions()).isPositive());
        first.publish(Batches.stored(7));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(7, 7)));
        // Heartbeats were answered: a timer left over from one must not keep the next from firing.
        int passed = relay.passed();
        eventually(() -> assertThat(relay.passed()).isGreaterThan(passed + 10));

        relay.fallSilent();
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.CONNECTING));
        assertThat(stream.status().reason()).isEqualTo(StreamReason.CONNECTION_LOST);

        first.close();
        FakePublisher second = publisher(options());
        relay.serve(portOf(second.endpoint()));
        eventually(() -> assertThat(second.subscriptions()).isPositive());
        eventually(() -> {
            second.publish(Batches.stored(8));
            assertThat(sink.told()).containsSequence("drop", "+8");
            assertThat(stream.state()).isEqualTo(StreamState.LIVE);
        });
    }

    /** A quiet connection that answers heartbeats is left alone. */
    @Test
    void idleConnectionIsKept() throws Exception {
        clocks.heartbeat = Duration.ofSeconds(1);
        FakePublisher publisher = publisher(options());
        TcpRelay relay = opened(new TcpRelay(portOf(publisher.endpoint())));
        RankStream stream = streams().add(spec(relay.endpoint(), null), sink);
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
        int passed = relay.passed();
        // Three beats and their answers.
        eventually(() -> assertThat(relay.passed()).isGreaterThanOrEqualTo(passed + 6));

        assertThat(stream.status().connects()).isEqualTo(1);
        assertThat(publisher.subscriptions()).isEqualTo(1);
    }

    @Test
    void unknownHostIsRefusedAndRetried() {
        RankStream stream = streams().add(spec("tcp://no-such-host.invalid:5557", null), sink);

        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.ENDPOINT_REFUSED));
        assertThat(stream.state()).isEqualTo(StreamState.CONNECTING);
    }

    @Test
    void endpointThatIsNoneIsRefused() {
        RankStream stream = streams().add(spec("tcp://5557", null), sink);

        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.ENDPOINT_REFUSED));
    }

    @Test
    void hostNamesAreLookedUp() {
        FakePublisher publisher = publisher(options());
        RankStream stream = streams().add(spec("tcp://localhost:" + portOf(publisher.endpoint()), null), sink);

        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }

    @Test
    void addressesOfVersionSixWork() {
        FakePublisher publisher = publisher(options().at("tcp://[::1]:*"));
        RankStream stream = streams().add(spec("tcp://[::1]:" + portOf(publisher.endpoint()), null), sink);

        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }

    @Test
    void boundStreamHearsThePublisherThatConnects() {
        RankStream stream = streams().add(bound("tcp://127.0.0.1:*"), sink);
        eventually(() -> assertThat(stream.status().endpoint()).matches("tcp://127.0.0.1:[0-9]+"));
        assertThat(stream.state()).isEqualTo(StreamState.CONNECTING);

        FakePublisher publisher =
                publisher(options().connectingTo(stream.status().endpoint()));
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        publisher.publish(Batches.stored(0));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);

        publisher.close();
        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.CONNECTION_LOST));
    }

    @Test
    void secondPublisherOnABoundPortIsCounted() {
        RankStream stream = streams().add(bound("tcp://127.0.0.1:*"), sink);
        eventually(() -> assertThat(stream.status().endpoint()).matches("tcp://127.0.0.1:[0-9]+"));
        publisher(options().connectingTo(stream.status().endpoint()));
        FakePublisher second = publisher(options().connectingTo(stream.status().endpoint()));

        eventually(() -> assertThat(stream.status().connections()).isEqualTo(2));
        second.close();
        eventually(() -> assertThat(stream.status().connections()).isEqualTo(1));
        assertThat(stream.state()).isEqualTo(StreamState.LIVE);
    }

    @Test
    void boundPortThatIsTakenIsRetriedUntilItIsFree() throws Exception {
        ServerSocket taken = opened(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        String endpoint = "tcp://127.0.0.1:" + taken.getLocalPort();
        RankStream stream = streams().add(bound(endpoint), sink);
        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.ENDPOINT_REFUSED));

        taken.close();
        FakePublisher publisher = publisher(options().connectingTo(endpoint));
        eventually(() -> assertThat(publisher.subscriptions()).isPositive());
        publisher.publish(Batches.stored(0));

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
    }
}
