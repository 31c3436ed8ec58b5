package dev.warmpath.it.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session belongs to the same worker on every router, though none tells another of it. */
@Timeout(30)
class SessionsAtSeveralRoutersIT {

    private static final int SESSIONS = 24;
    private static final String SETTINGS = """
            server: {host: 127.0.0.1, port: 0, drain_delay: 1ms, shutdown_grace: 1s, target_headers: true}
            admin: {host: 127.0.0.1, port: 0}
            scoring: {prefill: {overlap_weight: 20.0}, decode: {overlap_weight: 2.0}, mixed: {overlap_weight: 20.0}}
            health: {enabled: false}
            hints: {sessions: hard}
            models: [{name: m}]
            """;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private int prompts;

    @Test
    void aSessionGoesToOneWorkerFromAllRoutersAndAfterARestart() throws Exception {
        try (SimFleet engines =
                SimFleet.mixed(Engine.VLLM, 4, 2, engine -> engine.model("m").times(TimeModel.instant()))) {
            WarmpathSettings settings = settings(SETTINGS + WorkerYaml.of(engines.workerSettings()));
            try (RouterServer first = RouterServer.start(settings)) {
                Map<String, String> known = targets(first);
                assertThat(known.values().stream().distinct().count())
                        .as("sessions are spread")
                        .isGreaterThan(3);

                try (RouterServer second = RouterServer.start(settings)) {
                    assertThat(targets(second)).isEqualTo(known);
                }
                try (RouterServer restarted = RouterServer.start(settings)) {
                    assertThat(targets(restarted)).isEqualTo(known);
                }
                assertThat(targets(first)).isEqualTo(known);
            }
        }
    }

    /** Where a request of each session goes, with a prompt that nobody has seen. */
    private Map<String, String> targets(RouterServer router) throws IOException, InterruptedException {
        Map<String, String> targets = new TreeMap<>();
        for (int i = 0; i < SESSIONS; i++) {
            String session = "session-" + i;
            prompts++;
            String prompt = "[" + prompts + ", 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]";
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + router.port() + "/v1/completions"))
                    .header("content-type", "application/json")
                    .header("x-session-id", session)
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"model\":\"m\",\"max_tokens\":1,\"prompt\":" + prompt + "}"))
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            targets.put(
                    session, answer.headers().firstValue("x-warmpath-prefill").orElseThrow());
        }
        return targets;
    }

    private static WarmpathSettings settings(String yaml) {
        LoadResult result = ConfigLoader.loadText(yaml, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        assertThat(result).as(yaml).isInstanceOf(LoadResult.Loaded.class);
        return ((LoadResult.Loaded) result).settings();
    }
}
