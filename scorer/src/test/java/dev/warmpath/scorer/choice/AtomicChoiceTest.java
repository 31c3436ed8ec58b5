package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.mixed;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.load.Booking;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Choosing and booking are one step, whoever chooses at the same time. */
class AtomicChoiceTest {

    /** Shorter than a block, so that requests in flight are all that tells targets apart. */
    private static final HashedPrompt SHORT = prompt(1, 2, 3);

    /** Scenario 35: 256 cold prompts at once over 4 targets, none of which ends. */
    @Test
    void aBurstIsNotScoredOnOneStalePicture() throws Exception {
        TestFleet fleet = new TestFleet(20, 2, 20);
        List<Candidate> targets = fleet.targets(Role.MIXED, 4);
        int requests = 256;
        CyclicBarrier start = new CyclicBarrier(requests);
        List<Callable<Choice>> burst = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            HashedPrompt prompt = fleet.cold(16);
            burst.add(() -> {
                start.await();
                return fleet.choose(prompt, mixed(targets));
            });
        }
        inThreads(requests, burst);
        assertThat(targets)
                .allSatisfy(target -> assertThat(fleet.load(target).requests()).isBetween(60, 68));
    }

    /**
     * The same in the small, and many times over: as many requests as targets, all idle and all equal, so that each
     * request must see every one that was booked before it, or two meet on one target.
     */
    @Test
    void requestsThatChooseAtOnceNeverMeetOnOneTarget() throws Exception {
        TestFleet fleet = new TestFleet(20, 2, 20);
        int threads = 4;
        int rounds = 3000;
        List<Candidate> targets = fleet.targets(Role.MIXED, threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        Choice.Single[] chosen = new Choice.Single[threads];
        List<Integer> crowds = new ArrayList<>();
        CyclicBarrier end = new CyclicBarrier(threads, () -> {
            for (Candidate target : targets) {
                crowds.add(fleet.load(target).requests());
            }
            for (Choice.Single choice : chosen) {
                choice.booking().release();
            }
        });
        List<Callable<Boolean>> work = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            work.add(() -> {
                for (int round = 0; round < rounds; round++) {
                    start.await();
                    chosen[thread] = fleet.chooseMixed(SHORT, mixed(targets));
                    end.await();
                }
                return true;
            });
        }
        inThreads(threads, work);
        assertThat(crowds).hasSize(rounds * targets.size()).containsOnly(1);
    }

    /** Legs begin and end in many threads, each ended several times over; the load is the sum of what is open. */
    @Test
    void gaugesAreExactUnderConcurrentBookingsAndEnds() throws Exception {
        TestFleet fleet = new TestFleet(20, 2, 20);
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 3);
        List<Candidate> decode = fleet.targets(Role.DECODE, 3);
        Pairing pairing = pair(prefill, decode);
        int threads = 8;
        List<Callable<List<Choice.Pair>>> work = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long seed = 35L + t;
            work.add(() -> churn(fleet, pairing, new Random(seed)));
        }
        List<Choice.Pair> open = new ArrayList<>();
        for (List<Choice.Pair> left : inThreads(threads, work)) {
            open.addAll(left);
        }
        for (Candidate target : decode) {
            long expected = open.stream()
                    .filter(choice -> choice.decodeTarget() == target)
                    .count();
            assertThat(fleet.load(target).requests()).isEqualTo((int) expected);
        }

        // Both of these threads end every leg: each must be ended once.
        List<Callable<Boolean>> ends = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            ends.add(() -> {
                open.forEach(TestFleet::release);
                return true;
            });
        }
        inThreads(2, ends);
        for (Candidate target : concat(prefill, decode)) {
            assertThat(fleet.load(target).requests()).isZero();
            assertThat(fleet.load(target).inflightBlocks()).isZero();
        }
    }

    private static List<Choice.Pair> churn(TestFleet fleet, Pairing pairing, Random random) {
        List<Choice.Pair> open = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            HashedPrompt prompt = prompt(tokens(1 + 1000 * random.nextInt(5), 4 + random.nextInt(200)));
            open.add(fleet.choosePair(prompt, pairing));
            Choice.Pair some = open.get(random.nextInt(open.size()));
            some.decode().generated(random.nextInt(20));
            some.prefill().prefillDone();
            if (random.nextInt(3) > 0) {
                open.remove(some);
                end(some.prefill(), random.nextInt(3));
                end(some.decode(), random.nextInt(3));
            }
        }
        return open;
    }

    private static void end(Booking booking, int how) {
        switch (how) {
            case 0 -> booking.release();
            case 1 -> booking.fail();
            default -> booking.refund();
        }
        booking.release();
    }

    private static <T> List<T> concat(List<T> a, List<T> b) {
        List<T> both = new ArrayList<>(a);
        both.addAll(b);
        return both;
    }

    private static <T> List<T> inThreads(int threads, List<Callable<T>> tasks) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : executor.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            executor.shutdown();
        }
    }
}
