package dev.warmpath.scorer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a leg that is booked now will meet on a decode target, when its prompt is computed. */
class ArrivalsTest {

    private static final Target TARGET = new Target("http://10.0.0.1:30000", 0);
    private static final int BLOCK_SIZE = 4;
    private static final int BLOCKS = 10;

    private final LoadLedger ledger = new LoadLedger(0, ticket -> {}, ticket -> {});
    private final RecentPool pool = ledger.newPool();
    private final TargetLoad prefill = new TargetLoad();
    private final TargetLoad one = new TargetLoad();
    private final TargetLoad other = new TargetLoad();

    private long prompts;

    private record Booked(Booking prefill, Booking decode) {}

    @Test
    void withoutAQueueAllWhoRunAreMet() {
        run(one);
        run(one);

        assertThat(one.metRequests()).isEqualTo(2);
        assertThat(one.metBlocks()).isEqualTo(one.blocks());
    }

    @Test
    void fewOfThoseWhoRunAreMetBehindALongQueue() {
        run(one);
        run(one);
        waitOn(other, 6);

        assertThat(one.metRequests()).isCloseTo(2 * Math.exp(-6 / 2.0), within(1e-9));
        assertThat(one.metBlocks()).isCloseTo(2 * BLOCKS * Math.exp(-6 / 2.0), within(1e-9));
    }

    @Test
    void ofThoseWhoWaitTheLastAreMet() {
        for (int i = 0; i < 5; i++) {
            run(other);
        }
        waitOn(one, 1);
        waitOn(other, 10);

        assertThat(one.metRequests()).isCloseTo(Math.exp(-10 / 5.0), within(1e-9));
    }

    /** What is in flight on a target tells nothing of whom a request will meet there: here it would say the opposite. */
    @Test
    void whoWasChosenLastWeighsMoreThanWhoWaitsLongest() {
        run(one);
        run(other);
        waitOn(one, 12);
        waitOn(other, 8);

        assertThat(one.requests()).isGreaterThan(other.requests());
        assertThat(one.metRequests()).isLessThan(other.metRequests());
        assertThat(one.metBlocks()).isLessThan(other.metBlocks());
    }

    @Test
    void whoArrivesIsMetWhole() {
        List<Booked> waiting = waitOn(one, 3);
        for (Booked booked : waiting) {
            booked.prefill.release();
        }

        assertThat(one.metRequests()).isEqualTo(3);
        assertThat(one.metBlocks()).isEqualTo(3 * BLOCKS);
    }

    /** Where the router does not hear of the prefill's end, or late. */
    @Test
    void whoGeneratesHasArrived() {
        run(other);
        run(other);
        Booked booked = waitOn(one, 1).get(0);
        waitOn(other, 1);
        booked.decode.generated(BLOCK_SIZE - 1);
        double before = one.metRequests();
        booked.decode.generated(1);

        assertThat(before).isCloseTo(Math.exp(-1 / 2.0), within(1e-9));
        // One waits, three run.
        assertThat(one.metRequests()).isCloseTo(Math.exp(-1 / 3.0), within(1e-9));
        booked.prefill.release();
        assertThat(one.metRequests()).isCloseTo(Math.exp(-1 / 3.0), within(1e-9));
    }

    @Test
    void nothingIsLeftWhenAllHaveEnded() {
        List<Booked> waiting = waitOn(one, 50);
        for (int i = 0; i < waiting.size(); i++) {
            Booked booked = waiting.get(i);
            switch (i % 4) {
                case 0 -> booked.prefill.release();
                case 1 -> booked.prefill.fail();
                case 2 -> booked.decode.refund();
                default -> booked.decode.generated(BLOCK_SIZE);
            }
            booked.decode.release();
            booked.prefill.release();
        }
        assertThat(one.metRequests()).isZero();
        assertThat(one.metBlocks()).isZero();

        run(other);
        assertThat(other.metRequests()).as("nobody is counted as waiting").isEqualTo(1);
    }

    /**
     * One of four prefill targets stands still with legs booked while the others flow: what decode targets look like to who
     * comes now is what it would be without those legs.
     */
    @Test
    void whoComesDoesNotWaitForThoseBehindAPrefillTargetThatStandsStill() {
        Flow flow = new Flow();
        flow.pass(60);
        double before = one.metRequests();

        List<Booked> stuck = waitOn(other, 30);
        flow.pass(4 * (30 + Flow.WAITING + Flow.RUNNING));

        assertThat(one.metRequests()).isCloseTo(before, within(1e-9));
        assertThat(one.metBlocks()).isCloseTo(before * BLOCKS, within(1e-6));
        // It moves again: who waited there is met whole, and counts as running until it ends.
        stuck.forEach(booked -> booked.prefill.release());
        assertThat(other.metRequests()).isCloseTo(30 * flow.staying(Flow.RUNNING + 30), within(1e-9));
        stuck.forEach(booked -> booked.decode.release());
        assertThat(other.metRequests()).isZero();
        flow.pass(1);
        assertThat(one.metRequests()).isCloseTo(before, within(1e-3));
    }

    /** Nobody goes by them then: who comes waits for all. */
    @Test
    void allCountWhoWaitWhereAllStandStill() {
        run(one);
        run(one);
        waitOn(other, 30);

        assertThat(one.metRequests()).isCloseTo(2 * Math.exp(-30 / 2.0), within(1e-12));
    }

    @Test
    void whoWasGoneByAndEndsLeavesTheCountsAsTheyAre() {
        run(other);
        Booked stuck = waitOn(other, 1).get(0);
        for (int i = 0; i < 10; i++) {
            run(one);
        }
        assertThat(one.metRequests()).as("it is passed over").isEqualTo(10);

        stuck.prefill.fail();
        stuck.decode.fail();
        waitOn(other, 11);
        assertThat(one.metRequests()).isCloseTo(10 * Math.exp(-1), within(1e-9));
    }

    /** Nobody comes to its decode target from there, and its decode leg ends soon. */
    @Test
    void whosePrefillFailedHasNotArrived() {
        run(one);
        Booked booked = waitOn(other, 1).get(0);
        booked.prefill.fail();

        assertThat(one.metRequests()).isCloseTo(Math.exp(-1), within(1e-9));
        assertThat(other.metRequests()).as("in flight, and not met for certain").isEqualTo(1);
        booked.decode.fail();
        assertThat(one.metRequests()).isEqualTo(1);
        assertThat(other.metRequests()).isZero();
    }

    /** Blocks that a waiting leg shares with a running one are there once, and stay when that one is gone. */
    @Test
    void sharedBlocksAreMetOnce() {
        Booked running = book(one, chain(1));
        running.prefill.release();
        book(one, chain(1));
        assertThat(one.metBlocks()).isCloseTo(BLOCKS * Math.exp(-1), within(1e-9));
    }

    @Test
    void prefillTargetsAreLeftAlone() {
        waitOn(one, 4);
        assertThat(prefill.blocks()).isEqualTo(4 * BLOCKS + BLOCKS);
    }

    /** An even one through {@link #one}: as one is booked, the one arrives that waits longest, and the one ends that runs longest. */
    private final class Flow {

        private static final int WAITING = 8;
        private static final int RUNNING = 6;

        private final Deque<Booked> waiting = new ArrayDeque<>();
        private final Deque<Booked> running = new ArrayDeque<>();

        void pass(int legs) {
            for (int i = 0; i < legs; i++) {
                waiting.addAll(waitOn(one, 1));
                if (waiting.size() > WAITING) {
                    Booked arrived = waiting.remove();
                    arrived.prefill.release();
                    running.add(arrived);
                }
                if (running.size() > RUNNING) {
                    running.remove().decode.release();
                }
            }
        }

        double staying(int running) {
            return Math.exp(-(double) WAITING / running);
        }
    }

    private void run(TargetLoad decode) {
        waitOn(decode, 1).get(0).prefill.release();
    }

    private List<Booked> waitOn(TargetLoad decode, int legs) {
        List<Booked> waiting = new ArrayList<>();
        for (int i = 0; i < legs; i++) {
            waiting.add(book(decode, chain(1000 * ++prompts)));
        }
        return waiting;
    }

    /** The decode leg holds the whole prompt already, so that nothing but what is in flight is charged to it. */
    private Booked book(TargetLoad decode, long[] chain) {
        ledger.lock();
        try {
            ledger.begin(prefill, decode, pool);
            Booking first = ledger.book(prefill, leg(Role.PREFILL, 0, chain), 0);
            return new Booked(first, ledger.bookAfter(first, decode, leg(Role.DECODE, BLOCKS, chain)));
        } finally {
            ledger.unlock();
        }
    }

    private static Leg leg(Role role, int matched, long[] chain) {
        return new Leg(
                TARGET, role, true, BLOCKS * BLOCK_SIZE, BLOCK_SIZE, BLOCKS, matched, matched, BLOCKS - matched, chain);
    }

    private static long[] chain(long first) {
        long[] chain = new long[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            chain[i] = first + i;
        }
        return chain;
    }
}
