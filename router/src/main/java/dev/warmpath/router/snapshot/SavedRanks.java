package dev.warmpath.router.snapshot;

import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.stream.SavedView;
import dev.warmpath.events.stream.StreamPosition;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.router.fleet.SavedViews;
import dev.warmpath.router.snapshot.file.RankHead;
import dev.warmpath.router.snapshot.file.Refusal;
import dev.warmpath.router.snapshot.file.RefusedSnapshotException;
import dev.warmpath.router.snapshot.file.SnapshotReader;
import dev.warmpath.scorer.index.RankIndex;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the file has that nobody has asked for yet. A rank gets its part when it is registered, if it is configured as it
 * was; workers that register themselves may do so a while after the start.
 *
 * <p>{@link #of} may be called from any thread; the file is read on the snapshot's own.
 */
final class SavedRanks implements SavedViews {

    private static final Logger log = LoggerFactory.getLogger(SavedRanks.class);

    private final Map<Target, SnapshotReader.Entry> unclaimed = new ConcurrentHashMap<>();
    private final Duration learnedTtl;
    private final RankFates fates;
    private final Executor thread;
    private final Queue<CompletableFuture<Void>> loading = new ConcurrentLinkedQueue<>();
    private @Nullable SnapshotReader reader;
    private @Nullable Instant writtenAt;
    private @Nullable Refusal refusal;
    private String detail = "";
    private volatile long loadNanos;

    /**
     * @param learnedTtl longest that a learned block is believed
     * @param thread reads the file
     */
    SavedRanks(Duration learnedTtl, RankFates fates, Executor thread) {
        this.learnedTtl = learnedTtl;
        this.fates = fates;
        this.thread = thread;
    }

    /** Opens what the last run left; before anything is asked for. One that cannot be used costs nothing else. */
    void open(Path path, SnapshotSettings settings) {
        long now = System.currentTimeMillis();
        try {
            SnapshotReader opened = SnapshotReader.open(path, settings.maxSizeBytes(), settings.maxAge(), now);
            unclaimed.putAll(opened.ranks());
            writtenAt = Instant.ofEpochMilli(opened.writtenMillis());
            reader = opened;
            log.atInfo()
                    .addKeyValue("path", path)
                    .addKeyValue("ranks", unclaimed.size())
                    .addKeyValue("age", Duration.ofMillis(now - opened.writtenMillis()))
                    .log("snapshot found");
        } catch (NoSuchFileException none) {
            log.atInfo().addKeyValue("path", path).log("no snapshot yet");
        } catch (RefusedSnapshotException refused) {
            refuse(path, refused.reason(), String.valueOf(refused.getMessage()));
        } catch (IOException failed) {
            refuse(path, Refusal.UNREADABLE, String.valueOf(failed));
        }
    }

    private void refuse(Path path, Refusal why, String what) {
        refusal = why;
        detail = what;
        log.atWarn()
                .addKeyValue("path", path)
                .addKeyValue("reason", why.key())
                .addKeyValue("detail", what)
                .log("snapshot refused: the caches are learned anew");
    }

    @Override
    public @Nullable SavedView of(WorkerSettings worker, StreamSpec spec, RankIndex rank) {
        SnapshotReader.Entry entry = unclaimed.remove(spec.target());
        if (entry == null) {
            return null;
        }
        RankLoss why = difference(entry.head(), worker, spec);
        if (why != null) {
            fates.lost(spec.target(), why, "");
            return null;
        }
        SavedRank given = new SavedRank(spec.target(), fates, thread, () -> load(entry, rank));
        loading.add(given.settled());
        return given;
    }

    /** Completes when all that was given away so far is in the index, or will not be. */
    CompletableFuture<Void> loaded() {
        return CompletableFuture.allOf(loading.toArray(CompletableFuture<?>[]::new));
    }

    private static @Nullable RankLoss difference(RankHead saved, WorkerSettings worker, StreamSpec spec) {
        if (!saved.endpoint().equals(spec.endpoint()) || !saved.topic().equals(spec.topic())) {
            return RankLoss.ENDPOINT_CHANGED;
        }
        if (saved.configuredBlockSize() != worker.blockSize()) {
            return RankLoss.BLOCK_SIZE_CHANGED;
        }
        if (!new HashSet<>(saved.models()).equals(new HashSet<>(worker.models()))) {
            return RankLoss.MODELS_CHANGED;
        }
        boolean tellable = spec.replayEndpoint() != null;
        return saved.position().doubt() != null && tellable ? RankLoss.DOUBTFUL : null;
    }

    /** On the snapshot's thread. Null when it cannot be used; the rank then holds nothing. */
    private @Nullable StreamPosition load(SnapshotReader.Entry entry, RankIndex rank) {
        SnapshotReader from = reader;
        if (from == null) {
            fates.lost(entry.head().target(), RankLoss.UNREADABLE, "the file is closed");
            return null;
        }
        long began = System.nanoTime();
        boolean whole = false;
        try {
            long age = Math.abs(System.currentTimeMillis() - from.writtenMillis());
            boolean keepLearned = age < learnedTtl.toMillis() / 2;
            from.load(entry, rank, keepLearned, began);
            whole = true;
            fates.loaded();
            return entry.head().position();
        } catch (RefusedSnapshotException refused) {
            fates.lost(entry.head().target(), RankLoss.CORRUPT, String.valueOf(refused.getMessage()));
        } catch (IOException failed) {
            fates.lost(entry.head().target(), RankLoss.UNREADABLE, String.valueOf(failed));
        } finally {
            // However it ended: the stream begins with a rank that holds the whole view or nothing.
            if (!whole) {
                rank.drop();
            }
            addLoadNanos(System.nanoTime() - began);
        }
        return null;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the snapshot's thread alone
    private void addLoadNanos(long nanos) {
        loadNanos += nanos;
    }

    /** What nobody has asked for by now is given up. On the snapshot's thread. */
    void release() {
        SnapshotReader open = reader;
        if (open == null) {
            return;
        }
        reader = null;
        loading.clear();
        for (Target target : List.copyOf(unclaimed.keySet())) {
            if (unclaimed.remove(target) != null) {
                fates.lost(target, RankLoss.WORKER_GONE, "");
            }
        }
        try {
            open.close();
        } catch (IOException failed) {
            log.atDebug().setCause(failed).log("snapshot not closed");
        }
    }

    /** Whether what lies there may be somebody else's. */
    boolean foundForeign() {
        return refusal == Refusal.FOREIGN || refusal == Refusal.UNREADABLE;
    }

    SnapshotStatus.Found status() {
        return new SnapshotStatus.Found(refusal, detail, writtenAt, loadNanos / 1e9);
    }
}
