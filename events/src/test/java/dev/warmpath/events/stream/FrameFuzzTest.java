package dev.warmpath.events.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages whose frames are missing, too many, in disorder, or no numbers and batches at all, live and in replays:
 * whatever comes, the stream hears what follows, and a clear makes it whole again.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FrameFuzzTest extends StreamFixture {

    private static final int MESSAGES = 3_000;

    /** Fewer, since each wrong number costs a replay. */
    private static final int MESSAGES_WITH_REPLAYS = 400;

    /** Messages that go out at once; the publisher waits a while before it takes the next. */
    private static final int TOGETHER = 10;

    private static final int MOST_WAITING = 50;
    private static final long LAST = 424_242;

    /** Keeps the latest hash only: what is made up here would be a long list. */
    private static final class LastStored implements KvEventSink {
        private volatile long hash = -1;

        @Override
        public void apply(KvEvent event) {
            if (event instanceof BlockStored stored) {
                hash = stored.hashes()[0];
            }
        }

        @Override
        public void drop() {
            hash = -1;
        }
    }

    private final LastStored sink = new LastStored();

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130, 0x5eed})
    void whateverIsPublishedTheStreamHearsWhatFollows(long seed) {
        publishOdd(seed, MESSAGES, publisher(options()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130, 0x5eed})
    void soDoesAStreamThatAsksForReplays(long seed) {
        clocks.maxBufferedBatches = MOST_WAITING;
        clocks.replayTimeout = Duration.ofMillis(200);
        publishOdd(seed, MESSAGES_WITH_REPLAYS, publisher(options().replaying().ring(MOST_WAITING)));
    }

    private void publishOdd(long seed, int messages, FakePublisher publisher) {
        Random random = new Random(seed);
        RankStream stream = subscribed(publisher, sink);
        for (int sent = 0; sent < messages; sent += TOGETHER) {
            publisher.atOnce(() -> {
                for (int i = 0; i < TOGETHER; i++) {
                    publishOdd(random, publisher);
                }
            });
        }
        hearsWhatFollows(stream, publisher);
    }

    private static void publishOdd(Random random, FakePublisher publisher) {
        if (random.nextInt(8) == 0) {
            publisher.publish(payload(random));
        } else {
            publisher.sendFrames(message(random).toArray(byte[][]::new));
        }
    }

    /** Each gap brings a replay that is nonsense, until they are as they should be. */
    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130, 0x5eed})
    void whateverAReplayBringsTheStreamHearsWhatFollows(long seed) {
        Random random = new Random(seed);
        AtomicBoolean odd = new AtomicBoolean(true);
        clocks.maxBufferedBatches = MOST_WAITING;
        clocks.replayTimeout = Duration.ofMillis(100);
        FakePublisher publisher = publisher(options()
                .replaying()
                .topicInReplay()
                .ring(MOST_WAITING)
                .replies(frames -> odd.get() ? changed(frames, random) : frames));
        publisher.publish(Batches.stored(0));
        RankStream stream = streams().add(spec(publisher), sink);
        // The first replay may be given up before its connection stands: its clock is short.
        eventually(() -> assertThat(publisher.asks().size() + stream.status().replaysFailed())
                .isPositive());
        for (int gap = 1; gap <= 30; gap++) {
            int asked = publisher.asks().size();
            long latest = 2L * gap + 1;
            publisher.publishUnheard(Batches.stored(latest - 1));
            publisher.publish(Batches.stored(latest));
            eventually(() -> assertThat(publisher.asks().size() > asked || sink.hash == latest)
                    .as("gap before %d: %s", latest, stream.status())
                    .isTrue());
            assertThat(stream.status().buffered()).isLessThanOrEqualTo(MOST_WAITING);
        }
        odd.set(false);
        hearsWhatFollows(stream, publisher);
    }

    private void hearsWhatFollows(RankStream stream, FakePublisher publisher) {
        publisher.publish(Batches.cleared());
        publisher.publish(Batches.stored(LAST));
        eventually(() -> {
            assertThat(sink.hash).isEqualTo(LAST);
            assertThat(stream.state()).isEqualTo(StreamState.LIVE);
            assertThat(stream.status().buffered()).isZero();
        });
    }

    private static List<byte[]> changed(List<byte[]> frames, Random random) {
        List<byte[]> changed = new ArrayList<>(frames);
        for (int left = random.nextInt(3); left > 0; left--) {
            int at = random.nextInt(changed.size());
            switch (random.nextInt(4)) {
                case 0 -> changed.add(at, frame(random));
                case 1 -> changed.set(at, frame(random));
                case 2 -> changed.set(at, Arrays.copyOf(changed.get(at), random.nextInt(12)));
                default -> {
                    if (changed.size() > 1) {
                        changed.remove(at);
                    }
                }
            }
        }
        return changed;
    }

    private static List<byte[]> message(Random random) {
        return changed(List.of(new byte[0], number(random), payload(random)), random);
    }

    private static byte[] frame(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new byte[random.nextInt(20)];
            case 1 -> number(random);
            default -> payload(random);
        };
    }

    private static byte[] number(Random random) {
        return FakePublisher.number(
                switch (random.nextInt(4)) {
                    case 0 -> random.nextLong();
                    case 1 -> Long.MAX_VALUE - random.nextInt(3);
                    default -> random.nextInt(400);
                });
    }

    private static byte[] payload(Random random) {
        byte[] whole = switch (random.nextInt(4)) {
            case 0 -> Batches.removed(random.nextInt(50));
            case 1 -> Batches.cleared();
            default -> Batches.stored(random.nextInt(50));
        };
        if (random.nextInt(3) == 0) {
            whole[random.nextInt(whole.length)] = (byte) random.nextInt(256);
        }
        return whole;
    }
}
