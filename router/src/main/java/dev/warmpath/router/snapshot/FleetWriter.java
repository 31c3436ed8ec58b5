package dev.warmpath.router.snapshot;

import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamPosition;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.snapshot.file.RankHead;
import dev.warmpath.router.snapshot.file.SnapshotWriter;
import dev.warmpath.scorer.index.RankCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Writes all ranks of a fleet into one file, one after the other.
 *
 * <p><b>A consistent picture.</b> A rank's blocks and its stream's last number have to be of one moment, and only the
 * thread that writes the rank knows such moments. So that thread is asked, between two batches, to copy the rank's records
 * as they lie; everything else (sorting out which are in use, checksum, disk) is done here from the
 * copy. Ranks are copied one at a time: events wait for one rank's copy at most, and the router needs as much more memory
 * as its largest rank's table, not as its index. Ranks are of different moments, which does not matter: nothing links one
 * rank's blocks with another's.
 *
 * <p>Confined to the snapshot's thread.
 */
final class FleetWriter {

    /** A thread that does not answer for so long hangs or is gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path path;
    private final long maxBytes;
    private final SnapshotLog progress;
    private RankCopy copy = new RankCopy();
    private @Nullable StreamPosition position;
    private long pauseNanos;

    FleetWriter(Path path, long maxBytes, SnapshotLog progress) {
        this.path = path;
        this.maxBytes = maxBytes;
        this.progress = progress;
    }

    void write(FleetView fleet) throws InterruptedException {
        long began = System.nanoTime();
        int ranks = 0;
        int leftOut = 0;
        pauseNanos = 0;
        copy.reserve(largest(fleet));
        try (SnapshotWriter file = new SnapshotWriter(path, maxBytes)) {
            for (Worker worker : fleet.workers()) {
                for (Worker.Rank rank : worker.ranks()) {
                    RankHead head = take(worker, rank);
                    if (head != null) {
                        boolean fits = file.add(head, copy);
                        ranks += fits ? 1 : 0;
                        leftOut += fits ? 0 : 1;
                    }
                }
            }
            long bytes = file.finish(System.currentTimeMillis());
            progress.wrote(bytes, ranks, leftOut, System.nanoTime() - began, pauseNanos);
        } catch (TimeoutException unanswered) {
            progress.failed(WriteFault.UNANSWERED, "an event thread has not answered within " + PATIENCE);
        } catch (ExecutionException failed) {
            progress.failed(WriteFault.OTHER, String.valueOf(failed.getCause()));
        } catch (IOException failed) {
            progress.failed(WriteFault.of(failed), String.valueOf(failed));
        } finally {
            // Nothing is kept of it until the next time; a copy that was not finished may still be written to.
            copy = new RankCopy();
        }
    }

    private static long largest(FleetView fleet) {
        long largest = 0;
        for (Worker worker : fleet.workers()) {
            for (Worker.Rank rank : worker.ranks()) {
                largest = Math.max(largest, rank.index().status().bytes());
            }
        }
        return largest;
    }

    /** Has a rank copied; null when it has no events, or none yet. */
    private @Nullable RankHead take(Worker worker, Worker.Rank rank)
            throws InterruptedException, ExecutionException, TimeoutException {
        RankStream stream = rank.feed().stream();
        if (stream == null) {
            return null;
        }
        RankCopy into = copy;
        CompletableFuture<Boolean> taken = stream.atRest(now -> {
            long from = System.nanoTime();
            rank.index().copyTo(into);
            position = now;
            pauseNanos = Math.max(pauseNanos, System.nanoTime() - from);
        });
        StreamPosition at = taken.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) ? position : null;
        return at == null
                ? null
                : new RankHead(
                        stream.spec().target(),
                        stream.spec().endpoint(),
                        stream.spec().topic(),
                        worker.settings().models(),
                        worker.settings().blockSize(),
                        into.blockSize(),
                        at);
    }
}
