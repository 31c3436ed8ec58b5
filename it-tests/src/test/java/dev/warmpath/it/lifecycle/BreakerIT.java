package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passive breakers and retries: what opens them, what does not, and who is told. */
@Timeout(60)
class BreakerIT {

    private final RouterUnderTest fleet = new RouterUnderTest();

    @AfterEach
    void tearDown() {
        fleet.returnsToZero();
        fleet.close();
    }

    private String breaker(ScriptedWorker worker, int rank) throws IOException, InterruptedException {
        return fleet.worker(worker).at("/ranks/" + rank + "/breaker").asText();
    }

    /** Retries without waits, so that tests need not wait either. */
    private static UpstreamSettings retries(int retries, double budget, int floor) {
        UpstreamSettings d = UpstreamSettings.defaults();
        return new UpstreamSettings(
                d.connectTimeout(),
                d.maxConnectionsPerWorker(),
                d.maxWaitingPerWorker(),
                d.keepAlive(),
                retries,
                budget,
                floor,
                Duration.ZERO,
                Duration.ZERO,
                d.maxPrefillAnswerBytes(),
                d.missingHandOff(),
                d.handOffLease());
    }

    /** A worker that joins while the router runs. */
    private ScriptedWorker join(Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = fleet.started(script);
        fleet.router().fleet().add(RouterUnderTest.settings(RouterUnderTest.url(worker), 1, null, null));
        return worker;
    }

    /** Scenario 71. */
    @ParameterizedTest
    @ValueSource(ints = {400, 404, 413, 422, 429})
    void clientErrorsLeaveTheBreakerClosed(int status) throws Exception {
        ScriptedWorker worker = fleet.mixed(RouterUnderTest.status(status));
        for (int i = 0; i < 50; i++) {
            assertThat(fleet.status()).isEqualTo(status);
        }

        worker.script(LegScripts::good);

        assertThat(fleet.status()).isEqualTo(200);
        assertThat(breaker(worker, 0)).isEqualTo("closed");
    }

    /** Scenario 71. */
    @Test
    void fiveServerErrorsOpenTheBreakerAndItHalfOpensLater() throws Exception {
        fleet.breaker = new BreakerSettings(5, 20, 0.5, Duration.ofSeconds(2), Duration.ofSeconds(4));
        ScriptedWorker worker = fleet.mixed(RouterUnderTest.status(500));
        for (int i = 0; i < 5; i++) {
            assertThat(fleet.status()).isEqualTo(500);
        }
        ScriptedWorker other = join(LegScripts::good);

        assertThat(breaker(worker, 0)).isEqualTo("open");
        for (int i = 0; i < 5; i++) {
            assertThat(fleet.status()).isEqualTo(200);
        }
        assertThat(worker.received()).hasSize(5);
        assertThat(other.received()).hasSize(5);

        worker.script(LegScripts::good);
        await().atMost(SOON).until(() -> breaker(worker, 0).equals("half_open"));
        await().atMost(SOON).until(() -> {
            assertThat(fleet.status()).isEqualTo(200);
            return breaker(worker, 0).equals("closed");
        });
        assertThat(fleet.metric("warmpath_target_breaker_state{rank=\"0\",role=\"mixed\",state=\"closed\""))
                .isEqualTo(2);
    }

    /** A target that fails some requests serves some; none would serve none. */
    @Test
    void failingWorkerIsUsedWhileThereIsNoOtherAndComesBackWithItsFirstGoodAnswer() throws Exception {
        fleet.breaker = new BreakerSettings(5, 20, 0.5, Duration.ofSeconds(30), Duration.ofSeconds(30));
        ScriptedWorker worker = fleet.mixed(RouterUnderTest.status(500));
        for (int i = 0; i < 7; i++) {
            assertThat(fleet.status()).isEqualTo(500);
        }

        assertThat(breaker(worker, 0)).isEqualTo("open");
        assertThat(worker.received()).hasSize(7);
        assertThat(fleet.metric("warmpath_decisions_total{kind=\"last-resort\",role=\"mixed\"}"))
                .isEqualTo(2);
        assertThat(fleet.get("/ready").statusCode()).isEqualTo(200);

        worker.script(LegScripts::good);
        assertThat(fleet.status()).isEqualTo(200);
        assertThat(breaker(worker, 0)).isEqualTo("closed");
    }

    /** Scenario 80 (g). */
    @Test
    void deadWorkerIsNotTriedForWantOfAnotherAndAKnownModelIsStillKnown() throws Exception {
        fleet.breaker = new BreakerSettings(5, 20, 0.5, Duration.ofSeconds(30), Duration.ofSeconds(30));
        fleet.add(RouterUnderTest.settings(RouterUnderTest.nobody(), 1, null, null));
        assertThat(fleet.status()).isEqualTo(502);

        HttpResponse<String> refused = fleet.complete();
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("retry-after")).isPresent();
        assertThat(RouterUnderTest.json(refused).at("/error/message").asText()).contains("unreachable");
        HttpResponse<String> unknown = fleet.client.send(
                fleet.post("{\"model\":\"other\",\"prompt\":[1]}"), HttpResponse.BodyHandlers.ofString());
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(RouterUnderTest.json(unknown).at("/error/code").asText()).isEqualTo("model_not_found");
    }

    /** Scenario 80 (e). */
    @Test
    void oneServerErrorAmongGoodAnswersChangesNothing() throws Exception {
        AtomicInteger count = new AtomicInteger();
        ScriptedWorker worker = fleet.mixed(leg -> {
            if (count.incrementAndGet() == 7) {
                RouterUnderTest.status(500).accept(leg);
            } else {
                LegScripts.good(leg);
            }
        });
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            statuses.add(fleet.status());
        }

        assertThat(statuses).containsOnlyOnce(500).hasSize(30);
        assertThat(breaker(worker, 0)).isEqualTo("closed");
    }

    @Test
    void halfOpenBreakerLetsExactlyOneOfManyThrough() throws Exception {
        ScriptedWorker worker = fleet.mixed(RouterUnderTest.status(500));
        for (int i = 0; i < 5; i++) {
            fleet.status();
        }
        await().atMost(SOON).until(() -> breaker(worker, 0).equals("half_open"));
        join(LegScripts::good);
        int before = worker.received().size();
        CompletableFuture<ScriptedWorker.Received> probe = new CompletableFuture<>();
        worker.script(probe::complete);

        List<CompletableFuture<HttpResponse<String>>> burst = IntStream.range(0, 20)
                .mapToObj(i -> fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString()))
                .toList();
        await().atMost(SOON)
                .until(() -> burst.stream().filter(CompletableFuture::isDone).count() == 19);
        assertThat(worker.received()).hasSize(before + 1);
        LegScripts.good(probe.get());

        assertThat(burst.stream().map(answer -> answer.join().statusCode()).toList())
                .hasSize(20)
                .containsOnly(200);
    }

    private static int rank(ScriptedWorker.Received leg) {
        return RouterUnderTest.parse(leg.body().toString())
                .at("/routed_dp_rank")
                .asInt();
    }

    /** One rank fails, the others are fine: 5xx, or a 400 for a rank that is not there. */
    @ParameterizedTest
    @ValueSource(strings = {"500", "400"})
    void oneRankThatFailsIsBarredAlone(String status) throws Exception {
        String error = "{\"error\":{\"message\":\"routed_dp_rank is out of range\"}}";
        ScriptedWorker worker = fleet.mixed(
                leg -> {
                    if (rank(leg) == 1) {
                        leg.answer(Integer.parseInt(status), "application/json", error);
                    } else {
                        LegScripts.good(leg);
                    }
                },
                3);
        fleet.breaker = new BreakerSettings(5, 20, 0.5, Duration.ofSeconds(30), Duration.ofSeconds(30));
        await().atMost(SOON).until(() -> {
            fleet.status();
            return breaker(worker, 1).equals("open");
        });

        int before = worker.received().size();
        for (int i = 0; i < 20; i++) {
            assertThat(fleet.status()).isEqualTo(200);
        }

        assertThat(worker.received().subList(before, worker.received().size()))
                .hasSize(20)
                .noneMatch(leg -> rank(leg) == 1);
        JsonNode shown = fleet.worker(worker);
        assertThat(shown.at("/state").asText()).isEqualTo("active");
        assertThat(shown.at("/ranks/1/state").asText()).isEqualTo("failing");
        assertThat(shown.at("/ranks/0/breaker").asText()).isEqualTo("closed");
    }

    /** Scenario 64, case 1, seen from the breaker. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void faultsAfterTheAnswerBeganAreCharged(boolean cut) throws Exception {
        ScriptedWorker worker = fleet.mixed(leg -> {
            var response = leg.events("data: {\"choices\":[{\"text\":\"a\"}]}\n\n");
            // In a chunk of its own: an error in the first one is no begun answer.
            fleet.vertx.setTimer(20, later -> {
                if (cut) {
                    leg.cut();
                } else {
                    response.end("data: {\"error\":{\"message\":\"KVTransferError\",\"code\":500}}\n\n");
                }
            });
        });
        for (int i = 0; i < 5; i++) {
            try {
                fleet.client.send(fleet.request(true), HttpResponse.BodyHandlers.ofString());
            } catch (IOException brokenOff) {
                assertThat(cut).as("%s", brokenOff).isTrue();
            }
        }

        await().atMost(SOON).until(() -> !breaker(worker, 0).equals("closed"));
        assertThat(worker.received()).hasSize(5);
        assertThat(fleet.metric("warmpath_retries_total")).isZero();
    }

    @Test
    void clientsThatLeaveAreChargedToNobody() throws Exception {
        ScriptedWorker worker = fleet.mixed(LegScripts::silent);
        for (int i = 1; i <= 10; i++) {
            int sent = i;
            var answer = fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString());
            await().atMost(SOON).until(() -> worker.received().size() == sent);
            answer.cancel(true);
            await().atMost(SOON)
                    .until(() -> worker.received().get(sent - 1).closed().isDone());
        }

        assertThat(breaker(worker, 0)).isEqualTo("closed");
        assertThat(fleet.worker(worker).at("/breaker").asText()).isEqualTo("closed");
    }

    /** Scenarios 64 and 83: a request is counted once, whatever it took. */
    @Test
    void retriesHaveTheirOwnCounter() throws Exception {
        fleet.upstream = retries(2, 0.2, 10);
        AtomicInteger legs = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            fleet.mixed(leg -> {
                if (legs.incrementAndGet() < 3) {
                    RouterUnderTest.status(500).accept(leg);
                } else {
                    LegScripts.good(leg);
                }
            });
        }

        assertThat(fleet.status()).isEqualTo(200);

        assertThat(legs.get()).isEqualTo(3);
        assertThat(fleet.metric("warmpath_requests_total")).isEqualTo(1);
        assertThat(fleet.metric("warmpath_retries_total")).isEqualTo(2);
    }

    @Test
    void oneThatFindsNobodyLeftIsNoRetry() throws Exception {
        fleet.upstream = retries(2, 0.2, 10);
        ScriptedWorker only = fleet.mixed(RouterUnderTest.status(500));

        assertThat(fleet.status()).isEqualTo(500);

        assertThat(only.received()).hasSize(1);
        assertThat(fleet.metric("warmpath_retries_total")).isZero();
    }

    @Test
    void retriesEndWhereTheBudgetOfAllRequestsDoes() throws Exception {
        fleet.upstream = retries(2, 0.1, 0);
        fleet.breaker = new BreakerSettings(1000, 64, 1, Duration.ofSeconds(1), Duration.ofSeconds(1));
        List<ScriptedWorker> workers = List.of(
                fleet.mixed(RouterUnderTest.status(500)),
                fleet.mixed(RouterUnderTest.status(500)),
                fleet.mixed(RouterUnderTest.status(500)));
        for (int i = 0; i < 40; i++) {
            assertThat(fleet.status()).isEqualTo(500);
        }

        assertThat(fleet.metric("warmpath_retries_total")).isEqualTo(4);
        assertThat(fleet.metric("warmpath_retries_denied_total{reason=\"budget\"}"))
                .isGreaterThanOrEqualTo(36);
        assertThat(workers.stream().mapToInt(w -> w.received().size()).sum()).isEqualTo(44);
    }

    /** Scenario 80 (f). */
    @Test
    void modelsAreListedThoughTheFirstWorkerIsDead() throws Exception {
        fleet.add(RouterUnderTest.settings(RouterUnderTest.nobody(), 1, null, null));
        fleet.mixed(LegScripts::good);

        HttpResponse<String> models = fleet.get("/v1/models");

        assertThat(models.statusCode()).isEqualTo(200);
        assertThat(RouterUnderTest.json(models).at("/data/0/id").asText()).isEqualTo("m");
    }
}
