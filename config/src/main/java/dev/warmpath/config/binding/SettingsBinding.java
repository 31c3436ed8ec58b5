package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;

import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.binding.admin.AdminBinding;
import dev.warmpath.config.binding.admission.AdmissionBinding;
import dev.warmpath.config.binding.discovery.DiscoveryBinding;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.binding.health.HealthBinding;
import dev.warmpath.config.binding.scoring.ScoringBinding;
import dev.warmpath.config.binding.server.ServerBinding;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.binding.workers.Fleet;
import dev.warmpath.config.binding.workers.WorkerBinding;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.config.settings.EngineLoadSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.FeedbackSettings;
import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.ResponseSettings;
import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.config.settings.TracingSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.JoiningWorker;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Binds the root of a configuration, and what spans its sections. */
public final class SettingsBinding {

    /** What holds where nothing is written. The overlap weights are never used: the file must have them. */
    public static final WarmpathSettings DEFAULTS = new WarmpathSettings(
            ServerSettings.defaults(),
            AdmissionSettings.defaults(),
            AdminSettings.defaults(),
            ScoringSettings.withWeights(0, 0, null),
            HintSettings.defaults(),
            ResponseSettings.defaults(),
            IndexSettings.defaults(),
            SnapshotSettings.off(),
            EventSettings.defaults(),
            PromptSettings.defaults(),
            UpstreamSettings.defaults(),
            HealthSettings.defaults(),
            BreakerSettings.defaults(),
            FeedbackSettings.defaults(),
            EngineLoadSettings.defaults(),
            TracingSettings.defaults(),
            ClusterSettings.defaults(),
            List.of(),
            List.of(),
            List.of());

    /** Shorter, and a busy machine would lose workers that are well; longer is no lease. */
    private static final Kind<Duration> LEASE = duration(Duration.ofSeconds(1), Duration.ofDays(7));

    private SettingsBinding() {}

    /**
     * Binds all sections, and checks what holds between them.
     *
     * @param directory what relative paths start from
     */
    public static WarmpathSettings bind(Section root, WarmpathSettings now, Path directory, PathCheck paths) {
        PortClaims own = new PortClaims();
        TlsBinding tls = new TlsBinding(directory, paths);
        ServerSettings server = root.section(
                "server", section -> ServerBinding.bind(section, now.server(), own, directory, paths, tls));
        AdmissionSettings admission = root.section(
                "admission", section -> AdmissionBinding.bind(section, now.admission(), server.maxBodyBytes()));
        AdminSettings admin = root.section("admin", section -> AdminBinding.bind(section, now.admin(), own, tls));
        ScoringBinding scoring = root.section("scoring", section -> ScoringBinding.bind(section, now.scoring()));
        HintSettings hints = root.section("hints", section -> HintBinding.bind(section, now.hints()));
        ResponseSettings responses =
                root.section("responses", section -> ResponseBinding.bind(section, now.responses()));
        IndexSettings index = root.section("index", section -> IndexBinding.bind(section, now.index()));
        SnapshotSettings snapshot =
                root.section("snapshot", section -> SnapshotBinding.bind(section, now.snapshot(), directory));
        EventSettings events = root.section("events", section -> EventBinding.bind(section, now.events()));
        PromptSettings prompt = root.section("prompt", section -> PromptBinding.bind(section, now.prompt()));
        UpstreamSettings upstream =
                root.section("upstream", section -> UpstreamBinding.bind(section, now.upstream(), tls));
        HealthSettings health = root.section("health", section -> HealthBinding.bind(section, now.health()));
        BreakerSettings breaker = root.section("breaker", section -> BreakerBinding.bind(section, now.breaker()));
        FeedbackSettings feedback = root.section("feedback", section -> FeedbackBinding.bind(section, now.feedback()));
        EngineLoadSettings engineLoad =
                root.section("engine_load", section -> EngineLoadBinding.bind(section, now.engineLoad()));
        TracingSettings tracing = root.section("tracing", section -> TracingBinding.bind(section, now.tracing()));
        ClusterSettings cluster = root.section("cluster", section -> ClusterBinding.bind(section, now.cluster(), tls));

        ModelBinding model = new ModelBinding(directory, paths, admission.maxInFlight());
        List<ModelSettings> models = root.sections("models", now.models(), model::bind);
        model.requireOne(root);
        model.requireDistinct(root);

        Fleet fleet = new Fleet(model.names(), own, health, upstream.tls(), tls);
        List<WorkerSettings> workers = root.sections(
                "workers", now.workers(), (section, worker) -> WorkerBinding.bind(section, worker, fleet));
        fleet.complainOfOverlaps();
        DiscoveryBinding discovered = new DiscoveryBinding(List.copyOf(model.names()), health, upstream.tls(), tls);
        List<DiscoverySettings> discovery = root.sections("discovery", now.discovery(), discovered::bind);
        if (workers.stream().anyMatch(worker -> worker.role() == Role.MIXED)
                || discovery.stream().anyMatch(source -> source.worker().role() == Role.MIXED)) {
            scoring.requireMixed();
        }
        return new WarmpathSettings(
                server,
                admission,
                admin,
                scoring.settings(),
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

    /** Binds one worker that is to join those present. */
    public static Optional<JoiningWorker> bindWorker(
            Section section, WarmpathSettings inForce, Collection<WorkerSettings> present) {
        List<String> models = inForce.models().stream().map(ModelSettings::name).toList();
        Fleet fleet = new Fleet(
                models, new PortClaims(), inForce.health(), inForce.upstream().tls(), TlsBinding.ofRegistered());
        present.forEach(fleet::addPresent);
        WorkerSettings worker = WorkerBinding.bind(section, null, fleet);
        Duration ttl = section.optional("ttl", LEASE, null);
        fleet.complainOfOverlaps();
        if (worker != null && worker.role() == Role.MIXED && inForce.scoring().mixedOverlapWeight() == null) {
            section.refuse(
                    "role", "needs scoring.mixed.overlap_weight, which is not set", "mixed", ScoringBinding.MISSING);
        }
        return Optional.ofNullable(worker).map(bound -> new JoiningWorker(bound, ttl));
    }
}
