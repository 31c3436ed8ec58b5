package dev.warmpath.events.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.name.NameService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Streams with short clocks, and the publishers they hear. */
abstract class StreamFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What publishers' names mean. */
    NameService nameService = NameService.SYSTEM;

    private final List<AutoCloseable> open = new ArrayList<>();
    private @Nullable EventStreams streams;

    /** The clocks of a test: defaults, shortened. */
    static final class Clocks {
        int maxBufferedBatches = 10_000;
        int maxMessageBytes = 64 << 20;
        Duration replayTimeout = Duration.ofSeconds(5);
        Duration connectingAfter = Duration.ofSeconds(1);
        Duration silentAfter = Duration.ofSeconds(60);
        Duration livenessTimeout = Duration.ofSeconds(60);
        Duration heartbeat = Duration.ofSeconds(3);
        Duration idleProbe = Duration.ZERO;
        Duration nameCheck = Duration.ZERO;
        int threads = 1;

        EventSettings settings() {
            EventSettings defaults = EventSettings.defaults();
            return new EventSettings(
                    threads,
                    defaults.receiveHighWaterMark(),
                    maxMessageBytes,
                    defaults.maxHashesPerEvent(),
                    maxBufferedBatches,
                    defaults.maxBufferedBytes(),
                    replayTimeout,
                    defaults.replayAttempts(),
                    connectingAfter,
                    silentAfter,
                    Duration.ofMillis(20),
                    Duration.ofMillis(100),
                    heartbeat,
                    idleProbe,
                    livenessTimeout,
                    nameCheck,
                    "");
        }
    }

    final Clocks clocks = new Clocks();

    EventStreams streams() {
        EventStreams current = streams;
        if (current == null) {
            current = opened(new EventStreams(clocks.settings(), opened(new HostNames(nameService))));
            streams = current;
        }
        return current;
    }

    <T extends AutoCloseable> T opened(T closeable) {
        open.add(0, closeable);
        return closeable;
    }

    FakePublisher publisher(FakePublisher.Options options) {
        return opened(new FakePublisher(options));
    }

    FakePublisher.Options options() {
        return new FakePublisher.Options();
    }

    /** A stream that hears a publisher, once it is in place. */
    RankStream subscribed(FakePublisher publisher, KvEventSink sink) {
        int before = publisher.subscriptions();
        RankStream stream = streams().add(spec(publisher), sink);
        eventually(() -> {
            assertThat(publisher.subscriptions()).isGreaterThan(before);
            assertThat(stream.state()).isEqualTo(StreamState.LIVE);
        });
        return stream;
    }

    static StreamSpec spec(FakePublisher publisher) {
        return spec(publisher.endpoint(), publisher.replayEndpoint());
    }

    static StreamSpec spec(String endpoint, @Nullable String replayEndpoint) {
        return new StreamSpec(
                new Target("http://127.0.0.1:30000", 0), StreamSpec.Direction.CONNECT, endpoint, replayEndpoint, "");
    }

    static int portOf(String endpoint) {
        return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    }

    static void eventually(ThrowingRunnable condition) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).untilAsserted(condition);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }
}
