package dev.warmpath.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.stream.FakePublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublisherLinkTest {

    private static final int REPLACEMENTS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EventSettings settings = EventSettings.defaults();
    private final Sockets sockets = new Sockets(settings);
    private final HostNames names = new HostNames();
    private final EndpointResolver resolver = new EndpointResolver(names);
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

        @Override
        public void moved(String address) {}

        @Override
        public void otherTopic(String topic) {
            throw new AssertionError("nobody asked for " + topic);
        }
    }

    @AfterEach
    void close() {
        loop.close();
        names.close();
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

        AtomicLong sent = new AtomicLong();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
            publisher.publishRun(sent.get(), sent.get() + 99);
            sent.addAndGet(100);
            // One at a time: while a replacement is under way another changes nothing.
            loop.execute(link::replace);
            return firsts.connects.get() > REPLACEMENTS;
        });

        await().atMost(PATIENCE).until(() -> firsts.numbers.size() >= sent.get());
        assertThat(firsts.numbers)
                .isEqualTo(LongStream.range(0, sent.get()).boxed().toList());
        loop.execute(link::close);
    }
}
