package dev.warmpath.router.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.HealthStatus;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.load.LoadJson;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the page shows of each worker: the part of {@code GET /admin/workers} that fits on it, under the same names. */
final class WorkerRows {

    private WorkerRows() {}

    static ArrayNode of(FleetView view, PairChooser chooser) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        view.workers().forEach(worker -> rows.add(of(worker, chooser)));
        return rows;
    }

    private static ObjectNode of(Worker worker, PairChooser chooser) {
        WorkerSettings settings = worker.settings();
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        row.put("id", worker.id());
        row.put("role", settings.role().key());
        Engine engine = worker.engine().finding().engine();
        row.put("engine", engine == null ? null : engine.name().toLowerCase(Locale.ROOT));
        settings.models().forEach(row.putArray("models")::add);
        row.put("group", settings.group());
        row.put("state", worker.state());
        row.put("draining", worker.draining());
        HealthStatus health = worker.health().status();
        row.putObject("health")
                .put("state", health.state().key())
                .put("reason", health.reason().key())
                .put("detail", health.detail());
        ArrayNode ranks = row.putArray("ranks");
        for (int i = 0; i < worker.ranks().size(); i++) {
            ObjectNode rank = of(worker.ranks().get(i), chooser);
            rank.set("engine_load", LoadJson.of(worker.engineLoad(), i));
            ranks.add(rank);
        }
        return row;
    }

    private static ObjectNode of(Worker.Rank rank, PairChooser chooser) {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        row.put("rank", rank.candidate().target().rank());
        row.put("state", rank.state());
        row.put("trust", rank.candidate().trust());
        row.set("stream", of(rank.feed().stream()));
        RankIndexStatus index = rank.index().status();
        row.putObject("blocks")
                .put("device", index.deviceBlocks())
                .put("host", index.hostBlocks())
                .put("disk", index.diskBlocks());
        LoadStatus load = chooser.load(rank.candidate());
        row.putObject("load")
                .put("requests", load.requests())
                .put("inflight_blocks", load.inflightBlocks())
                .put("recent_blocks", load.recentBlocks());
        return row;
    }

    private static ObjectNode of(@Nullable RankStream stream) {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        if (stream == null) {
            return row.put("state", StreamState.OFF.key()).put("reason", StreamReason.NO_ENDPOINT.key());
        }
        StreamStatus status = stream.status();
        return row.put("state", status.state().key())
                .put("reason", status.reason().key())
                .put("lag_ms", status.lagMillis())
                .put("last_event_age_ms", status.lastEventAgeMillis());
    }
}
