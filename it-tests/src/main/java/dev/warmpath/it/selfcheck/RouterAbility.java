package dev.warmpath.it.selfcheck;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.demo.TemporaryDemoModel;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.router.prompt.DemoModel;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts a router over one simulated engine, waits until it is ready, and has a chat answered. */
final class RouterAbility implements Ability {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final long PAUSE_MILLIS = 50;

    private static final String CHAT = """
            {"model": "demo", "messages": [{"role": "user", "content": "Is this warm?"}], "max_tokens": 2}""";

    /** Ports are the kernel's choice: a build machine may run anything on the usual ones. */
    private static final String CONFIGURATION = """
            server: {host: 127.0.0.1, port: 0, drain_delay: 0s}
            admin: {host: 127.0.0.1, port: 0}
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
              mixed: {overlap_weight: 20.0}
            models: [{name: demo, tokenizer: "."}]
            """;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    @Override
    public String show() throws Exception {
        try (TemporaryDemoModel model = TemporaryDemoModel.unpack()) {
            return route(model.directory());
        }
    }

    private String route(Path model) throws Exception {
        try (ModelTokenizer tokenizer = ModelTokenizer.load(model);
                SimEngine engine = SimEngine.start(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                        .model(DemoModel.NAME)
                        .tokenizer(tokenizer)
                        .build());
                RouterServer router = RouterServer.start(settings(engine, model))) {
            String base = "http://127.0.0.1:" + router.port();
            awaitReady(URI.create(base + "/ready"));
            HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(base + "/v1/chat/completions"))
                    .POST(HttpRequest.BodyPublishers.ofString(CHAT)));
            if (answer.statusCode() != OK) {
                throw new IllegalStateException("a chat was answered " + answer.statusCode() + ": " + answer.body());
            }
            if (router.prompts().stats().tokens() == 0) {
                throw new IllegalStateException("a chat was answered, but routed without its tokens");
            }
            return "ready, and a chat was answered";
        }
    }

    private static WarmpathSettings settings(SimEngine engine, Path model) {
        String yaml = CONFIGURATION + WorkerYaml.of(List.of(engine.workerSettings()));
        return ExampleAbility.loaded(ConfigLoader.loadText(yaml, model, Map.of(), List.of(), PathCheck.MUST_EXIST));
    }

    private void awaitReady(URI ready) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        HttpResponse<String> answer = send(HttpRequest.newBuilder(ready));
        while (answer.statusCode() != OK) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("/ready still answers " + answer.statusCode() + " after "
                        + PATIENCE.toSeconds() + " s: " + answer.body());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            answer = send(HttpRequest.newBuilder(ready));
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    }
}
