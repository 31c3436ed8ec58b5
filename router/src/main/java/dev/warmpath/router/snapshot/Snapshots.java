package dev.warmpath.router.snapshot;

import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.SavedViews;
import dev.warmpath.router.snapshot.file.SnapshotWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The router's snapshot: read when it starts, written every so often and when it stops. Does nothing where no path is
 * configured.
 *
 * <p>One thread of its own reads and writes; neither event loops nor event streams wait for the disk.
 */
public final class Snapshots implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Snapshots.class);

    /** What other routers are writing now is younger. */
    private static final Duration ABANDONED = Duration.ofMinutes(10);

    private final SnapshotSettings settings;
    private final @Nullable Path path;
    private final ScheduledThreadPoolExecutor thread;
    private final RankFates fates = new RankFates();
    private final SnapshotLog progress = new SnapshotLog();
    private final SavedRanks saved;

    /** @param learnedTtl longest that a learned block is believed: {@code index.learned_ttl} */
    public Snapshots(SnapshotSettings settings, Duration learnedTtl) {
        this.settings = settings;
        this.path = settings.path();
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread daemon = new Thread(task, "warmpath-snapshot");
            daemon.setDaemon(true);
            return daemon;
        });
        this.saved = new SavedRanks(learnedTtl, fates, thread);
        if (path != null) {
            saved.open(path, settings);
        }
    }

    /** What the last run left, for ranks as they are registered. */
    public SavedViews views() {
        return saved;
    }

    /** Returns when all that was asked for so far is in the index, or after this time. */
    public void awaitLoaded(Duration limit) {
        if (path != null) {
            await(saved.loaded(), limit, "the snapshot is still being loaded");
        }
    }

    /** Begins to write, for the first time after one interval. What nobody has asked for by then is given up. */
    public void start(Supplier<FleetView> fleet) {
        if (path != null) {
            long millis = settings.interval().toMillis();
            Path file = path;
            // Never completes: write throws nothing.
            Future<?> unused = thread.scheduleWithFixedDelay(
                    () -> write(file, fleet.get()), millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Writes once more, for the next run; gives up after a while, and then the last one stays. */
    public void writeLast(FleetView fleet, Duration limit) {
        if (path != null) {
            Path file = path;
            await(thread.submit(() -> write(file, fleet)), limit, "the last snapshot is not written");
        }
    }

    private void write(Path file, FleetView fleet) {
        try {
            saved.release();
            if (saved.foundForeign()) {
                progress.failed(WriteFault.NOT_OURS, "another file lies there: " + file);
                return;
            }
            SnapshotWriter.clearUnfinished(file, Instant.now().minus(ABANDONED));
            new FleetWriter(file, settings.maxSizeBytes(), progress).write(fleet);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (IOException failed) {
            progress.failed(WriteFault.of(failed), String.valueOf(failed));
        } catch (RuntimeException | OutOfMemoryError failed) {
            // Thrown on, it would end the schedule without a word. A copy of a large rank may find no room.
            log.atError().setCause(failed).log("snapshot not written");
            progress.failed(WriteFault.OTHER, String.valueOf(failed));
        }
    }

    private static void await(Future<?> done, Duration limit, String late) {
        try {
            done.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException failed) {
            log.atWarn().addKeyValue("limit", limit).setCause(failed).log(late);
        }
    }

    /** How it stands. Any thread. */
    public SnapshotStatus status() {
        return new SnapshotStatus(path, saved.status(), fates.status(), progress.status());
    }

    /** Ends its thread, and with it what is being written. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
