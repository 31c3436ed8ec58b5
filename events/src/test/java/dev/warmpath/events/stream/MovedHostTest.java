package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A publisher that is known by name, and a name that comes to mean another address while the old one still answers. */
class MovedHostTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();
    private final AtomicInteger lookUps = new AtomicInteger();
    private volatile int lastByte = 1;
    private volatile boolean known = true;

    @BeforeEach
    void engineIsAName() {
        clocks.nameCheck = Duration.ofMillis(50);
        nameService = host -> {
            lookUps.incrementAndGet();
            if (!known) {
                throw new UnknownHostException(host);
            }
            return new InetAddress[] {InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) lastByte})};
        };
    }

    private static String named(FakePublisher publisher) {
        return "tcp://engine:" + portOf(publisher.endpoint());
    }

    private RankStream live(FakePublisher publisher) {
        RankStream stream = streams().add(spec(named(publisher), null), sink);
        eventually(() -> {
            assertThat(publisher.subscriptions()).isPositive();
            assertThat(stream.state()).isEqualTo(StreamState.LIVE);
        });
        return stream;
    }

    /** Who has the address now may be another engine, whose stream is as good as any. */
    @Test
    void theStreamFollowsItsNameFromAnAddressThatStillAnswers() {
        FakePublisher here = publisher(options());
        FakePublisher there = publisher(options().at("tcp://127.0.0.2:" + portOf(here.endpoint())));
        RankStream stream = live(here);

        lastByte = 2;

        eventually(() -> assertThat(stream.status().endpoint()).isEqualTo(there.endpoint()));
        eventually(() -> assertThat(there.subscriptions()).isPositive());
        there.publish(Batches.stored(7));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(7, 7)));
        here.publish(Batches.stored(8));
        there.publish(Batches.stored(9));
        eventually(() -> assertThat(stream.status().batches()).isEqualTo(2));
        assertThat(stream.status().connections()).isEqualTo(1);
    }

    @Test
    void aNameThatCannotBeLookedUpLeavesTheStreamAlone() {
        FakePublisher publisher = publisher(options());
        RankStream stream = live(publisher);

        known = false;
        int before = lookUps.get();
        eventually(() -> assertThat(lookUps.get()).isGreaterThan(before + 3));

        publisher.publish(Batches.stored(0));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 0)));
        assertThat(stream.status().connects()).isEqualTo(1);
    }
}
