package dev.warmpath.it.bench.fleet;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.name.NameService;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.observe.fleet.FleetMetrics;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.PrefixIndex;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.util.List;

/** The parts of a router that know of workers: fleet, event streams, index, chooser and metrics, joined as a router joins them. */
final class RouterParts implements AutoCloseable {

    private static final String MODEL = "m";
    private static final String GROUP = "default";
    private static final ScoringSettings SCORING = ScoringSettings.withWeights(20.0, 2.0, null);

    final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), SCORING.expectedTtl());
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final EventStreams streams;
    final Fleet fleet;
    final PairChooser chooser = new PairChooser(index, SCORING, System::nanoTime);
    private final HostNames names = new HostNames(NameService.SYSTEM);

    RouterParts() {
        streams = new EventStreams(EventSettings.defaults(), names);
        fleet = new Fleet(
                index,
                streams,
                PortBlockAllocator.system(),
                BreakerSettings.defaults(),
                System::nanoTime,
                worker -> null);
        FleetMetrics.register(registry, fleet, chooser, index);
    }

    /** A worker that publishes at these endpoints, one per rank. */
    static WorkerSettings worker(int number, List<String> endpoints) {
        String host = "10." + number / 62_500 + "." + number / 250 % 250 + "." + (1 + number % 250);
        return WorkerSettings.of(
                        URI.create("http://" + host + ":30000"),
                        role(number),
                        Engine.VLLM,
                        Protocol.VLLM_NIXL,
                        List.of(MODEL),
                        GROUP,
                        endpoints.size(),
                        0,
                        RankEvents.BLOCK_SIZE)
                .withEvents(new KvEventsSettings.Connect(endpoints, List.of(), ""));
    }

    /** Workers prefill and decode in turns. */
    static Role role(int worker) {
        return worker % 2 == 0 ? Role.PREFILL : Role.DECODE;
    }

    /** The model that all workers serve. */
    static String model() {
        return MODEL;
    }

    @Override
    public void close() {
        streams.close();
        names.close();
        registry.close();
    }
}
