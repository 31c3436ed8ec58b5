package dev.warmpath.config.settings;

import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.util.List;
import java.util.function.Consumer;

/** Everything a router runs with: one configuration file, checked. */
public record WarmpathSettings(
        ServerSettings server,
        AdmissionSettings admission,
        AdminSettings admin,
        ScoringSettings scoring,
        HintSettings hints,
        ResponseSettings responses,
        IndexSettings index,
        SnapshotSettings snapshot,
        EventSettings events,
        PromptSettings prompt,
        UpstreamSettings upstream,
        HealthSettings health,
        BreakerSettings breaker,
        FeedbackSettings feedback,
        EngineLoadSettings engineLoad,
        TracingSettings tracing,
        ClusterSettings cluster,
        List<ModelSettings> models,
        List<WorkerSettings> workers,
        List<DiscoverySettings> discovery) {

    public WarmpathSettings {
        models = List.copyOf(models);
        workers = List.copyOf(workers);
        discovery = List.copyOf(discovery);
    }

    /**
     * Settings of a router that keeps no snapshot, discovers no workers, asks no engine for its load, makes no traces and
     * knows no other router.
     */
    public WarmpathSettings(
            ServerSettings server,
            AdmissionSettings admission,
            AdminSettings admin,
            ScoringSettings scoring,
            IndexSettings index,
            EventSettings events,
            PromptSettings prompt,
            UpstreamSettings upstream,
            HealthSettings health,
            BreakerSettings breaker,
            FeedbackSettings feedback,
            List<ModelSettings> models,
            List<WorkerSettings> workers) {
        this(
                server,
                admission,
                admin,
                scoring,
                HintSettings.defaults(),
                ResponseSettings.defaults(),
                index,
                SnapshotSettings.off(),
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                EngineLoadSettings.defaults(),
                TracingSettings.defaults(),
                ClusterSettings.defaults(),
                models,
                workers,
                List.of());
    }

    /** These settings with traces. */
    public WarmpathSettings withTracing(TracingSettings other) {
        return with(copy -> copy.tracing = other);
    }

    /** These settings with other routers beside this one. */
    public WarmpathSettings withCluster(ClusterSettings other) {
        return with(copy -> copy.cluster = other);
    }

    /** These settings with other limits of what is taken on. */
    public WarmpathSettings withAdmission(AdmissionSettings other) {
        return with(copy -> copy.admission = other);
    }

    /** These settings with other connections to workers. */
    public WarmpathSettings withUpstream(UpstreamSettings other) {
        return with(copy -> copy.upstream = other);
    }

    /** These settings with other ways to ask engines what they had cached. */
    public WarmpathSettings withFeedback(FeedbackSettings other) {
        return with(copy -> copy.feedback = other);
    }

    /** These settings with another scoring. */
    public WarmpathSettings withScoring(ScoringSettings other) {
        return with(copy -> copy.scoring = other);
    }

    /** These settings with other hints. */
    public WarmpathSettings withHints(HintSettings other) {
        return with(copy -> copy.hints = other);
    }

    /** These settings with other bounds on what is remembered of responses. */
    public WarmpathSettings withResponses(ResponseSettings other) {
        return with(copy -> copy.responses = other);
    }

    /** These settings with other workers. */
    public WarmpathSettings withWorkers(List<WorkerSettings> others) {
        return with(copy -> copy.workers = others);
    }

    /** These settings with other sources of workers. */
    public WarmpathSettings withDiscovery(List<DiscoverySettings> others) {
        return with(copy -> copy.discovery = others);
    }

    /** These settings with other prompts. */
    public WarmpathSettings withPrompt(PromptSettings other) {
        return with(copy -> copy.prompt = other);
    }

    /** These settings with other models. */
    public WarmpathSettings withModels(List<ModelSettings> others) {
        return with(copy -> copy.models = others);
    }

    /** These settings with another data port. */
    public WarmpathSettings withServer(ServerSettings other) {
        return with(copy -> copy.server = other);
    }

    /** These settings with another admin port. */
    public WarmpathSettings withAdmin(AdminSettings other) {
        return with(copy -> copy.admin = other);
    }

    /** These settings with other bounds of the index. */
    public WarmpathSettings withIndex(IndexSettings other) {
        return with(copy -> copy.index = other);
    }

    /** These settings with other event streams. */
    public WarmpathSettings withEvents(EventSettings other) {
        return with(copy -> copy.events = other);
    }

    /** These settings with another snapshot. */
    public WarmpathSettings withSnapshot(SnapshotSettings other) {
        return with(copy -> copy.snapshot = other);
    }

    /** These settings with other probes. */
    public WarmpathSettings withHealth(HealthSettings other) {
        return with(copy -> copy.health = other);
    }

    /** These settings with other questions for the engines' own load. */
    public WarmpathSettings withEngineLoad(EngineLoadSettings other) {
        return with(copy -> copy.engineLoad = other);
    }

    private WarmpathSettings with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.settings();
    }

    /** The components of settings that are to differ in one of them, so that their list stands here once. */
    private static final class Copy {

        private ServerSettings server;
        private AdmissionSettings admission;
        private AdminSettings admin;
        private ScoringSettings scoring;
        private HintSettings hints;
        private ResponseSettings responses;
        private IndexSettings index;
        private SnapshotSettings snapshot;
        private EventSettings events;
        private PromptSettings prompt;
        private UpstreamSettings upstream;
        private HealthSettings health;
        private BreakerSettings breaker;
        private FeedbackSettings feedback;
        private EngineLoadSettings engineLoad;
        private TracingSettings tracing;
        private ClusterSettings cluster;
        private List<ModelSettings> models;
        private List<WorkerSettings> workers;
        private List<DiscoverySettings> discovery;

        Copy(WarmpathSettings from) {
            server = from.server;
            admission = from.admission;
            admin = from.admin;
            scoring = from.scoring;
            hints = from.hints;
            responses = from.responses;
            index = from.index;
            snapshot = from.snapshot;
            events = from.events;
            prompt = from.prompt;
            upstream = from.upstream;
            health = from.health;
            breaker = from.breaker;
            feedback = from.feedback;
            engineLoad = from.engineLoad;
            tracing = from.tracing;
            cluster = from.cluster;
            models = from.models;
            workers = from.workers;
            discovery = from.discovery;
        }

        WarmpathSettings settings() {
            return new WarmpathSettings(
                    server,
                    admission,
                    admin,
                    scoring,
                    hints,
                    responses,
                    index,
                    snapshot,
                    events,
                    prompt,
                    upstream,
                    health,
                    breaker,
                    feedback,
                    engineLoad,
                    tracing,
                    cluster,
                    models,
                    workers,
                    discovery);
        }
    }
}
