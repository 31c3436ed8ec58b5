package dev.warmpath.router.snapshot;

import dev.warmpath.events.kv.Target;
import dev.warmpath.events.stream.Resumption;
import dev.warmpath.events.stream.SavedView;
import dev.warmpath.events.stream.StreamPosition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One rank's part of the file, on its way into the index. */
final class SavedRank implements SavedView {

    private static final Logger log = LoggerFactory.getLogger(SavedRank.class);

    private final Target target;
    private final RankFates fates;
    private final Executor thread;
    private final Supplier<@Nullable StreamPosition> load;

    /** Completes when it is in the index, or will not be. */
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    /** Whether it was brought into the index. Guarded by this. */
    private boolean in;

    /** Whether its stream has ended before anything became of it. Guarded by this. */
    private boolean left;

    /** @param load brings it into the index and tells where the stream stood; null when it cannot be used */
    SavedRank(Target target, RankFates fates, Executor thread, Supplier<@Nullable StreamPosition> load) {
        this.target = target;
        this.fates = fates;
        this.thread = thread;
        this.load = load;
    }

    @Override
    public void bringIn(Consumer<@Nullable StreamPosition> done) {
        try {
            thread.execute(() -> {
                done.accept(position());
                settled.complete(null);
            });
        } catch (RejectedExecutionException stopping) {
            done.accept(null);
            settled.complete(null);
        }
    }

    CompletableFuture<Void> settled() {
        return settled;
    }

    /** Whatever goes wrong, the stream must begin. */
    private @Nullable StreamPosition position() {
        try {
            StreamPosition position = load.get();
            came(position != null);
            return position;
        } catch (RuntimeException | Error failed) {
            // An error too: for a large view there may not be the memory.
            log.atError().setCause(failed).addKeyValue("target", target).log("a saved view could not be brought in");
            fates.lost(target, RankLoss.UNREADABLE, failed.toString());
            return null;
        }
    }

    private synchronized void came(boolean whole) {
        in = whole;
        if (in && left) {
            fates.dropped(target, RankLoss.UNDECIDED);
        }
    }

    @Override
    public void became(Resumption outcome) {
        switch (outcome) {
            case CONTINUED -> fates.continued(target);
            case RESTARTED -> fates.dropped(target, RankLoss.RESTARTED);
            case GAP -> fates.dropped(target, RankLoss.GAP);
        }
    }

    @Override
    public synchronized void unused() {
        settled.complete(null);
        left = true;
        if (in) {
            fates.dropped(target, RankLoss.UNDECIDED);
        }
    }
}
