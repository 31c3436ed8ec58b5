package dev.warmpath.router.observe.fleet;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.circuit.Passage;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.observe.request.ModelNames;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.PrefixIndex;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a scrape says of workers, and that it says nothing of those that have left. */
class FleetMetricsTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    private final HostNames names = new HostNames();
    private final EventStreams streams = new EventStreams(EventSettings.defaults(), names);
    private final Fleet fleet =
            new Fleet(index, streams, PortBlockAllocator.system(), BreakerSettings.defaults(), () -> 0, https -> null);
    private final PairChooser chooser =
            new PairChooser(index, ScoringSettings.withWeights(20.0, 2.0, 20.0), System::nanoTime);
    private final FleetMetrics metrics = FleetMetrics.register(registry, fleet, chooser, index);

    @AfterEach
    void tearDown() {
        streams.close();
        names.close();
        registry.close();
    }

    private Worker add(int port, boolean events) {
        return fleet.add(WorkerSettings.of(
                        URI.create("http://127.0.0.1:" + port),
                        Role.MIXED,
                        Engine.SGLANG,
                        Protocol.NONE,
                        List.of("m"),
                        "default",
                        1,
                        0,
                        16)
                .withEvents(events ? new KvEventsSettings.Bind("127.0.0.1", 0, "") : null));
    }

    private String scrape() {
        metrics.dropCountsOfLeftWorkers();
        return registry.scrape();
    }

    private void legError(Worker worker) {
        registry.counter(RouterMetrics.LEG_ERRORS, "role", "mixed", "worker", worker.id(), "reason", "connect")
                .increment();
    }

    @Test
    void whatAWorkerThatCameBackIsToldIsCountedFromZeroAgain() {
        RouterMetrics requests = new RouterMetrics(registry, new ModelNames(Set.of("m")));
        String series = "warmpath_actual_cached_tokens_total{rank=\"0\",role=\"mixed\",worker=\"http://127.0.0.1:1\"} ";
        Worker first = add(1, false);
        requests.cacheTold(first.ranks().get(0).candidate(), 7, 5);
        requests.cacheTold(first.ranks().get(0).candidate(), 7, 5);
        assertThat(scrape()).contains(series + "10.0");

        fleet.remove(first.id(), Removal.ASKED).join();
        requests.cacheTold(first.ranks().get(0).candidate(), 7, 5);
        assertThat(scrape()).doesNotContain(series);

        Worker again = add(1, false);
        requests.cacheTold(again.ranks().get(0).candidate(), 7, 3);
        requests.cacheTold(first.ranks().get(0).candidate(), 7, 5);
        assertThat(scrape())
                .as("late news of the one before is not lost either")
                .contains(series + "8.0");
    }

    @Test
    void nothingOfAWorkerThatLeftIsScrapedNotEvenWhatIsCountedLate() {
        Worker gone = add(1, false);
        Worker stays = add(2, false);
        legError(gone);
        legError(stays);
        assertThat(scrape()).contains("worker=\"" + gone.id() + "\"");

        fleet.remove(gone.id(), Removal.ASKED).join();
        legError(gone);
        String after = scrape();

        assertThat(after).doesNotContain("worker=\"" + gone.id() + "\"");
        assertThat(after)
                .contains("warmpath_leg_errors_total{reason=\"connect\",role=\"mixed\",worker=\"" + stays.id()
                        + "\"} 1.0\n");
    }

    @Test
    void breakerOfAWorkersConnectionsIsTold() {
        Worker worker = add(1, false);
        String open = "warmpath_worker_breaker_state{role=\"mixed\",state=\"open\",worker=\"" + worker.id() + "\"} ";
        Passage before = enter(worker);
        assertThat(scrape()).contains(open + "0.0\n");

        enter(worker).refused();
        assertThat(scrape()).contains(open + "1.0\n");

        before.reached();
        assertThat(scrape()).contains(open + "0.0\n");
    }

    private Passage enter(Worker worker) {
        return Objects.requireNonNull(
                fleet.enter(worker.ranks().get(0).candidate().target(), false));
    }

    @Test
    void drainIsTold() {
        Worker worker = add(1, false);
        String line = "warmpath_worker_draining{role=\"mixed\",worker=\"" + worker.id() + "\"} ";

        fleet.drain(worker.id(), true);
        assertThat(scrape()).contains(line + "1.0\n");

        fleet.drain(worker.id(), false);
        assertThat(scrape()).contains(line + "0.0\n");
    }

    @Test
    void trustAndStreamReasonAreToldForEachRank() {
        Worker deaf = add(1, false);
        Worker hearing = add(2, true);
        String scrape = scrape();

        String tags = "rank=\"0\",%srole=\"mixed\",worker=\"" + deaf.id() + "\"} ";
        assertThat(scrape)
                .contains("warmpath_target_trust{" + tags.formatted("") + "0.0\n")
                .contains("warmpath_stream_reason{" + tags.formatted("reason=\"no_endpoint\",") + "1.0\n");
        for (String name : List.of("replays_failed_total", "buffered", "connects_total", "sink_failures_total")) {
            assertThat(scrape)
                    .contains("warmpath_stream_" + name + "{rank=\"0\",role=\"mixed\",worker=\"" + hearing.id()
                            + "\"} 0.0\n");
        }
    }
}
