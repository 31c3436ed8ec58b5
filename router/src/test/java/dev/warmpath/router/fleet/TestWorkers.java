package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.fleet.worker.RankFeed;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Workers without event streams. */
public final class TestWorkers {

    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));

    /** A fleet of these workers. */
    public static FleetView view(Worker... workers) {
        return new FleetView(List.of(workers));
    }

    public Worker worker(String id, Role role) {
        return worker(id, role, Engine.SGLANG, 16, "m");
    }

    Worker worker(String id, Role role, Engine engine, int blockSize, String... models) {
        WorkerSettings settings = WorkerSettings.of(
                URI.create("http://" + id + ":1"),
                role,
                engine,
                role == Role.MIXED ? Protocol.NONE : Protocol.SGLANG_BOOTSTRAP,
                List.of(models),
                "default",
                2,
                0,
                blockSize);
        List<Worker.Rank> ranks = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            RankIndex rank = index.addRank(new Target(id, i), blockSize);
            ranks.add(new Worker.Rank(new Candidate(role, rank, () -> 1), rank, new RankFeed(null)));
        }
        return new Worker(id, settings, id, 1, ranks, null);
    }
}
