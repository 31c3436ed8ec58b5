package dev.warmpath.config.settings;

import java.util.List;

/** Everything a router runs with: one configuration file, checked. */
public record WarmpathSettings(
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
        EngineLoadSettings engineLoad,
        TracingSettings tracing,
        List<ModelSettings> models,
        List<WorkerSettings> workers) {

    public WarmpathSettings {
        models = List.copyOf(models);
        workers = List.copyOf(workers);
    }

    /** Settings of a router that asks no engine for its load and makes no traces. */
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
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                EngineLoadSettings.defaults(),
                TracingSettings.defaults(),
                models,
                workers);
    }

    /** These settings with traces. */
    public WarmpathSettings withTracing(TracingSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                other,
                models,
                workers);
    }

    /** These settings with other limits of what is taken on. */
    public WarmpathSettings withAdmission(AdmissionSettings other) {
        return new WarmpathSettings(
                server,
                other,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other connections to workers. */
    public WarmpathSettings withUpstream(UpstreamSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                other,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other ways to ask engines what they had cached. */
    public WarmpathSettings withFeedback(FeedbackSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                other,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with another scoring. */
    public WarmpathSettings withScoring(ScoringSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                other,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other workers. */
    public WarmpathSettings withWorkers(List<WorkerSettings> others) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                others);
    }

    /** These settings with other prompts. */
    public WarmpathSettings withPrompt(PromptSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                other,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other models. */
    public WarmpathSettings withModels(List<ModelSettings> others) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                others,
                workers);
    }

    /** These settings with another data port. */
    public WarmpathSettings withServer(ServerSettings other) {
        return new WarmpathSettings(
                other,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with another admin port. */
    public WarmpathSettings withAdmin(AdminSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                other,
                scoring,
                index,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other bounds of the index. */
    public WarmpathSettings withIndex(IndexSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                other,
                events,
                prompt,
                upstream,
                health,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other probes. */
    public WarmpathSettings withHealth(HealthSettings other) {
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring,
                index,
                events,
                prompt,
                upstream,
                other,
                breaker,
                feedback,
                engineLoad,
                tracing,
                models,
                workers);
    }

    /** These settings with other questions for the engines' own load. */
    public WarmpathSettings withEngineLoad(EngineLoadSettings other) {
        return new WarmpathSettings(
                server, admission, admin, scoring, index, events, prompt, upstream, health, breaker, feedback, other,
                tracing, models, workers);
    }
}
