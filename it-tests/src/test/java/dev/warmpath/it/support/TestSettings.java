package dev.warmpath.it.support;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EngineLoadSettings;
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
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.time.Duration;
import java.util.List;

/** A router's settings for a test: loopback, any ports, bodies up to 1 MiB, targets named in answers. */
public final class TestSettings {

    /** Short enough to be waited for. */
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(3);

    /** Off: a test that counts what a worker receives, or lets it be silent, wants no probes beside that. */
    private static final HealthSettings HEALTH =
            new HealthSettings(false, "/health", Duration.ofSeconds(5), Duration.ofSeconds(5), 3, 2);

    /** For tests that want engines to be asked for their own load: often, and a disagreement is soon a long one. */
    public static final EngineLoadSettings ENGINE_LOAD = new EngineLoadSettings(
            true,
            false,
            Duration.ofMillis(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofMillis(300),
            64 << 10);

    private TestSettings() {}

    /** These settings with room and time for bodies as a router has it by default. */
    public static ServerSettings usualBodies(ServerSettings server) {
        ServerSettings usual = ServerSettings.defaults();
        return new ServerSettings(
                server.host(),
                server.port(),
                usual.maxBodyBytes(),
                server.maxHeaderBytes(),
                server.maxUrlBytes(),
                server.maxConnections(),
                usual.bodyTimeout(),
                server.requestTimeout(),
                server.drainDelay(),
                server.shutdownGrace(),
                server.targetHeaders(),
                server.clocks(),
                server.keys());
    }

    /** Models have no tokenizer: prompts are token ids. */
    public static WarmpathSettings of(List<WorkerSettings> workers, Duration requestTimeout, ScoringSettings scoring) {
        return of(workers, requestTimeout, scoring, false);
    }

    /** @param remoteTokenizer whether the workers' own tokenizers are asked */
    static WarmpathSettings of(
            List<WorkerSettings> workers, Duration requestTimeout, ScoringSettings scoring, boolean remoteTokenizer) {
        ServerSettings d = ServerSettings.defaults();
        ServerSettings server = new ServerSettings(
                "127.0.0.1",
                0,
                1 << 20,
                d.maxHeaderBytes(),
                d.maxUrlBytes(),
                d.maxConnections(),
                BODY_TIMEOUT,
                requestTimeout,
                Duration.ZERO,
                Duration.ofMillis(200),
                true,
                d.clocks(),
                ClientKeySettings.defaults());
        List<ModelSettings> models = workers.stream()
                .flatMap(worker -> worker.models().stream())
                .distinct()
                .map(name -> new ModelSettings(name, null, remoteTokenizer))
                .toList();
        return new WarmpathSettings(
                server,
                AdmissionSettings.defaults(),
                new AdminSettings("127.0.0.1", 0, null, List.of()),
                scoring,
                IndexSettings.defaults(),
                EventSettings.defaults(),
                // A busy machine is no reason for a prompt to stay unhashed.
                PromptSettings.defaults().withTimeout(Duration.ofSeconds(30)),
                UpstreamSettings.defaults(),
                HEALTH,
                BreakerSettings.defaults(),
                FeedbackSettings.defaults(),
                models,
                workers);
    }
}
