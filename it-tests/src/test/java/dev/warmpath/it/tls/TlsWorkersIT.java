package dev.warmpath.it.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.Authority;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers by https whose certificates are right, wrong, or not there. Each serves a model of its own name. */
@Timeout(90)
class TlsWorkersIT {

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    @TempDir
    static Path directory = Path.of("");

    private static final List<SimEngine> engines = new ArrayList<>();
    private static final StringBuilder workers = new StringBuilder("workers:\n");
    private static final StringBuilder models = new StringBuilder();
    private static final String NAMED = ", engine: vllm";
    private static final HttpClient client = HttpClient.newHttpClient();
    private static SimEngine late;
    private static SecureRouter router;

    @BeforeAll
    static void start() {
        Authority ours = new Authority(directory, "ca");
        Authority theirs = new Authority(directory, "stranger-ca");
        ours.issue("router");
        ours.issue("gpu");
        ours.issueFor("elsewhere", "gpu-7.example");
        theirs.issue("stranger");
        worker("sound", SecureRouter.files(directory, "gpu", "ca"), NAMED);
        unsound("elsewhere", SecureRouter.files(directory, "elsewhere", null));
        worker("unverified", SecureRouter.files(directory, "elsewhere", null), NAMED + ", tls: {verify_host: false}");
        unsound("stranger", SecureRouter.files(directory, "stranger", null));
        worker(
                "trusted-stranger",
                SecureRouter.files(directory, "stranger", null),
                NAMED + ", tls: {ca: stranger-ca.crt}");
        unsound("asks-for-another", SecureRouter.files(directory, "gpu", "stranger-ca"));
        unsound("plain", null);
        worker("undeclared", SecureRouter.files(directory, "gpu", "ca"), "");
        worker("undeclared-stranger", SecureRouter.files(directory, "stranger", null), "");
        late = engine("late", SecureRouter.files(directory, "gpu", "ca"));
        router = SecureRouter.start("""
                server: {host: 127.0.0.1, port: 0, drain_delay: 0s, shutdown_grace: 200ms}
                admin: {host: 127.0.0.1, port: 0}
                upstream: {tls: {ca: ca.crt, cert: router.crt, key: router.key}}
                models: [%s]
                """.formatted(models) + workers, directory);
    }

    private static SimEngine engine(String model, @Nullable ServerTls tls) {
        SimEngineConfig.Builder config =
                SimEngineConfig.builder(Engine.VLLM, Role.MIXED).model(model).times(TimeModel.instant());
        SimEngine engine = SimEngine.start((tls == null ? config : config.tls(tls)).build());
        engines.add(engine);
        models.append("{name: ").append(model).append("},");
        return engine;
    }

    private static void worker(String model, @Nullable ServerTls tls, String more) {
        entry(model, "127.0.0.1", engine(model, tls), more);
    }

    /** Twice, by two names of its host: one that legs go to, and one that is probed and therefore barred. */
    private static void unsound(String model, @Nullable ServerTls tls) {
        SimEngine engine = engine(model, tls);
        models.append("{name: ").append(model).append("-probed},");
        entry(model, "127.0.0.1", engine, NAMED + ", health: {enabled: false}");
        entry(model + "-probed", "localhost", engine, NAMED);
    }

    private static void entry(String model, String host, SimEngine engine, String more) {
        workers.append("  - {url: \"https://")
                .append(host)
                .append(':')
                .append(engine.url().getPort())
                .append("\", role: mixed, models: [")
                .append(model)
                .append(']')
                .append(more)
                .append("}\n");
    }

    @AfterAll
    static void stop() {
        router.close();
        engines.forEach(SimEngine::close);
        // The class may be run once more in this process, when a test of it has failed.
        engines.clear();
        models.setLength(0);
        workers.setLength(0);
    }

    private static HttpResponse<String> complete(String model) throws IOException, InterruptedException {
        HttpRequest request = router.completion("http", "[1, 2, 3]");
        String body = "{\"model\":\"" + model + "\",\"prompt\":[1,2,3],\"max_tokens\":2}";
        return client.send(
                HttpRequest.newBuilder(request.uri())
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode workerOf(String model) throws IOException, InterruptedException {
        JsonNode all = SecureRouter.json(SecureRouter.get(client, router.admin("/admin/workers")))
                .get("workers");
        return StreamSupport.stream(all.spliterator(), false)
                .filter(worker -> worker.at("/models/0").asText().equals(model))
                .findFirst()
                .orElseThrow();
    }

    private static HttpResponse<String> register(String more) throws IOException, InterruptedException {
        String body = "{\"url\":\"" + late.url() + "\",\"role\":\"mixed\",\"engine\":\"vllm\",\"models\":[\"late\"]"
                + more + "}";
        return client.send(
                HttpRequest.newBuilder(router.admin("/admin/workers"))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @CsvSource({"sound", "unverified", "trusted-stranger"})
    void soundCertificatesServe(String model) throws Exception {
        HttpResponse<String> answer = complete(model);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** A fault of the fleet and not of the client: the answer is an error of the router's, and the leg's reason says TLS. */
    @ParameterizedTest
    @ValueSource(strings = {"elsewhere", "stranger", "plain", "asks-for-another"})
    void legsToUnsoundOnesFailByName(String model) throws Exception {
        HttpResponse<String> answer = complete(model);

        assertThat(answer.statusCode()).as(answer.body()).isIn(502, 503);
        String id = workerOf(model).get("id").asText();
        String scrape = SecureRouter.get(client, router.admin("/metrics")).body();
        assertThat(scrape.lines().filter(line -> line.startsWith("warmpath_leg_errors_total{") && line.contains(id)))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("reason=\"tls\""));
    }

    @ParameterizedTest
    @CsvSource({
        "elsewhere-probed, No subject alternative DNS name matching localhost found",
        "stranger-probed, unable to find valid certification path to requested target",
        "plain-probed, the worker does not speak TLS",
        "asks-for-another-probed, alert"
    })
    void probesOfUnsoundOnesSayWhy(String model, String detail) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode health = workerOf(model).get("health");
            assertThat(health.get("state").asText()).isEqualTo("starting");
            assertThat(health.get("reason").asText()).isEqualTo("tls");
            assertThat(health.get("detail").asText()).contains(detail);
        });
    }

    @Test
    void engineIsAskedForByMutualTls() throws Exception {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(workerOf("undeclared").get("engine").asText())
                                .isEqualTo("vllm"));
        assertThat(workerOf("undeclared").get("engine_source").asText()).isEqualTo("detected");

        HttpResponse<String> answer = complete("undeclared");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void engineThatCannotBeAskedByTlsSaysWhy() {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode detection = workerOf("undeclared-stranger").get("detection");
            assertThat(detection.get("state").asText()).isEqualTo("unreachable");
            assertThat(detection.get("detail").asText())
                    .contains("unable to find valid certification path to requested target");
        });
    }

    @Test
    void registeredWorkersAreCalledAsUpstreamSays() throws Exception {
        HttpResponse<String> withFiles = register(",\"tls\":{\"ca\":\"ca.crt\"}");
        assertThat(withFiles.statusCode()).isEqualTo(400);
        assertThat(withFiles.body()).contains("only the configuration file may do");

        assertThat(register("").statusCode()).isBetween(200, 201);

        HttpResponse<String> answer = complete("late");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }
}
