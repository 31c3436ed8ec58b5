package dev.warmpath.it.demo;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.FeedbackSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.it.await.Awaited;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.prompt.DemoModel;
import dev.warmpath.router.server.RouterServer;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Two prefill and two decode workers of four ranks each, SGLang's hand-off, and a router in front of them. */
final class DemoFleet implements AutoCloseable {

    static final int RANKS = 4;

    private static final int WORKERS_PER_ROLE = 2;
    private static final int BLOCKS_PER_RANK = 4096;
    /** What is waited for comes within this, or never. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Path directory;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    private final List<SimEngine> prefill = new ArrayList<>();
    private final List<SimEngine> decode = new ArrayList<>();
    private final SimTokenizer tokenizer;
    private final RouterServer router;

    private DemoFleet(Path directory, ServerSettings server, AdminSettings admin, double speed) throws IOException {
        this.directory = directory;
        Path model = DemoModel.unpack(directory.resolve(DemoModel.NAME));
        this.tokenizer = ModelTokenizer.load(model);
        try {
            for (int i = 0; i < WORKERS_PER_ROLE; i++) {
                prefill.add(engine("prefill-" + i, Role.PREFILL, speed));
                decode.add(engine("decode-" + i, Role.DECODE, speed));
            }
            this.router = RouterServer.start(settings(server, admin, model));
        } catch (RuntimeException failed) {
            stopEngines();
            throw failed;
        }
    }

    /**
     * Starts everything; returns when every event stream is live.
     *
     * @param port data port, 0 for any
     * @param adminPort admin port, 0 for any
     * @param speed how many times faster than a mid-size model on a GPU the engines run
     */
    static DemoFleet start(int port, int adminPort, double speed) throws IOException, InterruptedException {
        ServerSettings d = ServerSettings.defaults();
        ServerSettings server = new ServerSettings(
                "127.0.0.1",
                port,
                d.maxBodyBytes(),
                d.maxHeaderBytes(),
                d.maxUrlBytes(),
                d.maxConnections(),
                d.bodyTimeout(),
                d.requestTimeout(),
                Duration.ZERO,
                Duration.ofSeconds(2),
                true,
                d.clocks(),
                d.keys());
        Path directory = Files.createTempDirectory("warmpath-demo-");
        try {
            DemoFleet fleet = new DemoFleet(
                    directory, server, new AdminSettings("127.0.0.1", adminPort, null, List.of("127.0.0.1")), speed);
            fleet.awaitStreams();
            return fleet;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            delete(directory);
            throw failed;
        }
    }

    private SimEngine engine(String name, Role role, double speed) {
        return SimEngine.start(SimEngineConfig.builder(Engine.SGLANG, role)
                .name(name)
                .model(DemoModel.NAME)
                .tokenizer(tokenizer)
                .ranks(RANKS)
                .blocks(BLOCKS_PER_RANK)
                .speed(speed)
                .vertx(vertx)
                .build());
    }

    private WarmpathSettings settings(ServerSettings server, AdminSettings admin, Path model) {
        return new WarmpathSettings(
                server,
                AdmissionSettings.defaults(),
                admin,
                ScoringSettings.withWeights(20.0, 2.0, null),
                IndexSettings.defaults(),
                EventSettings.defaults(),
                PromptSettings.defaults().withTimeout(Duration.ofSeconds(30)),
                UpstreamSettings.defaults(),
                HealthSettings.defaults(),
                BreakerSettings.defaults(),
                FeedbackSettings.defaults(),
                List.of(new ModelSettings(DemoModel.NAME, model, false)),
                Stream.concat(prefill.stream(), decode.stream())
                        .map(SimEngine::workerSettings)
                        .toList());
    }

    RouterServer router() {
        return router;
    }

    List<SimEngine> prefill() {
        return prefill;
    }

    List<SimEngine> decode() {
        return decode;
    }

    SimTokenizer tokenizer() {
        return tokenizer;
    }

    /** The router's view of a prefill engine's ranks, in rank order. */
    List<Worker.Rank> ranks(SimEngine engine) {
        Worker worker = router.fleet().view().worker(engine.url().toString());
        if (worker == null) {
            throw new IllegalStateException(engine.url() + " has left the fleet");
        }
        return worker.ranks();
    }

    /** Waits until every prefill rank's stream is live. */
    void awaitStreams() throws InterruptedException {
        Awaited.until(
                "every event stream is live",
                PATIENCE,
                () -> prefill.stream()
                        .flatMap(engine -> ranks(engine).stream())
                        .allMatch(rank -> rank.feed().state() == StreamState.LIVE));
    }

    @Override
    public void close() {
        router.close();
        stopEngines();
        delete(directory);
    }

    private void stopEngines() {
        prefill.forEach(SimEngine::close);
        decode.forEach(SimEngine::close);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException leftBehind) {
            // A temporary directory that cannot be deleted is the system's to clean.
        }
    }
}
