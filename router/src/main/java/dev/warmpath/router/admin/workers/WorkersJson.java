package dev.warmpath.router.admin.workers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.port.PortRange;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.admin.registry.WorkerRegistry;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.HealthStatus;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.fleet.worker.WorkerEngine;
import dev.warmpath.router.load.LoadJson;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answer of {@code GET /admin/workers}; field names as design section 6 has them. */
final class WorkersJson {

    private WorkersJson() {}

    static ObjectNode of(Fleet fleet, PairChooser chooser, WorkerRegistry registry) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode workers = json.putArray("workers");
        fleet.view().workers().forEach(worker -> workers.add(of(worker, fleet, chooser, registry)));
        return json;
    }

    static ObjectNode of(Worker worker, Fleet fleet, PairChooser chooser, WorkerRegistry registry) {
        WorkerSettings settings = worker.settings();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", worker.id());
        json.put("url", settings.url().toString());
        json.put("source", registry.source(worker.id()));
        json.put("role", settings.role().key());
        engine(json, worker.engine());
        json.put("protocol", settings.protocol().key());
        settings.models().forEach(json.putArray("models")::add);
        // Models whose chats are prepared as another engine does, so that they may never match what this worker holds.
        fleet.view().foreignChats(worker).forEach(json.putArray("chats_unmatched")::add);
        json.put("group", settings.group());
        json.put("state", worker.state());
        json.put("draining", worker.draining());
        json.set("health", of(worker.health().status()));
        json.put("breaker", fleet.connections(worker.id()).key());
        if (worker.transferNames().needed()) {
            json.set("bootstrap", bootstrap(worker));
        }
        json.put(
                "requests",
                worker.ranks().stream()
                        .mapToLong(rank -> chooser.load(rank.candidate()).requests())
                        .sum());
        json.put("dp_size", settings.dpSize());
        json.put("block_size", worker.blockSize());
        PortRange bound = fleet.boundPorts(worker.id());
        if (bound != null) {
            json.putObject("event_ports").put("base", bound.low()).put("count", settings.dpSize());
        }
        Instant expiry = registry.expiry(worker.id());
        json.put("expires_at", expiry == null ? null : expiry.toString());
        json.set("engine_load", LoadJson.of(worker.engineLoad()));
        ArrayNode ranks = json.putArray("ranks");
        for (int i = 0; i < worker.ranks().size(); i++) {
            ObjectNode rank = of(worker.ranks().get(i), fleet, chooser);
            rank.set("engine_load", LoadJson.of(worker.engineLoad(), i));
            ranks.add(rank);
        }
        return json;
    }

    private static void engine(ObjectNode json, WorkerEngine engine) {
        EngineFinding finding = engine.finding();
        Engine known = finding.engine();
        json.put("engine", known == null ? null : known.name().toLowerCase(Locale.ROOT));
        json.put("engine_source", engine.configured() ? "configured" : "detected");
        ObjectNode detection = json.putObject("detection")
                .put("state", finding.state().key())
                .put("detail", finding.detail())
                .put("version", finding.account().version())
                .put("publisher", finding.account().publisher())
                .put("since", finding.since().toString());
        ArrayNode mismatches = detection.putArray("mismatches");
        finding.mismatches()
                .forEach(one -> mismatches
                        .addObject()
                        .put("key", one.key())
                        .put("configured", one.configured())
                        .put("told", one.told()));
    }

    private static ObjectNode of(HealthStatus health) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("state", health.state().key())
                .put("reason", health.reason().key())
                .put("detail", health.detail())
                .put("since", health.since().toString());
    }

    private static ObjectNode of(FeedbackStatus feedback) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("trust", feedback.trust())
                .put("reason", feedback.reason().key())
                .put("detail", feedback.reason().meaning())
                .put("compared", feedback.compared())
                .put("predicted_tokens", feedback.predictedTokens())
                .put("actual_tokens", feedback.actualTokens())
                .put("unpredicted_tokens", feedback.unpredictedTokens())
                .put("not_reported", feedback.notReported())
                .put("tokens_differ", feedback.tokensDiffer());
    }

    private static ObjectNode bootstrap(Worker worker) {
        long named = worker.ranks().stream()
                .filter(rank ->
                        worker.transferNames().of(rank.candidate().target().rank()) != null)
                .count();
        return JsonNodeFactory.instance
                .objectNode()
                .put("ranks_named", named)
                .put("trouble", worker.transferNames().trouble());
    }

    private static ObjectNode of(Worker.Rank rank, Fleet fleet, PairChooser chooser) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("rank", rank.candidate().target().rank());
        json.put("state", rank.state());
        json.put("breaker", fleet.answers(rank.candidate().target()).key());
        json.set("stream", stream(rank.feed().stream()));
        json.put("trust", rank.candidate().trust());
        json.put("stream_trust", rank.candidate().streamTrust());
        json.set("feedback", of(rank.candidate().feedback().status()));
        RankIndexStatus index = rank.index().status();
        json.put("block_size", index.blockSize());
        json.put("block_size_state", index.blockSizeState().key());
        json.putObject("blocks")
                .put("device", index.deviceBlocks())
                .put("host", index.hostBlocks())
                .put("disk", index.diskBlocks())
                .put("learned", index.learnedBlocks());
        json.putObject("index")
                .put("orphans_waiting", index.orphansWaiting())
                .put("orphans_dropped", index.orphansDropped())
                .put("refused", index.refused())
                .put("wrong_block_size", index.wrongBlockSize())
                .put("malformed", index.malformed())
                .put("unknown_removals", index.unknownRemovals())
                .put("unknown_placeholders", index.unknownPlaceholders())
                .put("adapters_by_number", index.adaptersByNumber())
                .put("extra_keyed", index.extraKeyed());
        LoadStatus load = chooser.load(rank.candidate());
        json.putObject("load")
                .put("requests", load.requests())
                .put("inflight_blocks", load.inflightBlocks())
                .put("recent_blocks", load.recentBlocks())
                .put("others_requests", load.othersRequests())
                .put("others_blocks", load.othersInflightBlocks() + load.othersRecentBlocks());
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
        json.put("lag_ms", status.lagMillis());
        json.put("least_lag_ms", status.leastLagMillis());
        json.put("other_topic", status.otherTopic());
        json.put("unanswered_ms", status.unansweredMillis());
        json.put("last_event_age_ms", status.lastEventAgeMillis());
        ObjectNode events = json.putObject("events");
        status.events().forEach(events::put);
        ObjectNode rejected = json.putObject("rejected");
        status.rejected().forEach((reason, count) -> rejected.put(reason.key(), count));
        return json;
    }
}
