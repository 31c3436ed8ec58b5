package dev.warmpath.events.stream;

import static dev.warmpath.events.stream.RecordingSink.stores;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.name.HostNames;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Views that one run leaves to the next, over sockets. */
class SavedViewTest extends StreamFixture {

    private final RecordingSink sink = new RecordingSink();

    /** A view in two parts; tells in order what was asked of it and told to it. */
    private static class TwoParts implements SavedView {

        final List<String> told = new CopyOnWriteArrayList<>();
        private final @Nullable StreamPosition position;
        private int parts;

        TwoParts(@Nullable StreamPosition position) {
            this.position = position;
        }

        @Override
        public boolean bringMore() {
            told.add("part " + ++parts);
            return parts < 2;
        }

        @Override
        public @Nullable StreamPosition position() {
            return position;
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
        TwoParts saved = new TwoParts(heard(publisher));
        publisher.publishRunUnheard(103, 104);

        RankStream stream = streams().add(spec(publisher), sink, saved);

        eventually(() -> assertThat(saved.told).containsExactly("part 1", "part 2", "continued"));
        assertThat(sink.told()).isEqualTo(stores(103, 104));
        assertThat(stream.status().lastSequence()).isEqualTo(4);
        assertThat(publisher.askedFrom()).endsWith(2L);
    }

    @Test
    void publisherThatRestartedBetweenTheRunsAndPassedTheirNumberIsFoundOut() {
        FakePublisher first = publisher(options().replaying());
        TwoParts saved = new TwoParts(heard(first));
        first.close();
        FakePublisher second = publisher(options().at(first.endpoint()).replayAt(first.replayEndpoint()));
        second.publishRunUnheard(900, 909);

        streams().add(spec(second), sink, saved);

        eventually(() -> assertThat(saved.told).containsExactly("part 1", "part 2", "restarted"));
        eventually(() -> assertThat(sink.told()).startsWith("drop").hasSize(11));
        assertThat(sink.told().subList(1, 11)).isEqualTo(stores(900, 909));
    }

    @Test
    void withoutReplayAHoleDropsTheView() {
        FakePublisher publisher = publisher(options());
        TwoParts saved = new TwoParts(heard(publisher));
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
        TwoParts saved = new TwoParts(null);

        streams().add(spec(publisher), sink, saved);

        eventually(() -> assertThat(sink.told()).isEqualTo(stores(100, 102)));
        assertThat(saved.told).containsExactly("part 1", "part 2");
        assertThat(publisher.askedFrom()).containsExactly(0L);
    }

    @Test
    void viewThatFailsToComeInCostsTheViewAndNotTheStream() {
        FakePublisher publisher = publisher(options().replaying());
        publisher.publishRunUnheard(100, 102);
        TwoParts saved = new TwoParts(null) {
            @Override
            public boolean bringMore() {
                throw new IllegalStateException("a part that cannot be read");
            }
        };

        streams().add(spec(publisher), sink, saved);

        eventually(() -> assertThat(sink.told()).startsWith("drop").hasSize(4));
        assertThat(sink.told().subList(1, 4)).isEqualTo(stores(100, 102));
        assertThat(saved.told).containsExactly("unused");
    }

    @Test
    void streamThatEndsUndecidedLeavesTheViewUnused() {
        TwoParts saved = new TwoParts(new StreamPosition(7, 1, false, null));
        RankStream stream = streams().add(spec("tcp://127.0.0.1:1", null), sink, saved);
        eventually(() -> assertThat(stream.status().lastSequence()).isEqualTo(7));

        streams().remove(stream).join();

        assertThat(saved.told).containsExactly("part 1", "part 2", "unused");
        assertThat(stream.atRest(position -> {}).join()).isFalse();
    }
}
