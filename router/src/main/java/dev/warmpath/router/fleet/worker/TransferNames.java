package dev.warmpath.router.fleet.worker;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.scorer.choice.Ineligibility;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names under which the ranks of a worker hand their KV over, as its bootstrap server tells them. An engine takes new
 * ones in every life. One watcher writes, anyone reads. The only owner of {@link Ineligibility#UNNAMED}: a rank whose
 * name nobody knows cannot be asked for its KV.
 */
public final class TransferNames {

    private final List<Worker.Rank> ranks;
    private final boolean needed;
    private volatile Map<Integer, String> names = Map.of();
    private volatile String trouble = "";
    private volatile boolean doubted;

    TransferNames(WorkerSettings settings, List<Worker.Rank> ranks) {
        this.ranks = List.copyOf(ranks);
        this.needed = settings.protocol() == Protocol.VLLM_MOONCAKE && settings.role() == Role.PREFILL;
        if (needed) {
            ranks.forEach(rank -> rank.candidate().bar(Ineligibility.UNNAMED));
        }
    }

    /** Whether this worker's protocol needs names at all. */
    public boolean needed() {
        return needed;
    }

    /** The name of a rank, or null when it has never been told. */
    public @Nullable String of(int rank) {
        return names.get(rank);
    }

    /** What kept the last question from being answered, or empty. */
    public String trouble() {
        return trouble;
    }

    /** Takes what the bootstrap server told; ranks that it did not name keep the name that they had. */
    public void told(Map<Integer, String> now) {
        Map<Integer, String> all = new HashMap<>(names);
        all.putAll(now);
        names = Map.copyOf(all);
        trouble = "";
        for (Worker.Rank rank : ranks) {
            if (all.containsKey(rank.candidate().target().rank())) {
                rank.candidate().admit(Ineligibility.UNNAMED);
            }
        }
    }

    /** The question was not answered; what is known stays. */
    public void unanswered(String why) {
        trouble = why;
    }

    /** A hand-off failed: the engine may have begun a new life under new names. */
    public void doubt() {
        doubted = needed;
    }

    /** Whether somebody has doubted the names since {@link #takeDoubt}. */
    public boolean doubted() {
        return doubted;
    }

    /** The names are being asked for anew. */
    public void takeDoubt() {
        doubted = false;
    }
}
