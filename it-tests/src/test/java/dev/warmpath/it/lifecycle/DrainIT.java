package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenario 81: a worker is taken out of service and brought back. And 80 (b): one is killed that holds everything. */
@Timeout(60)
class DrainIT {

    private final RouterUnderTest fleet = new RouterUnderTest();
    private final List<SimEngine> engines = new ArrayList<>();

    @AfterEach
    void tearDown() {
        fleet.returnsToZero();
        fleet.close();
        engines.forEach(SimEngine::close);
    }

    private SimEngine engine() {
        SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build());
        engines.add(engine);
        fleet.add(engine.workerSettings());
        return engine;
    }

    private static String body(int[] tokens) {
        StringBuilder text = new StringBuilder();
        for (int token : tokens) {
            text.append(text.isEmpty() ? "" : ",").append(token);
        }
        return "{\"model\":\"m\",\"prompt\":[" + text + "],\"max_tokens\":2}";
    }

    private HttpResponse<String> complete(int[] tokens) throws Exception {
        return fleet.client.send(fleet.post(body(tokens)), HttpResponse.BodyHandlers.ofString());
    }

    private static String servedBy(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String target = answer.headers().firstValue("x-warmpath-decode").orElse("");
        return target.substring(0, target.indexOf('#'));
    }

    private void awaitLive() {
        await().atMost(SOON)
                .untilAsserted(() -> engines.forEach(engine -> fleet.router()
                        .fleet()
                        .view()
                        .workers()
                        .forEach(worker -> worker.ranks()
                                .forEach(rank ->
                                        assertThat(rank.candidate().trust()).isEqualTo(1)))));
    }

    /** Sends the prompt until one engine holds it; that one's URL. */
    private String holder(int[] tokens) throws Exception {
        awaitLive();
        String first = servedBy(complete(tokens));
        await().atMost(SOON).until(() -> fleet.router().index().memberships() >= tokens.length / 16);
        for (int i = 0; i < 5; i++) {
            assertThat(servedBy(complete(tokens))).isEqualTo(first);
        }
        return first;
    }

    @Test
    void drainingWorkerGetsNothingThoughItHoldsThePrefixAndIsFoundAgainAfterwards() throws Exception {
        engine();
        engine();
        int[] tokens = prompt(1, 64 * 16);
        String holder = holder(tokens);
        long held = fleet.router().index().memberships();

        assertThat(fleet.admin("POST", "/admin/workers/" + holder + "/drain", "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(fleet.admin("POST", "/admin/workers/" + holder + "/drain", "")
                        .statusCode())
                .as("twice is once")
                .isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            assertThat(servedBy(complete(tokens))).isNotEqualTo(holder);
        }

        assertThat(fleet.worker(holder).at("/state").asText()).isEqualTo("draining");
        assertThat(fleet.metric("warmpath_drains_total")).isEqualTo(1);
        assertThat(fleet.router().index().memberships()).as("its index is kept").isGreaterThanOrEqualTo(held);

        fleet.admin("POST", "/admin/workers/" + holder + "/undrain", "");
        // The other one holds the prefix too by now: out of the way with it.
        String other = fleet.workerIds().stream()
                .filter(id -> !id.equals(holder))
                .findFirst()
                .orElseThrow();
        JsonNode row = holderRow(tokens, holder);
        assertThat(row.at("/eligible").asBoolean()).isTrue();
        assertThat(row.at("/overlap/device").asInt()).isEqualTo(64);
        fleet.admin("POST", "/admin/workers/" + other + "/drain", "");
        assertThat(servedBy(complete(tokens))).isEqualTo(holder);
    }

    private JsonNode holderRow(int[] tokens, String holder) throws Exception {
        JsonNode rows = RouterUnderTest.json(
                        fleet.admin("POST", "/admin/explain?endpoint=/v1/completions", body(tokens)))
                .get("candidates");
        for (JsonNode row : rows) {
            if (row.get("target").asText().equals(holder + "#0")) {
                return row;
            }
        }
        throw new AssertionError(rows.toString());
    }

    @Test
    void openStreamsOfADrainingWorkerEndNormallyAndAreCounted() throws Exception {
        List<ScriptedWorker.Received> open = new CopyOnWriteArrayList<>();
        ScriptedWorker drained = fleet.mixed(leg -> {
            leg.events("data: {\"choices\":[{\"text\":\"a\"}]}\n\n");
            open.add(leg);
        });
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            answers.add(fleet.client.sendAsync(fleet.request(true), HttpResponse.BodyHandlers.ofString()));
        }
        await().atMost(SOON).until(() -> open.size() == 3);

        JsonNode shown = RouterUnderTest.json(
                fleet.admin("POST", "/admin/workers/" + RouterUnderTest.url(drained) + "/drain", ""));

        assertThat(shown.at("/draining").asBoolean()).isTrue();
        assertThat(shown.at("/requests").asInt()).isEqualTo(3);
        assertThat(fleet.status()).isEqualTo(503);
        open.forEach(leg -> leg.response().end("data: [DONE]\n\n"));
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().body()).endsWith("data: [DONE]\n\n"));
        await().atMost(SOON).until(() -> fleet.worker(drained).at("/requests").asInt() == 0);
    }

    /** Scenario 80 (b). */
    @Test
    void killedWorkerThatHoldsThePrefixCostsNoClientAnError() throws Exception {
        engine();
        engine();
        int[] tokens = prompt(2, 64 * 16);
        String holder = holder(tokens);

        engines.stream()
                .filter(engine -> engine.url().toString().equals(holder))
                .forEach(SimEngine::stop);

        for (int i = 0; i < 10; i++) {
            assertThat(servedBy(complete(tokens))).isNotEqualTo(holder);
        }
    }
}
