package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.WorkerSettings;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answer of {@code GET /admin/workers}; field names as design section 6 has them. */
final class WorkersJson {

    private WorkersJson() {}

    static ObjectNode of(FleetView fleet, PairChooser chooser) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode workers = json.putArray("workers");
        fleet.workers().forEach(worker -> workers.add(of(worker, fleet, chooser)));
        return json;
    }

    private static ObjectNode of(Worker worker, FleetView fleet, PairChooser chooser) {
        WorkerSettings settings = worker.settings();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", worker.id());
        json.put("url", settings.url().toString());
        json.put("role", settings.role().name().toLowerCase(Locale.ROOT));
        json.put("engine", settings.engine().name().toLowerCase(Locale.ROOT));
        json.put("protocol", settings.protocol().key());
        settings.models().forEach(json.putArray("models")::add);
        // Models whose chats are prepared as another engine does, so that they may never match what this worker holds.
        fleet.foreignChats(worker).forEach(json.putArray("chats_unmatched")::add);
        json.put("group", settings.group());
        json.put("state", state(worker));
        json.put("dp_size", settings.dpSize());
        json.put("block_size", worker.blockSize());
        ArrayNode ranks = json.putArray("ranks");
        worker.ranks().forEach(rank -> ranks.add(of(rank, chooser)));
        return json;
    }

    /** The first reason for which a rank may not be chosen stands for the worker. */
    private static String state(Worker worker) {
        for (Worker.Rank rank : worker.ranks()) {
            String ineligible = rank.candidate().ineligible();
            if (ineligible != null) {
                return ineligible;
            }
        }
        return "active";
    }

    private static ObjectNode of(Worker.Rank rank, PairChooser chooser) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("rank", rank.candidate().target().rank());
        json.set("stream", stream(rank.feed().stream()));
        json.put("trust", rank.candidate().trust());
        RankIndexStatus index = rank.index().status();
        json.put("block_size", index.blockSize());
        json.put("block_size_state", index.blockSizeState().key());
        json.putObject("blocks")
                .put("device", index.deviceBlocks())
                .put("host", index.hostBlocks())
                .put("disk", index.diskBlocks());
        json.putObject("index")
                .put("orphans_waiting", index.orphansWaiting())
                .put("orphans_dropped", index.orphansDropped())
                .put("refused", index.refused())
                .put("wrong_block_size", index.wrongBlockSize())
                .put("malformed", index.malformed())
                .put("unknown_removals", index.unknownRemovals())
                .put("unknown_placeholders", index.unknownPlaceholders());
        LoadStatus load = chooser.load(rank.candidate());
        json.putObject("load")
                .put("requests", load.requests())
                .put("inflight_blocks", load.inflightBlocks())
                .put("recent_blocks", load.recentBlocks());
        return json;
    }

    private static ObjectNode stream(@Nullable RankStream stream) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (stream == null) {
            return json.put("state", StreamState.OFF.key()).put("reason", StreamReason.NO_ENDPOINT.key());
        }
        StreamStatus status = stream.status();
        json.put("state", status.state().key());
        json.put("reason", status.reason().key());
        json.put("since", status.since().toString());
        json.put("endpoint", status.endpoint());
        json.put("last_sequence", status.lastSequence());
        json.put("batches", status.batches());
        json.put("gaps", status.gaps());
        json.put("missing", status.missing());
        json.put("lost", status.lost());
        json.put("replays", status.replays());
        json.put("replays_failed", status.replaysFailed());
        json.put("buffered", status.buffered());
        json.put("connects", status.connects());
        json.put("sink_failures", status.sinkFailures());
        json.put("duplicates", status.duplicates());
        json.put("restarts", status.restarts());
        json.put("rank_mismatches", status.rankMismatches());
        json.put("frame_errors", status.frameErrors());
        json.put("last_event_age_ms", status.lastEventAgeMillis());
        ObjectNode events = json.putObject("events");
        status.events().forEach(events::put);
        ObjectNode rejected = json.putObject("rejected");
        status.rejected().forEach((reason, count) -> rejected.put(reason.key(), count));
        return json;
    }
}
