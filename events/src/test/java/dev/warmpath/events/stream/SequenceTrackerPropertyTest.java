package dev.warmpath.events.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.stream.TrackedRank.Effect;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random deliveries against a naive model of publisher and network: live batches are lost and repeated, connections
 * break, the publisher restarts, replays have holes, lose their end or never come. The seed is in each failure's text.
 */
class SequenceTrackerPropertyTest {

    private static final int SEEDS = 400;
    private static final int STEPS = 400;

    /** What may go wrong. */
    enum Weather {
        /** Replays are whole and the ring forgets nothing: everything must be there in the end. */
        RELIABLE_REPLAY(true, 1_000_000, 0, 0, 10_000),
        /** As above, and hardly anything may wait. */
        RELIABLE_REPLAY_LITTLE_ROOM(true, 1_000_000, 0, 0, 3),
        /** Replays have holes, lose their end, and find a short ring. */
        ROUGH_REPLAY(true, 20, 0.1, 0.2, 10_000),
        NO_REPLAY(false, 0, 0, 0, 10_000);

        final boolean replayable;
        final int ring;
        final double holes;
        final double silence;
        final int room;

        Weather(boolean replayable, int ring, double holes, double silence, int room) {
            this.replayable = replayable;
            this.ring = ring;
            this.holes = holes;
            this.silence = silence;
            this.room = room;
        }
    }

    /** A batch: which life of the publisher, which number, and whether it clears. */
    private record Sent(int life, long sequence, boolean clear) {

        byte[] payload() {
            return ByteBuffer.allocate(13)
                    .putInt(life)
                    .putLong(sequence)
                    .put((byte) (clear ? 1 : 0))
                    .array();
        }

        static Sent of(byte[] payload) {
            ByteBuffer bytes = ByteBuffer.wrap(payload);
            return new Sent(bytes.getInt(), bytes.getLong(), bytes.get() == 1);
        }
    }

    /** Publisher, network and observer in one. */
    private static final class World implements TrackedRank {
        final long seed;
        final Weather weather;
        final Random random;
        final StreamCounters counters = new StreamCounters();
        final SequenceTracker tracker;
        final Deque<Sent> ring = new ArrayDeque<>();
        final Deque<Sent> wire = new ArrayDeque<>();
        final List<Sent> view = new ArrayList<>();

        int life;
        long next;
        boolean faults = true;
        boolean replayAsked;
        long replayFrom;

        @Nullable
        Deque<Sent> answer;

        boolean answerEnds;
        long lostBefore;
        int holesSinceClear;

        World(long seed, Weather weather) {
            this.seed = seed;
            this.weather = weather;
            this.random = new Random(seed);
            this.tracker = new SequenceTracker(
                    weather.replayable, 3, new WaitingBatches(weather.room, 1 << 20), counters, this);
        }

        void publish() {
            Sent sent = new Sent(life, next++, random.nextInt(40) == 0);
            ring.addLast(sent);
            while (ring.size() > weather.ring) {
                ring.removeFirst();
            }
            if (!faults || random.nextInt(10) > 0) {
                wire.addLast(sent);
            }
            if (faults && random.nextInt(20) == 0) {
                wire.addLast(sent);
            }
        }

        void deliver() {
            Sent sent = wire.pollFirst();
            if (sent != null) {
                tracker.live(sent.sequence(), sent.payload());
            }
        }

        /** The connection is gone with what was on it, and is back. */
        void reconnect() {
            wire.clear();
            tracker.connected();
        }

        void restart() {
            life++;
            next = 0;
            ring.clear();
            reconnect();
            // What a publisher says before its subscriber is back is not heard.
            for (int n = random.nextInt(30); n > 0; n--) {
                publish();
                wire.clear();
            }
        }

        /** One step of the replay: the publisher sees the question, or one message of the answer arrives. */
        void stepReplay() {
            if (!replayAsked) {
                return;
            }
            Deque<Sent> current = answer;
            if (current == null) {
                current = new ArrayDeque<>();
                for (Sent sent : ring) {
                    if (sent.sequence() >= replayFrom && !(faults && random.nextDouble() < weather.holes)) {
                        current.add(sent);
                    }
                }
                answerEnds = !(faults && random.nextDouble() < weather.silence);
                answer = current;
            } else if (!current.isEmpty()) {
                Sent sent = current.remove();
                tracker.replayed(sent.sequence(), sent.payload());
            } else {
                replayAsked = false;
                if (answerEnds) {
                    tracker.replayEnded();
                } else {
                    tracker.replayFailed();
                }
            }
        }

        @Override
        public Effect apply(long sequence, byte[] payload) {
            Sent sent = Sent.of(payload);
            assertThat(sent.sequence()).as("seed %d", seed).isEqualTo(sequence);
            if (!view.isEmpty()) {
                Sent before = view.get(view.size() - 1);
                assertThat(sequence).as("seed %d: in order, once each", seed).isGreaterThan(before.sequence());
                if (sequence > before.sequence() + 1) {
                    holesSinceClear++;
                }
                if (weather.replayable && weather.silence == 0) {
                    assertThat(sent.life())
                            .as("seed %d: two lives in one view", seed)
                            .isEqualTo(before.life());
                }
            }
            view.add(sent);
            if (sent.clear()) {
                holesSinceClear = 0;
                return Effect.CLEARED;
            }
            return Effect.INTACT;
        }

        @Override
        public void drop() {
            view.clear();
            lostBefore = counters.lost.sum();
            holesSinceClear = 0;
        }

        @Override
        public void ask(long from) {
            assertThat(weather.replayable).as("seed %d", seed).isTrue();
            replayAsked = true;
            replayFrom = from;
            answer = null;
        }

        @Override
        public void stopAsking() {
            replayAsked = false;
        }

        @Override
        public void resumed(Resumption outcome) {
            throw new AssertionError("nothing was resumed");
        }

        long holesInView() {
            long holes = 0;
            for (int i = 1; i < view.size(); i++) {
                holes += view.get(i).sequence() - view.get(i - 1).sequence() - 1;
            }
            return holes;
        }

        void live() {
            for (int step = 0; step < STEPS; step++) {
                int dice = random.nextInt(100);
                if (dice < 40) {
                    publish();
                } else if (dice < 75) {
                    deliver();
                } else if (dice < 96) {
                    stepReplay();
                } else if (dice < 97) {
                    tracker.probe();
                } else if (dice < 99) {
                    reconnect();
                } else {
                    restart();
                }
            }
        }

        /** Faults end, a few more batches come, and everything under way arrives. */
        void settle() {
            faults = false;
            reconnect();
            for (int i = 0; i < 3; i++) {
                settleReplay();
                publish();
                deliver();
            }
            settleReplay();
        }

        private void settleReplay() {
            for (int step = 0; replayAsked && step < 1_000_000; step++) {
                stepReplay();
            }
            assertThat(replayAsked).as("seed %d: a recovery ends", seed).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void batchesAreAppliedInOrderOnceAndTheStateTellsWhatIsMissing(Weather weather) {
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new World(seed, weather);
            world.tracker.connected();
            world.live();
            world.settle();

            assertThat(world.view).as("seed %d", seed).isNotEmpty();
            Sent end = world.view.get(world.view.size() - 1);
            assertThat(end.sequence()).as("seed %d: the newest batch", seed).isEqualTo(world.next - 1);
            assertThat(end.life()).as("seed %d: of this life", seed).isEqualTo(world.life);
            assertThat(world.counters.lost.sum() - world.lostBefore)
                    .as("seed %d: lost is what the view lacks", seed)
                    .isEqualTo(world.holesInView());
            boolean doubt = world.tracker.state() == StreamState.SUSPECT;
            if (world.weather.room > STEPS) {
                assertThat(doubt)
                        .as("seed %d: suspect exactly if there is a hole since the last clear", seed)
                        .isEqualTo(world.holesSinceClear > 0);
            }
            if (weather.replayable && weather.holes == 0) {
                assertThat(world.tracker.state()).as("seed %d", seed).isEqualTo(StreamState.LIVE);
                assertThat(world.view).as("seed %d: nothing is missing", seed).hasSize((int) world.next);
                assertThat(world.counters.lost.sum()).as("seed %d", seed).isZero();
            }
        }
    }
}
