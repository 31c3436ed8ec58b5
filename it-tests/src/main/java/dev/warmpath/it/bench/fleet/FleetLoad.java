package dev.warmpath.it.bench.fleet;

import dev.warmpath.it.bench.measure.Latencies;
import dev.warmpath.scorer.choice.Choice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Requests and events at fixed rates: two event loops choose, one thread publishes for the connected ranks and one applies
 * for the others, one message for each choice. All have their times drawn beforehand with exponential gaps, and nothing is
 * left out when it gets late. One more thread looks until each message's blocks are seen.
 */
final class FleetLoad {

    private static final int LOOPS = 2;

    /** Requests that one event loop has running. */
    private static final int RUNNING = 512;

    /** How often a message is looked for that is not seen yet. */
    private static final long LOOK_NANOS = 50_000;

    /** A message that is not seen by then was lost, which must not be. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** A message on its way, one of a rank's {@code number}. */
    private record Told(int rank, int number, long block, long dueNanos) {}

    private final RunningFleet fleet;
    private final double perSecond;
    private final SplittableRandom random;
    private final ConcurrentLinkedQueue<Told> onTheirWay = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Latencies> chosen = new ArrayList<>();
    private final List<Latencies> answered = new ArrayList<>();
    private final Latencies visible = new Latencies();
    private volatile boolean told;

    FleetLoad(RunningFleet fleet, double perSecond, SplittableRandom random) {
        this.fleet = fleet;
        this.perSecond = perSecond;
        this.random = random;
    }

    /** Runs for that long, and until everything that was due is done. */
    FleetLoad run(Duration length) throws InterruptedException {
        long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
        List<Thread> loops = new ArrayList<>();
        for (int i = 0; i < LOOPS; i++) {
            Latencies service = new Latencies();
            Latencies fromDue = new Latencies();
            chosen.add(service);
            answered.add(fromDue);
            SplittableRandom own = random.split();
            loops.add(new Thread(() -> choose(start, length.toNanos(), own, service, fromDue), "bench-loop-" + i));
        }
        SplittableRandom published = random.split();
        SplittableRandom applied = random.split();
        loops.add(new Thread(() -> tell(start, length.toNanos(), published, true), "bench-publisher"));
        if (fleet.connectedRanks() < fleet.ranks()) {
            loops.add(new Thread(() -> tell(start, length.toNanos(), applied, false), "bench-in-process"));
        }
        Thread watcher = new Thread(this::watch, "bench-watcher");
        for (Thread thread : loops) {
            begin(thread);
        }
        begin(watcher);
        for (Thread thread : loops) {
            thread.join();
        }
        told = true;
        watcher.join();
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a thread of the benchmark failed", thrown);
        }
        return this;
    }

    private void begin(Thread thread) {
        thread.setUncaughtExceptionHandler((at, thrown) -> failure.compareAndSet(null, thrown));
        thread.start();
    }

    private void choose(long start, long nanos, SplittableRandom gaps, Latencies service, Latencies fromDue) {
        ArrayDeque<Choice.Pair> running = new ArrayDeque<>();
        for (double due = gap(gaps, LOOPS); due < nanos; due += gap(gaps, LOOPS)) {
            int prompt = gaps.nextInt(fleet.prompts());
            Pause.until(start + (long) due);
            long began = System.nanoTime();
            Choice choice = fleet.parts().chooser.choose(fleet.prompt(prompt), fleet.pairings(), Set.of());
            long ended = System.nanoTime();
            service.add(ended - began);
            fromDue.add(ended - start - (long) due);
            if (!(choice instanceof Choice.Pair pair)) {
                throw new IllegalStateException("a fleet of eligible targets gave " + choice);
            }
            pair.prefill().prefillDone();
            running.add(pair);
            if (running.size() > RUNNING) {
                end(running.remove());
            }
        }
        running.forEach(FleetLoad::end);
    }

    private static void end(Choice.Pair pair) {
        pair.prefill().release();
        pair.decode().release();
    }

    /** Events of the ranks that are connected, or of those that are not, each as often as it is one's turn among all. */
    private void tell(long start, long nanos, SplittableRandom gaps, boolean connected) {
        int from = connected ? 0 : fleet.connectedRanks();
        int count = connected ? fleet.connectedRanks() : fleet.ranks() - fleet.connectedRanks();
        double share = (double) fleet.ranks() / count;
        for (double due = gap(gaps, share); due < nanos; due += gap(gaps, share)) {
            int rank = from + gaps.nextInt(count);
            RankEvents events = fleet.events(rank);
            events.nextStep();
            byte[] payload = connected ? events.payload() : null;
            Pause.until(start + (long) due);
            if (payload == null) {
                events.apply(fleet.index(rank));
                checkSeen(rank, events.last());
            } else {
                fleet.publishers().publish(rank, payload);
                onTheirWay.add(new Told(rank, events.steps(), events.last(), start + (long) due));
            }
        }
    }

    private void checkSeen(int rank, long block) {
        if (!fleet.isSeen(rank, block)) {
            throw new IllegalStateException("rank " + rank + " took an event in and does not hold its blocks");
        }
    }

    private void watch() {
        List<Told> unseen = new ArrayList<>();
        int[] seen = new int[fleet.connectedRanks()];
        while (!told || !unseen.isEmpty() || !onTheirWay.isEmpty()) {
            for (Told next = onTheirWay.poll(); next != null; next = onTheirWay.poll()) {
                unseen.add(next);
            }
            unseen.removeIf(message -> isSeen(message, seen));
            Pause.nanos(LOOK_NANOS);
        }
    }

    /** A rank's messages are taken in in order: who sees a later one, whose blocks may have replaced these, has seen this one. */
    private boolean isSeen(Told told, int[] seen) {
        boolean visibleNow = fleet.isSeen(told.rank, told.block);
        long age = System.nanoTime() - told.dueNanos;
        if (visibleNow || told.number < seen[told.rank]) {
            seen[told.rank] = Math.max(seen[told.rank], told.number);
            visible.add(age);
            return true;
        }
        if (age > LOST_NANOS) {
            throw new IllegalStateException("a message of rank " + told.rank + " was lost");
        }
        return false;
    }

    /** To the next of {@code parts} that share the rate. */
    private double gap(SplittableRandom gaps, double parts) {
        return -TimeUnit.SECONDS.toNanos(1) * parts / perSecond * Math.log(1 - gaps.nextDouble());
    }

    /** Time that a choice took. */
    Latencies chosen() {
        return Latencies.of(chosen.get(0), chosen.get(1));
    }

    /** Time from when a choice was due until it was booked. */
    Latencies answered() {
        return Latencies.of(answered.get(0), answered.get(1));
    }

    /** Time from when a message was due until its blocks were seen; of those that came over sockets. */
    Latencies visible() {
        return visible;
    }
}
