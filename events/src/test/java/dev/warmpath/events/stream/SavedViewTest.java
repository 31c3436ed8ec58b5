package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.name.HostNames;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Views that one run leaves to the next, over sockets. */
class SavedViewTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    /** A view; tells in order what was asked of it and told to it. */
    private static final class Left implements SavedView {

        final List<String> told = new CopyOnWriteArrayList<>();
        private final CompletableFuture<@Nullable StreamPosition> position;

        Left(CompletableFuture<@Nullable StreamPosition> position) {
            this.position = position;
        }

        Left(@Nullable StreamPosition position) {
            this(CompletableFuture.completedFuture(position));
        }

        @Override
        public void bringIn(Consumer<@Nullable StreamPosition> done) {
            told.add("in");
            new Thread(() -> done.accept(position.join())).start();
        }

        @Override
        public void became(Resumption outcome) {
            told.add(outcome.key());
        }

        @Override
        public void unused() {
            told.add("unused");
        }
    }

    /** Where a first run stands that heard the blocks 100 to 102, after it is over. */
    private StreamPosition heard(FakePublisher publisher) {
        AtomicReference<StreamPosition> position = new AtomicReference<>();
        try (EventStreams earlier = new EventStreams(clocks.settings(), opened(new HostNames()))) {
            RecordingSink heard = new RecordingSink();
            RankStream stream = earlier.add(spec(publisher), heard);
            eventually(() -> assertThat(publisher.subscriptions()).isPositive());
            publisher.publishRun(100, 102);
            eventually(() -> assertThat(heard.told()).isEqualTo(stores(100, 102)));
            eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
            assertThat(stream.atRest(position::set).join()).isTrue();
        }
        return Objects.requireNonNull(position.get());
    }

    @Test
    void nextRunBringsTheViewInAndReplaysOnlyWhatWasPublishedSince() {
        FakePublisher publisher = publisher(options().replaying());
        Left saved = new Left(heard(publisher));
        publisher.publishRunUnheard(103, 104);

        RankStream stream = streams().add(spec(publisher), sink, saved);

        eventually(() -> assertThat(saved.told).containsExactly("in", "continued"));
        assertThat(sink.told()).isEqualTo(stores(103, 104));
        assertThat(stream.status().lastSequence()).isEqualTo(4);
        assertThat(publisher.askedFrom()).endsWith(2L);
    }

    @Test
    void publisherThatRestartedBetweenTheRunsAndPassedTheirNumberIsFoundOut() {
        FakePublisher first = publisher(options().replaying());
        Left saved = new Left(heard(first));
        first.close();
        FakePublisher second = publisher(options().at(first.endpoint()).replayAt(first.replayEndpoint()));
        second.publishRunUnheard(900, 909);

        streams().add(spec(second), sink, saved);

        eventually(() -> assertThat(saved.told).containsExactly("in", "restarted"));
        eventually(() -> assertThat(sink.told()).startsWith("drop").hasSize(11));
        assertThat(sink.told().subList(1, 11)).isEqualTo(stores(900, 909));
    }

    @Test
    void withoutReplayAHoleDropsTheView() {
        FakePublisher publisher = publisher(options());
        Left saved = new Left(heard(publisher));
        publisher.publishRunUnheard(103, 104);
        int before = publisher.subscriptions();

        RankStream stream = streams().add(spec(publisher), sink, saved);
        eventually(() -> assertThat(publisher.subscriptions()).isGreaterThan(before));
        eventually(() -> assertThat(stream.status().reason()).isEqualTo(StreamReason.UNVERIFIED));
        publisher.publishRun(105, 105);

        eventually(() -> assertThat(saved.told).endsWith("gap"));
        eventually(() -> assertThat(sink.told()).containsExactly("drop", "+105"));
    }

    @Test
    void viewThatCannotBeUsedIsAskedForNothingMore() {
        FakePublisher publisher = publisher(options().replaying());
        publisher.publishRunUnheard(100, 102);
        Left saved = new Left((StreamPosition) null);

        streams().add(spec(publisher), sink, saved);

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(100, 102)));
        assertThat(saved.told).containsExactly("in");
        assertThat(publisher.askedFrom()).containsExactly(0L);
    }

    @Test
    void streamConnectsOnlyWhenTheViewIsIn() {
        FakePublisher publisher = publisher(options().replaying());
        StreamPosition position = heard(publisher);
        CompletableFuture<@Nullable StreamPosition> loading = new CompletableFuture<>();
        int before = publisher.subscriptions();

        RankStream stream = streams().add(spec(publisher), sink, new Left(loading));
        assertThat(stream.atRest(nowhere -> {}).join()).isFalse();
        assertThat(stream.status().connects()).isZero();
        assertThat(publisher.subscriptions()).isEqualTo(before);

        loading.complete(position);
        eventually(() -> assertThat(stream.state()).isEqualTo(StreamState.LIVE));
    }

    @Test
    void streamThatEndsUndecidedLeavesTheViewUnused() {
        Left saved = new Left(new StreamPosition(7, 1, false, null));
        RankStream stream = streams().add(spec("tcp://127.0.0.1:1", null), sink, saved);
        eventually(() -> assertThat(stream.status().lastSequence()).isEqualTo(7));

        streams().remove(stream).join();

        assertThat(saved.told).containsExactly("in", "unused");
        assertThat(stream.atRest(position -> {}).join()).isFalse();
    }
}
