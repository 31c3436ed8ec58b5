package dev.warmpath.router.admin;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.router.access.AdminTokens;
import dev.warmpath.router.access.Unauthorized;
import dev.warmpath.router.admin.explain.ExplainResource;
import dev.warmpath.router.admin.guard.AdminAccess;
import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.guard.AuditLog;
import dev.warmpath.router.admin.registry.WorkerRegistry;
import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.admin.route.AdminOperation;
import dev.warmpath.router.admin.route.AdminRoute;
import dev.warmpath.router.admin.weights.WeightsResource;
import dev.warmpath.router.admin.workers.LeaseWatch;
import dev.warmpath.router.admin.workers.WorkersResource;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.decision.RecentDecisions;
import dev.warmpath.router.discovery.Members;
import dev.warmpath.router.doctor.Doctor;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.hints.HintReader;
import dev.warmpath.router.hints.Sessions;
import dev.warmpath.router.http.BodyIntake;
import dev.warmpath.router.http.ErrorAnswer;
import dev.warmpath.router.http.Keepers;
import dev.warmpath.router.observe.AccessMetrics;
import dev.warmpath.router.observe.fleet.FleetMetrics;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.router.page.HitRateHistory;
import dev.warmpath.router.page.StatusPage;
import dev.warmpath.router.page.StatusReport;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.snapshot.Snapshots;
import dev.warmpath.router.tls.PortTls;
import dev.warmpath.router.wire.ClientConnections;
import dev.warmpath.router.wire.HeadFault;
import dev.warmpath.router.wire.HeadGuard;
import dev.warmpath.scorer.choice.PairChooser;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** The admin port: its listener, who may call, and which resource serves what. */
public final class AdminPort extends VerticleBase {

    private final WarmpathSettings settings;
    private final Fleet fleet;
    private final Members members;
    private final PromptPipeline prompts;
    private final PairChooser chooser;
    private final SharedSettings shared;
    private final HintReader hints;
    private final Sessions sessions;
    private final Adapters adapters;
    private final Keepers keepers;
    private final PrometheusMeterRegistry registry;
    private final FleetMetrics fleetMetrics;
    private final RouterMetrics metrics;
    private final AccessMetrics accessMetrics;
    private final Doctor doctor;
    private final RecentDecisions recent;
    private final Snapshots snapshots;
    private final AdminAccess access;
    private final PortTls tls;
    private final StatusPage page = new StatusPage();
    private HttpServer server;
    private Replies replies;
    private ScrapeResource scrape;
    private ApiResource api;
    private WeightsResource weights;
    private ExplainResource explain;
    private ConfigResource configuration;
    private WorkersResource workers;
    private DoctorResource examination;
    private StatusResource status;

    /** Everything is read from the given parts at each call; nothing is kept. */
    @SuppressWarnings("NullAway.Init")
    public AdminPort(
            WarmpathSettings settings,
            AdminTokens tokens,
            Fleet fleet,
            Members members,
            PromptPipeline prompts,
            PairChooser chooser,
            SharedSettings shared,
            HintReader hints,
            Sessions sessions,
            Adapters adapters,
            Keepers keepers,
            PrometheusMeterRegistry registry,
            FleetMetrics fleetMetrics,
            RouterMetrics metrics,
            AccessMetrics accessMetrics,
            Doctor doctor,
            RecentDecisions recent,
            Snapshots snapshots,
            PortTls tls) {
        this.settings = settings;
        this.access = new AdminAccess(tokens);
        this.fleet = fleet;
        this.members = members;
        this.prompts = prompts;
        this.chooser = chooser;
        this.shared = shared;
        this.hints = hints;
        this.sessions = sessions;
        this.adapters = adapters;
        this.keepers = keepers;
        this.registry = registry;
        this.fleetMetrics = fleetMetrics;
        this.metrics = metrics;
        this.accessMetrics = accessMetrics;
        this.doctor = doctor;
        this.recent = recent;
        this.snapshots = snapshots;
        this.tls = tls;
    }

    @Override
    public Future<?> start() {
        AdminSettings admin = settings.admin();
        // Clients can fill admission.max_bodies; they must not keep an operator from draining a worker by that.
        replies = new Replies(
                new BodyIntake(vertx, settings.server()),
                BodyBudget.within(
                        settings.server().maxBodyBytes(), Runtime.getRuntime().maxMemory()));
        scrape = new ScrapeResource(vertx, registry, fleetMetrics, replies);
        api = new ApiResource();
        AuditLog audit = new AuditLog();
        weights = new WeightsResource(chooser, shared, audit, replies);
        configuration = new ConfigResource(settings, fleet, chooser, replies);
        explain = new ExplainResource(vertx, fleet, adapters, keepers, prompts, chooser, hints, sessions, replies);
        WorkerRegistry workerRegistry = new WorkerRegistry(settings, fleet, members, shared);
        shared.drainBy(workerRegistry::drainAsElsewhere);
        workers = new WorkersResource(vertx, fleet, chooser, metrics, workerRegistry, audit, replies);
        new LeaseWatch(vertx, workerRegistry, metrics, audit).start();
        examination = new DoctorResource(vertx, doctor, replies);
        HitRateHistory history = new HitRateHistory(metrics::overlapBlocks, metrics::requestBlocks);
        vertx.setPeriodic(HitRateHistory.STEP.toMillis(), tick -> history.take(System.currentTimeMillis()));
        status = new StatusResource(vertx, new StatusReport(fleet, chooser, metrics, doctor, recent, history), replies);
        ClientConnections clients =
                new ClientConnections(vertx, settings.server().clocks(), () -> false);
        HttpServerOptions options = new HttpServerOptions()
                .setHost(admin.host())
                .setPort(admin.port())
                .setMaxHeaderSize(settings.server().maxHeaderBytes())
                .setMaxInitialLineLength(settings.server().maxUrlBytes())
                .setHttp2ClearTextEnabled(false);
        server = HeadGuard.stand(vertx.createHttpServer(tls.secure(options)), clients, this::route, this::refuseHead)
                .connectionHandler(connection -> {
                    clients.opened(connection);
                    connection.closeHandler(closed -> clients.closed(connection));
                })
                .exceptionHandler(tls::failed);
        return server.listen().onSuccess(tls::follow);
    }

    /** The port in use. */
    public int port() {
        return server.actualPort();
    }

    private void refuseHead(HttpServerRequest request, HeadFault fault) {
        metrics.headRefused("admin", fault.code());
        replies.error(request, ErrorAnswer.badRequest(fault.status(), fault.code(), fault.message()));
    }

    private void route(HttpServerRequest request) {
        // Open to all: a browser cannot ask for a page with a token.
        if (page.serve(request)) {
            return;
        }
        AdminAccess.Verdict verdict = access.judge(request.method(), String.valueOf(request.path()), request.headers());
        if (verdict instanceof AdminAccess.Verdict.Allowed allowed) {
            serve(request, allowed.caller());
        } else if (verdict instanceof AdminAccess.Verdict.Refused refused) {
            refuse(request, refused.reason());
        }
    }

    private void serve(HttpServerRequest request, AdminCaller caller) {
        AdminRoute route = AdminRoute.of(request.method(), String.valueOf(request.path()));
        if (route instanceof AdminRoute.Served served) {
            serve(request, caller, served);
        } else if (route instanceof AdminRoute.WrongMethod wrong) {
            request.response().putHeader("allow", wrong.allowed());
            replies.error(
                    request,
                    ErrorAnswer.badRequest(405, "method_not_allowed", "This path takes " + wrong.allowed() + " only."));
        } else {
            replies.error(
                    request,
                    ErrorAnswer.badRequest(
                            404, "unknown_path", "GET " + AdminOperation.GET_API.template() + " lists the paths."));
        }
    }

    private void serve(HttpServerRequest request, AdminCaller caller, AdminRoute.Served served) {
        switch (served.operation()) {
            case SCRAPE -> scrape.get(request);
            case GET_API -> api.get(request);
            case LIST_WORKERS -> workers.list(request);
            case REGISTER_WORKER -> workers.register(request, caller);
            case GET_WORKER -> workers.get(request, served.id());
            case REMOVE_WORKER -> workers.remove(request, caller, served.id());
            case DRAIN_WORKER -> workers.drain(request, caller, served.id(), true);
            case UNDRAIN_WORKER -> workers.drain(request, caller, served.id(), false);
            case GET_WEIGHTS -> weights.get(request);
            case SET_WEIGHTS -> weights.put(request, caller);
            case EXPLAIN -> explain.post(request);
            case GET_CONFIG -> configuration.get(request);
            case EXAMINE -> examination.get(request);
            case GET_STATUS -> status.get(request, caller);
            case GET_SNAPSHOT -> replies.json(request, 200, SnapshotJson.of(snapshots.status()));
            case LIST_DECISIONS -> status.decisions(request);
        }
    }

    private void refuse(HttpServerRequest request, Unauthorized reason) {
        accessMetrics.refused(AccessMetrics.Port.ADMIN, reason);
        ErrorAnswer answer = switch (reason) {
            case FOREIGN_HOST ->
                ErrorAnswer.badRequest(
                        403, "foreign_host", "Without admin.token, Host has to be localhost or a loopback address.");
            case FOREIGN_ORIGIN ->
                ErrorAnswer.badRequest(
                        403, "foreign_origin", "Without admin.token, pages of other origins may change nothing.");
            case SCOPE -> {
                request.response().putHeader("www-authenticate", "Bearer error=\"insufficient_scope\"");
                yield ErrorAnswer.badRequest(
                        403, "insufficient_scope", "This token may look and explain; changes need one of scope write.");
            }
            // The same whether the token is missing or wrong.
            case MISSING, UNKNOWN, EXPIRED -> {
                request.response().putHeader("www-authenticate", "Bearer");
                yield ErrorAnswer.badRequest(401, "unauthorized", "The admin port needs its bearer token.");
            }
        };
        replies.error(request, answer);
    }
}
