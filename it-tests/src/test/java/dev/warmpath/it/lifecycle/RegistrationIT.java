package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that join, change and leave while the router runs. */
@Timeout(120)
class RegistrationIT {

    private static final long SEED = 20_261_130;

    private final RouterUnderTest fleet = new RouterUnderTest();

    @AfterEach
    void tearDown() {
        fleet.returnsToZero();
        fleet.close();
    }

    private static String entry(String url, String role) {
        return "{\"url\":\"" + url + "\",\"role\":\"" + role + "\",\"engine\":\"sglang\",\"block_size\":4}";
    }

    /** Scenario 78. */
    @Test
    void oneUrlIsOneWorkerHoweverItIsWrittenAndWhateverRoleItHasLater() throws Exception {
        ScriptedWorker first = fleet.started(LegScripts::good);
        ScriptedWorker second = fleet.started(LegScripts::good);
        ScriptedWorker decode = fleet.started(LegScripts::good);
        String url = first.url("localhost").toString();

        assertThat(fleet.register(entry(url, "prefill")).statusCode()).isEqualTo(201);
        assertThat(fleet.register(entry(url, "prefill")).statusCode()).isEqualTo(200);
        assertThat(fleet.register(entry(first.url("LOCALHOST") + "/", "prefill"))
                        .statusCode())
                .isEqualTo(200);
        fleet.register(entry(RouterUnderTest.url(second), "prefill"));
        fleet.register(entry(RouterUnderTest.url(decode), "decode"));
        assertThat(fleet.workerIds()).containsExactly(url, RouterUnderTest.url(second), RouterUnderTest.url(decode));

        serve(100);
        assertThat(first.received().size()).as("half of the prefill legs").isBetween(45, 55);
        assertThat(first.received().size() + second.received().size()).isEqualTo(100);

        assertThat(fleet.register(entry(url, "decode")).statusCode()).isEqualTo(200);
        int before = second.received().size();
        serve(100);

        assertThat(fleet.workerIds()).hasSize(3);
        assertThat(second.received().size() - before)
                .as("all prefill legs go to the one that is left")
                .isEqualTo(100);
        assertThat(fleet.worker(url).at("/role").asText()).isEqualTo("decode");
        assertThat(fleet.metric("warmpath_worker_draining{role=\"prefill\"")).isZero();
        assertThat(fleet.scrape().lines().filter(line -> line.startsWith("warmpath_worker_draining{")))
                .as("one row for each worker")
                .hasSize(3);
    }

    @Test
    void successorOfADrainingWorkerDrainsToo() throws Exception {
        ScriptedWorker worker = fleet.started(LegScripts::good);
        String url = RouterUnderTest.url(worker);
        fleet.register(entry(url, "mixed"));
        fleet.admin("POST", "/admin/workers/" + url + "/drain", "");

        assertThat(fleet.register(entry(url, "mixed").replace("}", ",\"dp_size\":2}"))
                        .statusCode())
                .isEqualTo(200);

        assertThat(fleet.worker(url).at("/dp_size").asInt()).isEqualTo(2);
        assertThat(fleet.worker(url).at("/state").asText()).isEqualTo("draining");
        assertThat(fleet.status()).isEqualTo(503);
        fleet.admin("POST", "/admin/workers/" + url + "/undrain", "");
        assertThat(fleet.status()).isEqualTo(200);
    }

    private void serve(int requests) throws Exception {
        for (int i = 0; i < requests; i++) {
            assertThat(fleet.status()).isEqualTo(200);
        }
    }

    @Test
    void hostsOutsideTheListAreRefusedAndNothingIsConnectedTo() throws Exception {
        ScriptedWorker trap = fleet.started(LegScripts::good);
        fleet.health = RouterUnderTest.PROBED;
        fleet.admin = new AdminSettings("127.0.0.1", 0, null, List.of("10.0.0.0/8", "*.example.com"));

        HttpResponse<String> refused = fleet.register(entry(RouterUnderTest.url(trap), "mixed"));

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(RouterUnderTest.json(refused).at("/error/code").asText()).isEqualTo("worker_host_not_allowed");
        assertThat(RouterUnderTest.json(refused).at("/error/message").asText())
                .contains("127.0.0.1")
                .contains("admin.worker_hosts");
        assertThat(fleet.workerIds()).isEmpty();
        assertThat(trap.probes()).isEmpty();
    }

    @Test
    void eventEndpointsOutsideTheListAreRefusedToo() throws Exception {
        String entry = "{\"url\":\"http://127.0.0.1:1\",\"role\":\"mixed\",\"engine\":\"sglang\","
                + "\"kv_events\":{\"endpoint\":\"tcp://192.0.2.1:5557\"}}";

        HttpResponse<String> refused = fleet.register(entry);

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("192.0.2.1");
        assertThat(fleet.workerIds()).isEmpty();
    }

    @Test
    void wrongEntriesAreRefusedWholeWithAllThatIsWrong() throws Exception {
        HttpResponse<String> refused =
                fleet.register("{\"url\":\"http://127.0.0.1:1\",\"role\":\"both\",\"engine\":\"trt\",\"dp_sise\":2}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(RouterUnderTest.json(refused).at("/error/message").asText())
                .contains("role")
                .contains("engine")
                .contains("dp_size");
        assertThat(fleet.workerIds()).isEmpty();
    }

    @Test
    void unknownWorkersAreNotFoundInOpenAisShape() throws Exception {
        for (String call : List.of("GET ", "DELETE ", "POST /drain", "POST /undrain")) {
            String[] parts = call.split(" ", -1);
            HttpResponse<String> answer =
                    fleet.admin(parts[0], "/admin/workers/http%3A%2F%2F127.0.0.1%3A9" + parts[1], "");
            assertThat(answer.statusCode()).as(call).isEqualTo(404);
            assertThat(RouterUnderTest.json(answer).at("/error/code").asText())
                    .as(call)
                    .isEqualTo("worker_not_found");
        }
        assertThat(fleet.admin("PUT", "/admin/workers/x", "").statusCode()).isEqualTo(405);
    }

    /** A model that is configured and that nobody serves any more is not an unknown one. */
    @Test
    void modelWithoutWorkersIsUnavailableAndNotUnknown() throws Exception {
        ScriptedWorker only = fleet.mixed(LegScripts::good);
        assertThat(fleet.status()).isEqualTo(200);

        assertThat(fleet.admin("DELETE", "/admin/workers/" + RouterUnderTest.url(only), "")
                        .statusCode())
                .isEqualTo(204);

        assertThat(fleet.status()).isEqualTo(503);
    }

    @Test
    void removalClosesStreamsAndEmptiesTheIndexWhileRunningRequestsGoOn() throws Exception {
        try (SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build())) {
            fleet.add(engine.workerSettings());
            String id = engine.url().toString();
            assertThat(fleet.status()).isEqualTo(200);
            await().atMost(SOON).until(() -> fleet.router().index().memberships() > 0);

            assertThat(fleet.admin("DELETE", "/admin/workers/" + id, "").statusCode())
                    .isEqualTo(204);

            assertThat(fleet.router().index().memberships()).isZero();
            assertThat(fleet.scrape()).doesNotContain(id);
            assertThat(fleet.admin("DELETE", "/admin/workers/" + id, "").statusCode())
                    .isEqualTo(404);
        }
    }

    /** The engine goes on publishing while its worker is removed, again and again. */
    @Test
    void eventsUnderWayWhenAWorkerIsRemovedBringNothingBack() throws Exception {
        try (SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build())) {
            String id = engine.url().toString();
            String withEvents = "{\"url\":\"" + id + "\",\"role\":\"mixed\",\"engine\":\"sglang\",\"kv_events\":"
                    + "{\"endpoint\":\"" + engine.eventEndpoint() + "\"}}";
            fleet.router();
            for (int round = 0; round < 5; round++) {
                assertThat(fleet.register(withEvents).statusCode()).isEqualTo(201);
                await().atMost(SOON)
                        .until(() -> fleet.worker(id)
                                .at("/ranks/0/stream/state")
                                .asText()
                                .equals("live"));
                List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    answers.add(fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString()));
                }
                await().atMost(SOON).until(() -> fleet.router().index().memberships() > 0);

                assertThat(fleet.admin("DELETE", "/admin/workers/" + id, "").statusCode())
                        .isEqualTo(204);

                assertThat(fleet.router().index().memberships()).as("at once").isZero();
                answers.forEach(answer -> answer.exceptionally(broken -> null).join());
                engine.awaitIdle(SOON);
                assertThat(fleet.router().index().memberships())
                        .as("after the engine's last event")
                        .isZero();
            }
        }
    }

    @Test
    void workerWithAnotherEventEndpointIsSubscribedToThere() throws Exception {
        try (SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build())) {
            String id = engine.url().toString();
            String entry = "{\"url\":\"" + id + "\",\"role\":\"mixed\",\"engine\":\"sglang\",\"kv_events\":"
                    + "{\"endpoint\":\"%s\"}}";
            fleet.router();
            fleet.register(entry.formatted("tcp://127.0.0.1:1"));
            assertThat(fleet.worker(id).at("/ranks/0/stream/endpoint").asText()).isEqualTo("tcp://127.0.0.1:1");

            assertThat(fleet.register(entry.formatted(engine.eventEndpoint())).statusCode())
                    .isEqualTo(200);

            await().atMost(SOON)
                    .until(() -> fleet.worker(id)
                            .at("/ranks/0/stream/state")
                            .asText()
                            .equals("live"));
            assertThat(fleet.worker(id).at("/ranks/0/stream/endpoint").asText()).isEqualTo(engine.eventEndpoint());
            assertThat(fleet.status()).isEqualTo(200);
            await().atMost(SOON).until(() -> fleet.router().index().memberships() > 0);
        }
    }

    /** Scenario 83. */
    @Test
    void nothingIsScrapedOfAHundredWorkersThatCameAndWent() throws Exception {
        Random random = new Random(SEED);
        fleet.health = RouterUnderTest.PROBED;
        String before = names(fleet.scrape());
        List<String> gone = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            boolean answers = random.nextBoolean();
            ScriptedWorker worker = fleet.started(answers ? LegScripts::good : LegScripts::silent);
            String id = RouterUnderTest.url(worker);
            assertThat(fleet.register(entry(id, "mixed")).statusCode()).isEqualTo(201);
            CompletableFuture<HttpResponse<String>> answer =
                    fleet.client.sendAsync(fleet.request(true), HttpResponse.BodyHandlers.ofString());
            await().atMost(SOON).until(() -> worker.received().size() == 1);
            if (!answers && random.nextBoolean()) {
                answer.cancel(true);
            }
            assertThat(fleet.admin("DELETE", "/admin/workers/" + id, "").statusCode())
                    .isEqualTo(204);
            answer.cancel(true);
            worker.close();
            gone.add(id);
        }
        fleet.returnsToZero();

        String scrape = fleet.scrape();
        assertThat(gone).as("seed %d", SEED).noneMatch(scrape::contains);
        assertThat(fleet.metric("warmpath_requests_total")).isEqualTo(100);
        assertThat(names(scrape)).as("workers leave no series of their own").contains(before.split("\n"));
        assertThat(scrape.lines().filter(line -> line.contains("worker=\""))).isEmpty();
    }

    private static String names(String scrape) {
        return String.join(
                "\n", scrape.lines().filter(line -> line.startsWith("# TYPE")).toList());
    }
}
