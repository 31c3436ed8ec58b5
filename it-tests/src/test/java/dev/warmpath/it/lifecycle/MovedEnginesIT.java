package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.support.SimulatedFleet.cachedTokens;
import static dev.warmpath.it.support.SimulatedFleet.prefillOf;
import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.sim.EnginePorts;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.it.truth.IndexTruth;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Engines that are known by name and change addresses with one another, as containers do that are restarted. Both addresses
 * answer all the time, so nothing fails: who keeps to an address asks one engine and hears of the other's cache.
 */
class MovedEnginesIT {

    private static final int BLOCK = 16;
    private static final int TOKENS = 20 * BLOCK;
    private static final Duration NAME_CHECK = Duration.ofMillis(50);
    private static final List<String> NAMES = List.of("engine-a", "engine-b");

    private final Map<String, SimEngine> engines = new ConcurrentHashMap<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private SimEngine here;
    private SimEngine there;
    private RouterServer router;

    @BeforeEach
    void start() {
        here = engine("127.0.0.1", EnginePorts.CHOSEN);
        there = engine("127.0.0.2", here.ports());
        engines.put(NAMES.get(0), here);
        engines.put(NAMES.get(1), there);
        WarmpathSettings settings = TestSettings.of(
                        NAMES.stream().map(this::named).toList(),
                        Duration.ofSeconds(30),
                        ScoringSettings.withWeights(20.0, 2.0, 20.0))
                .withUpstream(UpstreamSettings.defaults().withNameCheck(NAME_CHECK))
                .withEvents(EventSettings.defaults().withNameCheck(NAME_CHECK));
        router = RouterServer.start(settings, this::addresses);
        await().untilAsserted(() -> {
            for (String name : NAMES) {
                assertThat(worker(name).address().known()).isNotNull();
                assertThat(worker(name).ranks().get(0).feed().state().trust()).isEqualTo(1);
            }
        });
    }

    @AfterEach
    void stop() {
        router.close();
        here.close();
        there.close();
    }

    private static SimEngine engine(String host, EnginePorts ports) {
        return SimEngine.start(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                .host(host)
                .ports(ports)
                .times(TimeModel.instant())
                .build());
    }

    private InetAddress[] addresses(String host) throws UnknownHostException {
        return InetAddress.getAllByName(
                Objects.requireNonNull(engines.get(host), host).url().getHost());
    }

    /** A worker as its engine says it is, under a name. */
    private WorkerSettings named(String name) {
        WorkerSettings own = here.workerSettings();
        KvEventsSettings.Connect events = (KvEventsSettings.Connect) Objects.requireNonNull(own.kvEvents());
        return own.withUrl(url(name))
                .withEvents(new KvEventsSettings.Connect(
                        List.of(events.endpoints().get(0).replace("127.0.0.1", name)),
                        List.of(events.replays().get(0).replace("127.0.0.1", name)),
                        events.topic()));
    }

    private URI url(String name) {
        return URI.create("http://" + name + ":" + here.ports().http());
    }

    private Worker worker(String name) {
        return Objects.requireNonNull(router.fleet().view().worker(url(name).toString()));
    }

    private HttpResponse<String> complete(int[] tokens) {
        String prompt = Arrays.stream(tokens).mapToObj(Integer::toString).collect(Collectors.joining(","));
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + router.port() + "/v1/completions"))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"" + here.config().model() + "\",\"prompt\":[" + prompt + "],\"max_tokens\":2}"))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    }

    /** Each engine's cache is what is known of the worker that has its name now. */
    private void awaitTruth() {
        await().untilAsserted(() -> {
            for (String name : NAMES) {
                assertThat(IndexTruth.differences(
                                Objects.requireNonNull(engines.get(name)),
                                worker(name).ranks()))
                        .as(name)
                        .isEmpty();
            }
        });
    }

    @Test
    void requestsAndEventsFollowTheNames() {
        for (int seed = 1; seed <= 6; seed++) {
            complete(prompt(seed, TOKENS));
        }
        awaitTruth();
        String held = prefillOf(complete(prompt(1, TOKENS)));

        engines.put(NAMES.get(0), there);
        engines.put(NAMES.get(1), here);

        awaitTruth();
        HttpResponse<String> repeated = complete(prompt(1, TOKENS));
        assertThat(prefillOf(repeated))
                .as("the engine has taken its cache along")
                .isNotEqualTo(held);
        assertThat(cachedTokens(repeated)).isEqualTo(TOKENS - BLOCK);
        for (int seed = 7; seed <= 12; seed++) {
            HttpResponse<String> first = complete(prompt(seed, TOKENS));
            awaitTruth();
            HttpResponse<String> second = complete(prompt(seed, TOKENS));
            assertThat(prefillOf(second)).isEqualTo(prefillOf(first));
            assertThat(cachedTokens(second)).isEqualTo(TOKENS - BLOCK);
        }
    }
}
