package dev.warmpath.it.bench.fleet;

import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Choice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Workers that come and go, some at a time: each is registered, connects, announces blocks, is chosen, and is removed. What
 * the router's parts hold is compared with what they held before.
 */
final class Turnover {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Sockets are closed by their own threads, a moment after their streams. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RunningFleet fleet;
    private final int atATime;
    private int next;

    Turnover(RunningFleet fleet, int atATime) {
        this.fleet = fleet;
        this.atATime = atATime;
        this.next = fleet.size().workers();
    }

    /**
     * Lets so many workers come and go.
     *
     * @return what is held then; the same as before, but for what the system has not taken back within a minute
     */
    Footprint run(int workers, Footprint before) {
        for (int left = workers; left > 0; left -= atATime) {
            round(Math.min(left, atATime));
        }
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Footprint after = Footprint.of(fleet.parts());
        while (!after.isBackAt(before) && System.nanoTime() - deadline < 0) {
            Pause.nanos(LOOK_NANOS);
            after = Footprint.of(fleet.parts());
        }
        return after;
    }

    /** The parts with all their threads started: a router that has had workers. */
    Footprint settled() {
        round(atATime);
        return Footprint.of(fleet.parts());
    }

    private void round(int workers) {
        List<Worker> added = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int source = i % fleet.size().connected();
            added.add(fleet.parts()
                    .fleet
                    .add(RouterParts.worker(next++, fleet.publishers().endpoints(source))));
        }
        announce(added);
        choose(added);
        CompletableFuture.allOf(added.stream()
                        .map(worker -> fleet.parts().fleet.remove(worker.id(), Removal.ASKED))
                        .toArray(CompletableFuture<?>[]::new))
                .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** Publishers tell of their first prompt again until everybody who listens has heard it. */
    private void announce(List<Worker> added) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!added.stream().flatMap(worker -> worker.ranks().stream()).allMatch(Turnover::holdsBlocks)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("a worker that was added hears no events");
            }
            for (int rank = 0; rank < fleet.connectedRanks(); rank++) {
                fleet.events(rank).nextResident(0);
                fleet.publishers().publish(rank, fleet.events(rank).payload());
            }
            Pause.nanos(LOOK_NANOS);
        }
    }

    private static boolean holdsBlocks(Worker.Rank rank) {
        return rank.index().status().deviceBlocks() > 0;
    }

    private void choose(List<Worker> added) {
        for (int i = 0; i < added.size() * FleetSize.RANKS; i++) {
            Choice choice = fleet.parts()
                    .chooser
                    .choose(
                            fleet.prompt(i % fleet.prompts()),
                            fleet.parts().fleet.view().pairings(RouterParts.model()),
                            Set.of());
            if (!(choice instanceof Choice.Pair pair)) {
                throw new IllegalStateException("a fleet of eligible targets gave " + choice);
            }
            pair.prefill().prefillDone();
            pair.prefill().release();
            pair.decode().release();
        }
    }
}
