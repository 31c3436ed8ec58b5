package dev.warmpath.router.observe;

import dev.warmpath.router.cluster.status.ClusterState;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.cluster.status.Difference;
import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.cluster.status.MemberStatus;
import dev.warmpath.router.cluster.wire.Hello;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Meters of other routers, read at each scrape. Rows of a router bear its name, which is configuration; those of one that
 * has left go with it. A router that looks for no others tells nothing but that.
 */
public final class ClusterMetrics implements MultiCollector {

    private static final String PREFIX = "warmpath_cluster_";

    private final Supplier<ClusterStatus> cluster;

    public ClusterMetrics(Supplier<ClusterStatus> cluster) {
        this.cluster = cluster;
    }

    @Override
    public MetricSnapshots collect() {
        ClusterStatus now = cluster.get();
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        GaugeSnapshot.Builder state = gauge("state", "1 for whether this router knows others, 0 for the other states");
        for (ClusterState one : ClusterState.values()) {
            state.dataPoint(point(Labels.of("state", one.key()), one == now.state() ? 1 : 0));
        }
        all.metricSnapshot(state.build());
        if (now.state() != ClusterState.OFF) {
            own(all, now);
            members(all, now);
        }
        return all.build();
    }

    private static void own(MetricSnapshots.Builder all, ClusterStatus now) {
        GaugeSnapshot.Builder members = gauge("members", "Other routers, by what is known of them");
        for (MemberState state : MemberState.values()) {
            members.dataPoint(point(Labels.of("state", state.key()), (double) now.members(state)));
        }
        all.metricSnapshot(members.build());
        all.metricSnapshot(count("sent_messages", "Messages to other routers", now.sent()));
        all.metricSnapshot(count("sent_bytes", "Bytes of messages to other routers", now.sentBytes()));
        all.metricSnapshot(count("resyncs", "Times that something was missed and all was asked for", now.fullsAsked()));
        all.metricSnapshot(count("joins", "Times that this router has joined others", now.joins()));
        all.metricSnapshot(count(
                "hints_dropped",
                "Expected blocks of bookings that were not told, too many at one time",
                now.hintsDropped()));
        CounterSnapshot.Builder refused = counter("refused", "Messages and connections that were not taken, by reason");
        now.refused()
                .forEach((reason, count) -> refused.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(Labels.of("reason", reason.key()))
                        .value(count)
                        .build()));
        all.metricSnapshot(refused.build());
    }

    private static void differences(MetricSnapshots.Builder all, ClusterStatus now) {
        Hello self = now.self();
        GaugeSnapshot.Builder differs = gauge("member_differs", "1 for what is otherwise on another router, else 0");
        for (MemberStatus member : named(now)) {
            Hello other = member.hello();
            List<Difference> differing = self == null || other == null || member.state() != MemberState.LIVE
                    ? List.of()
                    : Difference.between(self, other);
            for (Difference what : Difference.values()) {
                Labels labels = Labels.of("router", member.name(), "what", what.key());
                differs.dataPoint(point(labels, differing.contains(what) ? 1 : 0));
            }
        }
        all.metricSnapshot(differs.build());
    }

    private static void members(MetricSnapshots.Builder all, ClusterStatus now) {
        if (now.members().isEmpty()) {
            return;
        }
        differences(all, now);
        gauge(all, now, "member_age_seconds", "Time since a router was last heard", member -> member.ageMillis() / 1e3);
        gauge(all, now, "member_requests", "Legs that a router has in flight", MemberStatus::requests);
        gauge(all, now, "member_inflight_blocks", "What they weigh, in blocks", MemberStatus::inflightBlocks);
        counter(all, now, "received_messages", "Messages of a router", MemberStatus::messages);
        counter(all, now, "received_bytes", "Bytes of messages of a router", MemberStatus::bytes);
        counter(all, now, "lost_messages", "Messages of a router that never came", MemberStatus::missed);
    }

    private static void gauge(
            MetricSnapshots.Builder all,
            ClusterStatus now,
            String name,
            String help,
            ToDoubleFunction<MemberStatus> value) {
        GaugeSnapshot.Builder gauge = gauge(name, help);
        for (MemberStatus member : named(now)) {
            gauge.dataPoint(point(labels(member), value.applyAsDouble(member)));
        }
        all.metricSnapshot(gauge.build());
    }

    private static void counter(
            MetricSnapshots.Builder all,
            ClusterStatus now,
            String name,
            String help,
            ToDoubleFunction<MemberStatus> value) {
        CounterSnapshot.Builder counter = counter(name, help);
        for (MemberStatus member : named(now)) {
            counter.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(labels(member))
                    .value(value.applyAsDouble(member))
                    .build());
        }
        all.metricSnapshot(counter.build());
    }

    /** One for each name, those that are there first: two rows of one label would spoil the whole scrape. */
    private static Collection<MemberStatus> named(ClusterStatus now) {
        Map<String, MemberStatus> named = new LinkedHashMap<>();
        now.members().forEach(member -> named.putIfAbsent(member.name(), member));
        return named.values();
    }

    private static Labels labels(MemberStatus member) {
        return Labels.of("router", member.name());
    }

    private static GaugeDataPointSnapshot point(Labels labels, double value) {
        return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private static CounterSnapshot count(String name, String help, long value) {
        return counter(name, help)
                .dataPoint(
                        CounterDataPointSnapshot.builder().value((double) value).build())
                .build();
    }

    private static GaugeSnapshot.Builder gauge(String name, String help) {
        return GaugeSnapshot.builder().name(PREFIX + name).help(help);
    }

    private static CounterSnapshot.Builder counter(String name, String help) {
        return CounterSnapshot.builder().name(PREFIX + name).help(help);
    }
}
