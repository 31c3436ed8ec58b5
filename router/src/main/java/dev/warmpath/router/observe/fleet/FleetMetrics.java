package dev.warmpath.router.observe.fleet;

import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.EngineState;
import dev.warmpath.router.fleet.worker.HealthState;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.load.PollState;
import dev.warmpath.router.load.RankLoad;
import dev.warmpath.router.load.RankReading;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import dev.warmpath.scorer.index.BlockSizeState;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Locale;

/**
 * Meters of workers, ranks and their streams, read at each scrape from the fleet as it is then: what leaves the fleet
 * leaves the scrape with it, and a late write cannot bring it back.
 *
 * <p>They are collected by the Prometheus library itself and not through Micrometer, whose rows of changing label sets
 * are gauges only: what the streams count would be scraped under a wrong type.
 */
public final class FleetMetrics implements MultiCollector {

    private final PrometheusMeterRegistry registry;
    private final Fleet fleet;
    private final PairChooser chooser;

    private FleetMetrics(PrometheusMeterRegistry registry, Fleet fleet, PairChooser chooser) {
        this.registry = registry;
        this.fleet = fleet;
        this.chooser = chooser;
    }

    /** Adds the meters of this fleet to a registry. */
    public static FleetMetrics register(
            PrometheusMeterRegistry registry, Fleet fleet, PairChooser chooser, PrefixIndex index) {
        Gauge.builder("warmpath.index.memberships", index, PrefixIndex::memberships)
                .description("(block, rank, tier) memberships in the prefix index")
                .register(registry);
        Gauge.builder("warmpath.index.bytes", index, PrefixIndex::bytes)
                .description("Heap that the prefix index takes")
                .baseUnit("bytes")
                .register(registry);
        FleetMetrics metrics = new FleetMetrics(registry, fleet, chooser);
        registry.getPrometheusRegistry().register(metrics);
        return metrics;
    }

    /**
     * To be called before a scrape: drops the counters of workers that have left. Requests write them; one that is
     * written after its worker has left goes at the next scrape.
     */
    public void dropCountsOfLeftWorkers() {
        for (String name : RouterMetrics.PER_WORKER) {
            for (Meter meter : registry.find(name).meters()) {
                String worker = meter.getId().getTag("worker");
                if (worker == null || fleet.view().worker(worker) == null) {
                    registry.remove(meter);
                }
            }
        }
    }

    @Override
    public MetricSnapshots collect() {
        FleetSamples samples = new FleetSamples();
        for (Worker worker : fleet.view().workers()) {
            worker(samples, worker);
            for (Worker.Rank rank : worker.ranks()) {
                rank(samples, worker, rank);
            }
        }
        return samples.build();
    }

    private void worker(FleetSamples samples, Worker worker) {
        Labels labels = Labels.of(
                "worker", worker.id(), "role", worker.settings().role().key());
        samples.state(
                FleetMeter.WORKER_HEALTH,
                labels,
                HealthState.values(),
                worker.health().status().state(),
                HealthState::key);
        EngineFinding engine = worker.engine().finding();
        samples.state(FleetMeter.WORKER_ENGINE, labels, EngineState.values(), engine.state(), EngineState::key);
        samples.put(FleetMeter.WORKER_MISMATCHES, labels, engine.mismatches().size());
        samples.put(FleetMeter.WORKER_DRAINING, labels, flag(worker.draining()));
        if (worker.transferNames().needed()) {
            boolean told = worker.transferNames().trouble().isEmpty();
            samples.put(FleetMeter.WORKER_BOOTSTRAP_UP, labels, flag(told));
        }
        if (worker.engineLoad().watched()) {
            PollState poll = worker.engineLoad().status().state();
            samples.state(FleetMeter.WORKER_LOAD_POLL, labels, PollState.values(), poll, PollState::key);
        }
        Circuit.State connections = fleet.connections(worker.id());
        samples.state(FleetMeter.WORKER_BREAKER_STATE, labels, Circuit.State.values(), connections, Circuit.State::key);
    }

    private void rank(FleetSamples samples, Worker worker, Worker.Rank rank) {
        String number = Integer.toString(rank.candidate().target().rank());
        Labels labels = Labels.of(
                "worker",
                worker.id(),
                "rank",
                number,
                "role",
                worker.settings().role().key());
        Circuit.State answers = fleet.answers(rank.candidate().target());
        samples.state(FleetMeter.TARGET_BREAKER_STATE, labels, Circuit.State.values(), answers, Circuit.State::key);
        samples.put(FleetMeter.TARGET_ELIGIBLE, labels, flag(rank.candidate().ineligible() == null));
        samples.put(FleetMeter.TARGET_TRUST, labels, rank.candidate().trust());
        FeedbackStatus feedback = rank.candidate().feedback().status();
        samples.put(FleetMeter.FEEDBACK_TRUST, labels, feedback.trust());
        samples.put(
                FleetMeter.FEEDBACK_REASON,
                labels.add("reason", feedback.reason().key()),
                1);
        for (Tier tier : Tier.values()) {
            String name = tier.name().toLowerCase(Locale.ROOT);
            samples.put(
                    FleetMeter.TARGET_BLOCKS,
                    labels.add("tier", name),
                    rank.index().blocks(tier));
        }
        index(samples, labels, rank.index().status());
        load(samples, labels, chooser.load(rank.candidate()));
        engineLoad(samples, labels, worker.engineLoad(rank));
        samples.state(
                FleetMeter.STREAM_STATE,
                labels,
                StreamState.values(),
                rank.feed().state(),
                StreamState::key);
        RankStream stream = rank.feed().stream();
        if (stream == null) {
            samples.put(FleetMeter.STREAM_REASON, labels.add("reason", StreamReason.NO_ENDPOINT.key()), 1);
        } else {
            stream(samples, labels, stream.status());
        }
    }

    private static void load(FleetSamples samples, Labels labels, LoadStatus load) {
        samples.put(FleetMeter.TARGET_REQUESTS, labels, load.requests());
        samples.put(FleetMeter.TARGET_INFLIGHT_BLOCKS, labels, load.inflightBlocks());
        samples.put(FleetMeter.TARGET_RECENT_BLOCKS, labels, load.recentBlocks());
        samples.put(FleetMeter.CLUSTER_TARGET_REQUESTS, labels, load.othersRequests());
        samples.put(FleetMeter.CLUSTER_TARGET_BLOCKS, labels, load.othersInflightBlocks() + load.othersRecentBlocks());
    }

    private static void engineLoad(FleetSamples samples, Labels labels, RankLoad load) {
        RankReading last = load.reading();
        if (last == null) {
            return;
        }
        samples.put(FleetMeter.TARGET_ENGINE_LOAD_AGE, labels, load.age().toNanos() / 1e9);
        RankReading fresh = load.fresh();
        if (fresh == null) {
            return;
        }
        samples.put(FleetMeter.TARGET_ENGINE_REQUESTS, labels.add("state", "running"), fresh.running());
        samples.put(FleetMeter.TARGET_ENGINE_REQUESTS, labels.add("state", "waiting"), fresh.waiting());
        if (!Double.isNaN(fresh.kvUsage())) {
            samples.put(FleetMeter.TARGET_ENGINE_KV_USAGE, labels, fresh.kvUsage());
        }
        samples.put(
                FleetMeter.TARGET_ENGINE_DISAGREEMENT,
                labels,
                load.disagreeing().toNanos() / 1e9);
    }

    private static void index(FleetSamples samples, Labels labels, RankIndexStatus status) {
        samples.state(
                FleetMeter.TARGET_BLOCK_SIZE_STATE,
                labels,
                BlockSizeState.values(),
                status.blockSizeState(),
                BlockSizeState::key);
        samples.put(FleetMeter.TARGET_LEARNED_BLOCKS, labels, status.learnedBlocks());
        samples.put(FleetMeter.TARGET_ORPHANS_WAITING, labels, status.orphansWaiting());
        refused(samples, labels, "orphan_dropped", status.orphansDropped());
        refused(samples, labels, "budget", status.refused());
        refused(samples, labels, "wrong_block_size", status.wrongBlockSize());
        refused(samples, labels, "malformed", status.malformed());
        refused(samples, labels, "unknown_removal", status.unknownRemovals());
        refused(samples, labels, "unknown_placeholder", status.unknownPlaceholders());
        unmatchable(samples, labels, "adapter_by_number", status.adaptersByNumber());
        unmatchable(samples, labels, "extra_keys", status.extraKeyed());
    }

    private static void unmatchable(FleetSamples samples, Labels labels, String reason, long count) {
        samples.put(FleetMeter.TARGET_BLOCKS_UNMATCHABLE, labels.add("reason", reason), count);
    }

    private static void refused(FleetSamples samples, Labels labels, String reason, long count) {
        samples.put(FleetMeter.TARGET_BLOCKS_REFUSED, labels.add("reason", reason), count);
    }

    private static void stream(FleetSamples samples, Labels labels, StreamStatus status) {
        samples.put(
                FleetMeter.STREAM_REASON, labels.add("reason", status.reason().key()), 1);
        samples.put(FleetMeter.STREAM_LAST_SEQUENCE, labels, status.lastSequence());
        samples.put(FleetMeter.STREAM_BUFFERED, labels, status.buffered());
        samples.put(FleetMeter.STREAM_LAG, labels, status.lagMillis() / 1000.0);
        if (status.lastEventAgeMillis() >= 0) {
            samples.put(FleetMeter.STREAM_LAST_EVENT_AGE, labels, status.lastEventAgeMillis() / 1000.0);
        }
        samples.put(FleetMeter.STREAM_BATCHES, labels, status.batches());
        samples.put(FleetMeter.STREAM_GAPS, labels, status.gaps());
        samples.put(FleetMeter.STREAM_MISSING, labels, status.missing());
        samples.put(FleetMeter.STREAM_LOST, labels, status.lost());
        samples.put(FleetMeter.STREAM_DUPLICATES, labels, status.duplicates());
        samples.put(FleetMeter.STREAM_REPLAYS, labels, status.replays());
        samples.put(FleetMeter.STREAM_REPLAYS_FAILED, labels, status.replaysFailed());
        samples.put(FleetMeter.STREAM_CONNECTS, labels, status.connects());
        samples.put(FleetMeter.STREAM_SINK_FAILURES, labels, status.sinkFailures());
        samples.put(FleetMeter.STREAM_RESTARTS, labels, status.restarts());
        samples.put(FleetMeter.STREAM_FRAME_ERRORS, labels, status.frameErrors());
        samples.put(FleetMeter.STREAM_RANK_MISMATCHES, labels, status.rankMismatches());
        status.events()
                .forEach((type, count) -> samples.put(FleetMeter.STREAM_EVENTS, labels.add("type", type), count));
        // Reasons that never came are told too: a counter's first step is seen only from its zero.
        for (DecodeReason reason : DecodeReason.values()) {
            long count = status.rejected().getOrDefault(reason, 0L);
            samples.put(FleetMeter.STREAM_REJECTED, labels.add("reason", reason.key()), count);
        }
    }

    private static int flag(boolean holds) {
        return holds ? 1 : 0;
    }
}
