package dev.warmpath.router.observe.fleet;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** The values of one scrape. */
final class FleetSamples {

    private final Map<FleetMeter, GaugeSnapshot.Builder> gauges = new EnumMap<>(FleetMeter.class);
    private final Map<FleetMeter, CounterSnapshot.Builder> counters = new EnumMap<>(FleetMeter.class);

    void put(FleetMeter meter, Labels labels, Number value) {
        switch (meter.kind()) {
            case GAUGE ->
                gauges.computeIfAbsent(
                                meter,
                                m -> GaugeSnapshot.builder().name(m.metric()).help(m.help()))
                        .dataPoint(GaugeDataPointSnapshot.builder()
                                .labels(labels)
                                .value(value.doubleValue())
                                .build());
            case COUNTER ->
                counters.computeIfAbsent(
                                meter,
                                m -> CounterSnapshot.builder().name(m.metric()).help(m.help()))
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .labels(labels)
                                .value(value.doubleValue())
                                .build());
        }
    }

    /** 1 for the state that holds, 0 for the others, so that a query can count targets by state. */
    <S extends Enum<S>> void state(FleetMeter meter, Labels labels, S[] states, S now, Function<S, String> key) {
        for (S state : states) {
            put(meter, labels.add("state", key.apply(state)), state == now ? 1 : 0);
        }
    }

    MetricSnapshots build() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        gauges.values().forEach(gauge -> all.metricSnapshot(gauge.build()));
        counters.values().forEach(counter -> all.metricSnapshot(counter.build()));
        return all.build();
    }
}
