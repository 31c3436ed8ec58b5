package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.name.HostNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Streams that are added and removed, and the threads they live on. */
class LifecycleTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    /** Waits before its first event until it is let go on. */
    private static final class Gate implements KvEventSink {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger events = new AtomicInteger();
        volatile int eventsWhenOtherSpoke = -1;

        @Override
        public void apply(KvEvent event) {
            entered.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            events.incrementAndGet();
        }

        @Override
        public void drop() {}
    }

    @Test
    void removedStreamTellsItsSinkNothingMore() throws Exception {
        FakePublisher publisher = publisher(options());
        Gate gate = new Gate();
        RankStream stream = subscribed(publisher, gate);
        publisher.publishRun(0, 4999);
        gate.entered.await();
        CompletableFuture<Void> removed = streams().remove(stream);
        assertThat(removed).isNotDone();
        gate.open.countDown();
        removed.join();
        int events = gate.events.get();

        // Another stream on the same thread has had its turn: whatever was queued would have been told by now.
        RankStream other = subscribed(publisher, sink);
        publisher.publish(Batches.stored(7));
        eventually(() -> assertThat(other.status().batches()).isEqualTo(1));
        assertThat(gate.events.get()).isEqualTo(events).isLessThan(5_000);
        assertThat(stream.state()).isEqualTo(StreamState.OFF);
    }

    @Test
    void removingTwiceIsRemovingOnce() {
        FakePublisher publisher = publisher(options());
        RankStream stream = subscribed(publisher, sink);
        streams().remove(stream).join();

        assertThat(streams().remove(stream)).isCompleted();
    }

    @Test
    void closedStreamsTakeNoMore() {
        FakePublisher publisher = publisher(options());
        EventStreams closed = new EventStreams(clocks.settings(), opened(new HostNames()));
        closed.close();
        closed.close();

        assertThatThrownBy(() -> closed.add(spec(publisher), sink)).isInstanceOf(IllegalStateException.class);
    }

    /** A rank with a long burst takes turns with the others of its thread. */
    @Test
    void burstOfOneStreamDoesNotStarveAnother() throws Exception {
        FakePublisher busy = publisher(options());
        FakePublisher quiet = publisher(options());
        Gate gate = new Gate();
        subscribed(busy, gate);
        subscribed(quiet, new KvEventSink() {
            @Override
            public void apply(KvEvent event) {
                gate.eventsWhenOtherSpoke = gate.events.get();
            }

            @Override
            public void drop() {}
        });
        busy.publish(Batches.stored(0));
        gate.entered.await();
        quiet.publish(Batches.stored(1));
        busy.publishRun(1, 19_999);
        gate.open.countDown();

        eventually(() -> assertThat(gate.events.get()).isEqualTo(20_000));
        eventually(() -> assertThat(gate.eventsWhenOtherSpoke).isBetween(1, 1_000));
    }

    @Test
    void streamsAreSpreadOverTheThreads() {
        clocks.threads = 2;
        FakePublisher publisher = publisher(options());
        Set<String> threads = ConcurrentHashMap.newKeySet();
        KvEventSink named = new KvEventSink() {
            @Override
            public void apply(KvEvent event) {
                threads.add(Thread.currentThread().getName());
            }

            @Override
            public void drop() {}
        };
        subscribed(publisher, named);
        subscribed(publisher, named);
        publisher.publish(Batches.stored(0));

        eventually(() -> assertThat(threads).containsExactlyInAnyOrder("warmpath-events-0", "warmpath-events-1"));
    }

    /** Hundreds of workers come and go: connected ones, ones that nobody answers, ones with a replay. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void addingAndRemovingStreamsLeaksNothing() throws IOException {
        FakePublisher publisher = publisher(options().replaying());
        publisher.publish(Batches.stored(0));
        addAndRemove(publisher, 20);
        eventually(
                () -> assertThat(streams().remove(subscribed(publisher, sink))).isCompleted());
        long descriptors = settledDescriptors();
        int threads = Thread.activeCount();

        addAndRemove(publisher, 200);

        eventually(() -> assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 4));
        eventually(() -> assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 1));
    }

    private void addAndRemove(FakePublisher publisher, int count) {
        List<RankStream> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String endpoint = i % 3 == 0 ? "tcp://127.0.0.1:1" : publisher.endpoint();
            added.add(streams().add(spec(endpoint, publisher.replayEndpoint()), new RecordingSink()));
        }
        RankStream last = added.get(1);
        eventually(() -> assertThat(last.status().lastSequence()).isZero());
        for (RankStream stream : added) {
            streams().remove(stream).join();
        }
    }

    private static long settledDescriptors() throws IOException {
        long[] before = {descriptors()};
        eventually(() -> {
            long now = descriptors();
            long earlier = before[0];
            before[0] = now;
            assertThat(now).isEqualTo(earlier);
        });
        return descriptors();
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }

    /** Single writer: everything a sink hears, it hears from one thread. */
    @Test
    void sinkIsCalledFromOneThreadOnly() {
        FakePublisher publisher = publisher(options().replaying());
        publisher.publish(Batches.stored(0));
        Set<String> threads = ConcurrentHashMap.newKeySet();
        RankStream stream = subscribed(publisher, new KvEventSink() {
            @Override
            public void apply(KvEvent event) {
                threads.add(Thread.currentThread().getName());
                sink.apply(event);
            }

            @Override
            public void drop() {
                threads.add(Thread.currentThread().getName());
            }
        });
        publisher.publishUnheard(Batches.stored(1));
        publisher.publish(Batches.stored(2));
        eventually(() -> assertThat(sink.told()).isEqualTo(stores(0, 2)));
        eventually(() -> assertThat(stream.status().buffered()).isZero());

        assertThat(threads).containsExactly("warmpath-events-0");
    }
}
