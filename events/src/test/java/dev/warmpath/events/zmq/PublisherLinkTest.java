package dev.warmpath.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.stream.FakePublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublisherLinkTest {

    private static final int BATCHES = 20_000;

    private final EventSettings settings = EventSettings.defaults();
    private final Sockets sockets = new Sockets(settings);
    private final EndpointResolver resolver = new EndpointResolver();
    private final SocketLoop loop = new SocketLoop("link-under-test");
    private final FakePublisher publisher = new FakePublisher(new FakePublisher.Options());

    /** Takes each number the first time it comes, as a stream does. */
    private static final class Firsts implements PublisherLink.Listener {
        final List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger connects = new AtomicInteger();

        @Override
        public void opened() {}

        @Override
        public void connected() {
            connects.incrementAndGet();
        }

        @Override
        public void disconnected() {}

        @Override
        public void unanswered(Duration after) {}

        @Override
        public void refused(String why) {}

        @Override
        public void message(long sequence, byte[] payload) {
            if (numbers.isEmpty() || sequence > numbers.get(numbers.size() - 1)) {
                numbers.add(sequence);
            }
        }

        @Override
        public void malformed() {}
    }

    @AfterEach
    void close() {
        loop.close();
        resolver.close();
        sockets.close();
        publisher.close();
    }

    /** The new socket is in place before the old one goes, and is read after it. */
    @Test
    void replacingASocketUnderLoadLosesNothing() {
        Firsts firsts = new Firsts();
        PublisherLink link =
                new PublisherLink(loop, sockets, resolver, settings, false, publisher.endpoint(), "", firsts);
        loop.start();
        loop.execute(link::open);
        await().until(() -> publisher.subscriptions() == 1);

        for (int sent = 0; sent < BATCHES; sent += 100) {
            if (sent % 5_000 == 1_000) {
                loop.execute(link::replace);
            }
            publisher.publishRun(sent, sent + 99);
        }

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(firsts.numbers).hasSize(BATCHES));
        assertThat(firsts.numbers)
                .isEqualTo(LongStream.range(0, BATCHES).boxed().toList());
        assertThat(firsts.connects.get()).isGreaterThan(1);
        loop.execute(link::close);
    }
}
