package dev.warmpath.it.discovery;

import static dev.warmpath.it.discovery.DiscoveredFleet.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.fleet.worker.Worker;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenarios 78, 80 and 81 for workers that are discovered, whatever from. */
@Timeout(90)
abstract class SourceScenarios {

    private final List<ScriptedWorker.Received> open = new CopyOnWriteArrayList<>();
    Addresses addresses;
    private @Nullable DiscoveredFleet fleet;

    /** The place of the source, one line of YAML: {@code dns: {...}}. */
    abstract String place();

    /** Lets the source yield exactly the workers at these addresses. */
    abstract void announce(int... addresses) throws Exception;

    /** Lets nobody answer the router's questions. */
    abstract void breakSource() throws Exception;

    abstract void repairSource() throws Exception;

    @BeforeEach
    void findPort() throws Exception {
        addresses = Addresses.free();
    }

    @AfterEach
    void closeFleet() {
        if (fleet != null) {
            fleet.close();
        }
    }

    DiscoveredFleet fleet(String more) {
        fleet = new DiscoveredFleet("""
                %s
                discovery:
                  - name: found
                    hold: 700ms
                    worker: {role: mixed, engine: sglang, block_size: 4}
                    %s
                """.formatted(more, place()));
        return fleet;
    }

    private ScriptedWorker worker(DiscoveredFleet of, int n) {
        return of.worker(Addresses.host(n), addresses.port());
    }

    /** Scenario 78. */
    @Test
    void workersJoinServeTheirShareAndAreNotAccumulated() throws Exception {
        announce(0, 1);
        DiscoveredFleet found = fleet("health: {enabled: false}");
        ScriptedWorker first = worker(found, 0);
        ScriptedWorker second = worker(found, 1);
        found.awaitWorkers(addresses.url(0), addresses.url(1));
        Worker before = found.router().fleet().view().worker(addresses.url(0));

        announce(1, 0);
        announce(0, 1, 2);
        found.awaitWorkers(addresses.url(0), addresses.url(1), addresses.url(2));
        announce(0, 1);
        found.awaitWorkers(addresses.url(0), addresses.url(1));

        assertThat(found.router().fleet().view().worker(addresses.url(0)))
                .as("who is announced as before is not touched")
                .isSameAs(before);
        for (int i = 0; i < 40; i++) {
            assertThat(found.complete().statusCode()).isEqualTo(200);
        }
        assertThat(first.received()).hasSize(20);
        assertThat(second.received()).hasSize(20);
        assertThat(found.worker(addresses.url(0)).at("/source").asText()).isEqualTo("found");
    }

    /** Scenario 78: two places that put the same worker there. */
    @Test
    void workerOfTheConfigurationIsNotTheSources() throws Exception {
        announce(0, 1);
        DiscoveredFleet found = fleet("""
                health: {enabled: false}
                workers: [{url: "%s", role: mixed, engine: sglang, block_size: 8}]
                """.formatted(addresses.url(0)));
        found.awaitWorkers(addresses.url(0), addresses.url(1));

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(found.source("found").rejected())
                        .singleElement()
                        .satisfies(one -> assertThat(one.reason().key()).isEqualTo("url_taken")));
        assertThat(found.worker(addresses.url(0)).at("/source").asText()).isEqualTo("configuration");
        assertThat(found.findings("announced_refused"))
                .singleElement()
                .satisfies(one -> assertThat(one.get("seen").asText()).contains("url_taken", addresses.url(0)));
        announce(1);
        await().atMost(SOON).until(() -> found.source("found").rejected().isEmpty());
        found.awaitWorkers(addresses.url(0), addresses.url(1));
        HttpResponse<String> refused = found.admin("DELETE", "/admin/workers/" + addresses.url(1), "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("worker_of_source", "found");
    }

    /**
     * Scenario 80 (a), (b), (f) and (g): a worker that is down is no reason to keep others waiting, and joins when it comes up; one
     * that dies is passed over at once; without any the model is known, and there is nobody for it.
     */
    @Test
    void deadWorkerIsFoundAndServesOnceItIsUp() throws Exception {
        announce(0, 1);
        DiscoveredFleet found =
                fleet("health: {interval: 50ms, timeout: 5s, failures: 2, successes: 1, path: /health}");
        ScriptedWorker first = worker(found, 0);
        found.awaitWorkers(addresses.url(0), addresses.url(1));
        await().atMost(SOON)
                .until(() ->
                        found.worker(addresses.url(1)).at("/state").asText().equals("unhealthy"));
        for (int i = 0; i < 5; i++) {
            assertThat(found.complete().statusCode()).isEqualTo(200);
        }

        ScriptedWorker late = worker(found, 1);

        await().atMost(SOON).until(() -> {
            found.complete();
            return !late.received().isEmpty();
        });
        first.close();
        for (int i = 0; i < 5; i++) {
            assertThat(found.complete().statusCode())
                    .as("nobody has probed yet")
                    .isEqualTo(200);
        }
        assertThat(found.get("/v1/models").statusCode()).isEqualTo(200);
        late.close();
        await().atMost(SOON).until(() -> found.complete().statusCode() == 503);
        assertThat(found.complete("unheard").statusCode()).isEqualTo(404);
        assertThat(found.source("found").workers()).as("announced all the same").isEqualTo(2);
    }

    /** Scenario 80 (c) and (e): who takes connections and never answers holds up nobody else, and one bad answer costs nobody. */
    @Test
    void hungWorkerHoldsUpNobodyAndOneBadProbeCostsNobody() throws Exception {
        announce(0, 1);
        DiscoveredFleet found =
                fleet("health: {interval: 50ms, timeout: 500ms, failures: 2, successes: 1, path: /health}");
        ScriptedWorker hung = worker(found, 0);
        ScriptedWorker well = worker(found, 1);
        hung.health(probe -> {});
        found.awaitWorkers(addresses.url(0), addresses.url(1));
        await().atMost(SOON)
                .until(() ->
                        found.worker(addresses.url(0)).at("/state").asText().equals("unhealthy"));
        int probes = well.probes().size();
        AtomicBoolean once = new AtomicBoolean(true);
        well.health(probe -> probe.answer(once.getAndSet(false) ? 500 : 200, "text/plain", ""));

        await().atMost(SOON).until(() -> {
            assertThat(found.complete().statusCode()).isEqualTo(200);
            return !once.get() && well.probes().size() > probes + 3;
        });

        assertThat(hung.received()).isEmpty();
        assertThat(found.worker(addresses.url(1)).at("/state").asText()).isNotEqualTo("unhealthy");
    }

    /** Scenario 80: the source itself dies, hangs and flaps. */
    @Test
    void sourceThatBreaksKeepsItsWorkersAndSaysSince() throws Exception {
        announce(0);
        DiscoveredFleet found = fleet("health: {enabled: false}");
        worker(found, 0);
        found.awaitWorkers(addresses.url(0));
        Worker before = found.router().fleet().view().worker(addresses.url(0));

        breakSource();

        found.awaitState("found", SourceState.BROKEN);
        assertThat(found.source("found").fault()).isNotNull();
        assertThat(found.findings("source_broken"))
                .singleElement()
                .satisfies(
                        one -> assertThat(one.get("seen").asText()).contains("found keeps its last 1 workers since"));
        assertThat(found.scrape())
                .contains("warmpath_discovery_source_state{source=\"found\",state=\"broken\"} 1")
                .contains("warmpath_discovery_workers{source=\"found\"} 1");
        assertThat(found.complete().statusCode()).isEqualTo(200);
        repairSource();
        announce(0, 1);
        found.awaitState("found", SourceState.FOLLOWING);
        found.awaitWorkers(addresses.url(0), addresses.url(1));
        assertThat(found.router().fleet().view().worker(addresses.url(0))).isSameAs(before);
    }

    /** Scenario 80: nobody at all is said in passing by what is just starting. */
    @Test
    void sourceThatYieldsNobodyIsBelievedAfterItsHold() throws Exception {
        announce(0);
        DiscoveredFleet found = fleet("health: {enabled: false}");
        found.awaitWorkers(addresses.url(0));

        announce();

        found.awaitState("found", SourceState.HOLDING);
        assertThat(found.router().fleet().view().worker(addresses.url(0))).isNotNull();
        found.awaitWorkers();
        found.awaitState("found", SourceState.FOLLOWING);
    }

    /** Scenario 81. */
    @Test
    void withdrawnWorkerEndsItsStreamsAndADrainOutlivesAnAnnouncement() throws Exception {
        announce(0, 1);
        DiscoveredFleet found = fleet("health: {enabled: false}");
        found.worker(Addresses.host(0), addresses.port(), leg -> {
            leg.events("data: {\"choices\":[{\"text\":\"a\"}]}\n\n");
            open.add(leg);
        });
        ScriptedWorker other = worker(found, 1);
        found.awaitWorkers(addresses.url(0), addresses.url(1));
        found.admin("POST", "/admin/workers/" + addresses.url(1) + "/drain", "");
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            answers.add(found.completing(true));
        }
        await().atMost(SOON).until(() -> open.size() == 3);
        announce(0, 1, 2);
        found.awaitWorkers(addresses.url(0), addresses.url(1), addresses.url(2));
        assertThat(other.received()).as("the drain outlives it").isEmpty();
        found.admin("POST", "/admin/workers/" + addresses.url(1) + "/undrain", "");

        announce(1);

        await().atMost(SOON)
                .until(() ->
                        found.worker(addresses.url(0)).at("/state").asText().equals("withdrawn"));
        for (int i = 0; i < 20; i++) {
            assertThat(found.complete().statusCode()).isEqualTo(200);
        }
        assertThat(open).as("legs sent to who is withdrawn").hasSize(3);
        assertThat(found.worker(addresses.url(0)).at("/requests").asInt()).isEqualTo(3);
        open.forEach(leg -> leg.response().end("data: [DONE]\n\n"));
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().body()).endsWith("data: [DONE]\n\n"));
        found.awaitWorkers(addresses.url(1));
    }
}
