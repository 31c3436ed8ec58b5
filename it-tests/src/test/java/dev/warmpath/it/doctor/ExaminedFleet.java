package dev.warmpath.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A router in front of workers with planted faults, and what its doctor says of them. */
final class ExaminedFleet implements AutoCloseable {

    /** Within this much traffic every fault has to be named. */
    static final Duration SOON = Duration.ofSeconds(10);

    static final HealthSettings PROBED =
            new HealthSettings(true, "/health", Duration.ofMillis(200), Duration.ofSeconds(5), 2, 2);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PROMPT_TOKENS = 96;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final RouterServer router;
    private int prompts;

    /** @param change what differs from the settings of other tests */
    ExaminedFleet(List<WorkerSettings> workers, UnaryOperator<WarmpathSettings> change) {
        this.router = RouterServer.start(change.apply(
                TestSettings.of(workers, Duration.ofSeconds(60), ScoringSettings.withWeights(20.0, 2.0, 20.0))));
    }

    RouterServer router() {
        return router;
    }

    /** Serves new prompts of token ids, a few at a time; each has to be answered well. */
    void serveNew(String model, int count) {
        serve(model, prompts + 1, count);
        prompts += count;
    }

    /** Serves the prompts again that {@link #serveNew} served first. */
    void serveAgain(String model, int count) {
        serve(model, 1, count);
    }

    private void serve(String model, int first, int count) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(post("/v1/completions", completion(model, first + i)));
            if (answers.size() == 4) {
                check(answers);
            }
        }
        check(answers);
    }

    private static void check(List<CompletableFuture<HttpResponse<String>>> answers) {
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            HttpResponse<String> got = answer.join();
            assertThat(got.statusCode()).as(got.body()).isEqualTo(200);
        }
        answers.clear();
    }

    /** A completion of a token prompt that no other seed's begins like. */
    static String completion(String model, int seed) {
        String ids = IntStream.of(SimulatedFleet.prompt(seed, PROMPT_TOKENS))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        return "{\"model\":\"" + model + "\",\"prompt\":[" + ids + "],\"max_tokens\":2}";
    }

    /** Serves new prompts of token ids under a cache salt; each has to be answered well. */
    void serveSalted(String model, int count) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String plain = completion(model, 5_000 + prompts++);
            answers.add(post("/v1/completions", plain.replaceFirst("\\{", "{\"cache_salt\":\"tenant\",")));
        }
        check(answers);
    }

    CompletableFuture<HttpResponse<String>> post(String path, String body) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + router.port() + path))
                        .timeout(Duration.ofSeconds(30))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Serves these prompts on an engine itself, past any router. */
    static void serveDirectly(SimEngine engine, int... seeds) {
        HttpClient direct =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int seed : seeds) {
            HttpRequest request = HttpRequest.newBuilder(engine.url().resolve("/v1/completions"))
                    .POST(HttpRequest.BodyPublishers.ofString(
                            completion(engine.config().model(), seed)))
                    .build();
            check(new ArrayList<>(List.of(direct.sendAsync(request, HttpResponse.BodyHandlers.ofString()))));
        }
    }

    /** What the doctor says now. */
    JsonNode report() {
        URI doctor = URI.create("http://127.0.0.1:" + router.adminPort() + "/admin/doctor");
        try {
            HttpResponse<String> answer = client.sendAsync(
                            HttpRequest.newBuilder(doctor).build(), HttpResponse.BodyHandlers.ofString())
                    .join();
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return JSON.readTree(answer.body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    /** Everything that does not pass, as {@code check target: seen}. */
    List<String> complaints() {
        return complaints(report());
    }

    /** The same of a report. */
    static List<String> complaints(JsonNode report) {
        List<String> complaints = new ArrayList<>();
        for (JsonNode check : report.path("checks")) {
            if (!check.path("status").asText().equals("pass")) {
                complaints.add(
                        check.path("name").asText() + " " + check.path("target").asText() + ": "
                                + check.path("seen").asText());
            }
        }
        return complaints;
    }

    /** Until the doctor names this of that target (null for the whole fleet), with a remedy. */
    void awaitNamed(CheckName name, @Nullable String target) {
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(complaints())
                        .as("complaints")
                        .anySatisfy(complaint -> assertThat(complaint)
                                .startsWith(name.key() + " " + (target == null ? "null" : target) + ":")));
    }

    @Override
    public void close() {
        router.close();
    }
}
