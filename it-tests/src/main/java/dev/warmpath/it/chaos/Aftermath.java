package dev.warmpath.it.chaos;

import dev.warmpath.it.sim.SimRank;
import dev.warmpath.it.truth.IndexTruth;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.load.LoadStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What is left when all clients have ended and all engines are well: nothing, and an index that is right. */
final class Aftermath {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LOOK_MILLIS = 50;
    private static final int SETTLE_SECONDS = 2;

    private final ChaosFleet fleet;

    Aftermath(ChaosFleet fleet) {
        this.fleet = fleet;
    }

    /** Until nothing runs on any engine; names those on which something does. */
    List<String> engines() {
        List<String> busy = new ArrayList<>();
        for (Member member : fleet.members()) {
            try {
                member.engine().awaitIdle(PATIENCE);
            } catch (IllegalStateException stillBusy) {
                busy.add(String.valueOf(stillBusy.getMessage()));
            }
        }
        return busy;
    }

    /** Gauges and bookings that did not come back to zero. */
    List<String> bookings() {
        return soon(() -> {
            List<String> left = new ArrayList<>();
            for (Member member : fleet.members()) {
                for (Worker.Rank rank : fleet.ranks(member)) {
                    LoadStatus load = fleet.router().chooser().load(rank.candidate());
                    if (load.requests() != 0 || load.inflightBlocks() != 0) {
                        left.add(rank.candidate().target() + " " + load);
                    }
                }
            }
            if (fleet.router().metrics().inFlight() != 0) {
                left.add(fleet.router().metrics().inFlight() + " requests in flight");
            }
            return left;
        });
    }

    /**
     * Ranks whose index is not what the engine holds. A batch that was lost at the very end is only missed when another
     * follows, as in a fleet with traffic; so each rank publishes one without events.
     */
    List<String> index() {
        List<Member> publishing = fleet.members().stream()
                .filter(member -> member.engine().config().events().enabled())
                .toList();
        for (Member member : publishing) {
            member.engine().ranks().forEach(rank -> rank.publishPayload(emptyBatch(rank)));
        }
        return soon(() -> publishing.stream()
                .flatMap(member -> IndexTruth.differences(member.engine(), fleet.ranks(member)).stream()
                        .map(difference -> member.name() + " " + difference + ", " + streams(member)))
                .toList());
    }

    private List<String> streams(Member member) {
        return fleet.ranks(member).stream()
                .map(rank -> rank.feed().stream())
                .filter(Objects::nonNull)
                .map(stream -> stream.status().toString())
                .toList();
    }

    /** MessagePack of {@code [0.0, [], rank]}. */
    private static byte[] emptyBatch(SimRank rank) {
        return new byte[] {(byte) 0x93, (byte) 0xcb, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0x90, (byte) rank.number()};
    }

    /** The footprint when idle connections have been closed: when no descriptor has gone for a while. */
    static Footprint settled() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Footprint before = Footprint.now();
        while (true) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SETTLE_SECONDS));
            Footprint now = Footprint.now();
            if (now.descriptors() >= before.descriptors() || System.nanoTime() - deadline > 0) {
                return now;
            }
            before = now;
        }
    }

    /** The footprint when it is back, or as it is at the end of patience. */
    Footprint footprint(Footprint start) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Footprint now = settled();
        while (!now.isBackAt(start) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            now = Footprint.now();
        }
        return now;
    }

    private static List<String> soon(Supplier<List<String>> wrong) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<String> now = wrong.get();
        while (!now.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
            now = wrong.get();
        }
        return now;
    }
}
