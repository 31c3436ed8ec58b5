package dev.warmpath.router.observe;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.HealthState;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import dev.warmpath.scorer.index.BlockSizeState;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Meters of targets and their streams, set anew at each scrape from the fleet as it is then: what leaves the fleet
 * leaves the scrape with it, and a late write cannot bring it back.
 */
public final class FleetMetrics {

    private final MeterRegistry registry;
    private final Map<String, MultiGauge> gauges = new LinkedHashMap<>();

    /** Registers the meters; they are empty until the first {@link #refresh}. */
    public FleetMetrics(MeterRegistry registry, PrefixIndex index) {
        this.registry = registry;
        Gauge.builder("warmpath.index.memberships", index, PrefixIndex::memberships)
                .description("(block, rank, tier) memberships in the prefix index")
                .register(registry);
        Gauge.builder("warmpath.index.bytes", index, PrefixIndex::bytes)
                .description("Heap that the prefix index takes")
                .baseUnit("bytes")
                .register(registry);
        add(registry, "warmpath.stream.state", "1 for the state that a rank's event stream is in, 0 for the others");
        add(registry, "warmpath.stream.reason", "1 for the reason of a rank's stream state; no row for others");
        add(registry, "warmpath.stream.last.sequence", "Sequence number of the last batch applied");
        add(registry, "warmpath.stream.batches", "Event batches applied");
        add(registry, "warmpath.stream.gaps", "Times that a sequence number was skipped");
        add(
                registry,
                "warmpath.stream.missing",
                "Batches that were skipped, whether or not a replay brought them later");
        add(registry, "warmpath.stream.lost", "Batches that never came, replays included");
        add(registry, "warmpath.stream.replays", "Replays asked for");
        add(registry, "warmpath.stream.replays.failed", "Replays given up");
        add(registry, "warmpath.stream.buffered", "Batches that wait for a replay now");
        add(registry, "warmpath.stream.connects", "Transport connections made");
        add(registry, "warmpath.stream.sink.failures", "Events that the rank's view refused with an exception");
        add(registry, "warmpath.stream.restarts", "Times that the publisher began anew");
        add(registry, "warmpath.stream.events", "Events applied, by type");
        add(registry, "warmpath.stream.rejected", "Events not used, by reason");
        add(registry, "warmpath.stream.frame.errors", "Messages that are not topic, sequence, payload");
        add(registry, "warmpath.stream.rank.mismatches", "Batches whose payload claims another rank than the socket's");
        add(registry, "warmpath.stream.last.event.age.seconds", "Time since the last batch");
        add(registry, "warmpath.stream.lag.seconds", "Publishing to applying of the last batch; as good as the clocks");
        add(registry, "warmpath.worker.health", "1 for what probes say of a worker, 0 for the other states");
        add(registry, "warmpath.worker.draining", "1 while an operator takes a worker out of service");
        add(
                registry,
                "warmpath.worker.breaker.state",
                "1 for the state of the breaker of a worker's connections, 0 for the others");
        add(
                registry,
                "warmpath.target.breaker.state",
                "1 for the state of the breaker of a target's answers, 0 for the others");
        add(
                registry,
                "warmpath.worker.bootstrap.up",
                "1 while a prefill worker's bootstrap server tells its transfer names, 0 while it does not");
        add(registry, "warmpath.target.eligible", "1 while a target may be chosen");
        add(
                registry,
                "warmpath.target.trust",
                "How far a rank's view is believed, 0 to 1: its stream's trust times feedback's");
        add(registry, "warmpath.feedback.trust", "How far a rank's predictions come true, 0 to 1, by its own answers");
        add(
                registry,
                "warmpath.feedback.reason",
                "1 for what a rank's answers say of its predictions; no row for others");
        add(registry, "warmpath.target.blocks", "Blocks that a rank holds, by tier");
        add(
                registry,
                "warmpath.target.block.size.state",
                "1 for what is known of a rank's block size, 0 for the others");
        add(registry, "warmpath.target.blocks.refused", "Blocks that the index did not take up, by reason");
        add(registry, "warmpath.target.orphans.waiting", "Stored blocks that wait for a parent no event has announced");
        add(registry, "warmpath.target.requests", "Legs that have not ended");
        add(registry, "warmpath.target.inflight.blocks", "Load of legs that have not ended");
        add(registry, "warmpath.target.recent.blocks", "Load remembered from recent bookings");
    }

    private void add(MeterRegistry registry, String name, String description) {
        gauges.put(name, MultiGauge.builder(name).description(description).register(registry));
    }

    /** Replaces all rows by those of this fleet. One caller at a time. */
    public void refresh(Fleet fleet, PairChooser chooser) {
        FleetView view = fleet.view();
        Map<String, List<MultiGauge.Row<?>>> rows = new LinkedHashMap<>();
        gauges.keySet().forEach(name -> rows.put(name, new ArrayList<>()));
        for (Worker worker : view.workers()) {
            String role = worker.settings().role().name().toLowerCase(Locale.ROOT);
            new Rows(rows, Tags.of("worker", worker.id(), "role", role)).of(worker, fleet);
            for (Worker.Rank rank : worker.ranks()) {
                int number = rank.candidate().target().rank();
                Tags tags = Tags.of("worker", worker.id(), "rank", Integer.toString(number), "role", role);
                new Rows(rows, tags).of(rank, fleet, chooser);
            }
        }
        gauges.forEach((name, gauge) -> gauge.register(rows.getOrDefault(name, List.of()), true));
        dropCountsOfLeftWorkers(view);
    }

    /** Counters that requests write; one that is written after its worker has left goes at the next scrape. */
    private void dropCountsOfLeftWorkers(FleetView fleet) {
        for (String name : RouterMetrics.PER_WORKER) {
            for (Meter meter : registry.find(name).meters()) {
                String worker = meter.getId().getTag("worker");
                if (worker == null || fleet.worker(worker) == null) {
                    registry.remove(meter);
                }
            }
        }
    }

    private record Rows(Map<String, List<MultiGauge.Row<?>>> rows, Tags tags) {

        void of(Worker worker, Fleet fleet) {
            HealthState health = worker.health().status().state();
            for (HealthState state : HealthState.values()) {
                put("warmpath.worker.health", tags.and("state", state.key()), health == state ? 1 : 0);
            }
            put("warmpath.worker.draining", tags, worker.draining() ? 1 : 0);
            if (worker.transferNames().needed()) {
                put(
                        "warmpath.worker.bootstrap.up",
                        tags,
                        worker.transferNames().trouble().isEmpty() ? 1 : 0);
            }
            breaker("warmpath.worker.breaker.state", fleet.connections(worker.id()));
        }

        private void breaker(String name, Circuit.State now) {
            for (Circuit.State state : Circuit.State.values()) {
                put(name, tags.and("state", state.key()), now == state ? 1 : 0);
            }
        }

        void of(Worker.Rank rank, Fleet fleet, PairChooser chooser) {
            breaker(
                    "warmpath.target.breaker.state",
                    fleet.answers(rank.candidate().target()));
            put("warmpath.target.eligible", tags, rank.candidate().ineligible() == null ? 1 : 0);
            put("warmpath.target.trust", tags, rank.candidate().trust());
            FeedbackStatus feedback = rank.candidate().feedback().status();
            put("warmpath.feedback.trust", tags, feedback.trust());
            put("warmpath.feedback.reason", tags.and("reason", feedback.reason().key()), 1);
            for (StreamState state : StreamState.values()) {
                put(
                        "warmpath.stream.state",
                        tags.and("state", state.key()),
                        rank.feed().state() == state ? 1 : 0);
            }
            for (Tier tier : Tier.values()) {
                String name = tier.name().toLowerCase(Locale.ROOT);
                put(
                        "warmpath.target.blocks",
                        tags.and("tier", name),
                        rank.index().blocks(tier));
            }
            of(rank.index().status());
            LoadStatus load = chooser.load(rank.candidate());
            put("warmpath.target.requests", tags, load.requests());
            put("warmpath.target.inflight.blocks", tags, load.inflightBlocks());
            put("warmpath.target.recent.blocks", tags, load.recentBlocks());
            RankStream stream = rank.feed().stream();
            if (stream == null) {
                put("warmpath.stream.reason", tags.and("reason", StreamReason.NO_ENDPOINT.key()), 1);
            } else {
                of(stream.status());
            }
        }

        private void of(RankIndexStatus status) {
            for (BlockSizeState state : BlockSizeState.values()) {
                put(
                        "warmpath.target.block.size.state",
                        tags.and("state", state.key()),
                        status.blockSizeState() == state ? 1 : 0);
            }
            put("warmpath.target.orphans.waiting", tags, status.orphansWaiting());
            put("warmpath.target.blocks.refused", tags.and("reason", "orphan_dropped"), status.orphansDropped());
            put("warmpath.target.blocks.refused", tags.and("reason", "budget"), status.refused());
            put("warmpath.target.blocks.refused", tags.and("reason", "wrong_block_size"), status.wrongBlockSize());
            put("warmpath.target.blocks.refused", tags.and("reason", "malformed"), status.malformed());
            put("warmpath.target.blocks.refused", tags.and("reason", "unknown_removal"), status.unknownRemovals());
            put(
                    "warmpath.target.blocks.refused",
                    tags.and("reason", "unknown_placeholder"),
                    status.unknownPlaceholders());
        }

        private void of(StreamStatus status) {
            put("warmpath.stream.reason", tags.and("reason", status.reason().key()), 1);
            put("warmpath.stream.replays.failed", tags, status.replaysFailed());
            put("warmpath.stream.buffered", tags, status.buffered());
            put("warmpath.stream.connects", tags, status.connects());
            put("warmpath.stream.sink.failures", tags, status.sinkFailures());
            put("warmpath.stream.last.sequence", tags, status.lastSequence());
            put("warmpath.stream.batches", tags, status.batches());
            put("warmpath.stream.gaps", tags, status.gaps());
            put("warmpath.stream.missing", tags, status.missing());
            put("warmpath.stream.lost", tags, status.lost());
            put("warmpath.stream.frame.errors", tags, status.frameErrors());
            put("warmpath.stream.rank.mismatches", tags, status.rankMismatches());
            put("warmpath.stream.lag.seconds", tags, status.lagMillis() / 1000.0);
            put("warmpath.stream.replays", tags, status.replays());
            put("warmpath.stream.restarts", tags, status.restarts());
            status.events().forEach((type, count) -> put("warmpath.stream.events", tags.and("type", type), count));
            status.rejected()
                    .forEach((reason, count) ->
                            put("warmpath.stream.rejected", tags.and("reason", reason.key()), count));
            if (status.lastEventAgeMillis() >= 0) {
                put("warmpath.stream.last.event.age.seconds", tags, status.lastEventAgeMillis() / 1000.0);
            }
        }

        private void put(String name, Tags rowTags, Number value) {
            List<MultiGauge.Row<?>> list = rows.get(name);
            if (list != null) {
                list.add(MultiGauge.Row.of(rowTags, value));
            }
        }
    }
}
