package dev.warmpath.router.doctor;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.FleetEvidence;
import dev.warmpath.router.doctor.evidence.PromptEvidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.doctor.report.Severity;
import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.EngineFinding.Account;
import dev.warmpath.router.fleet.worker.EngineFinding.Mismatch;
import dev.warmpath.router.fleet.worker.EngineState;
import dev.warmpath.router.fleet.worker.HealthState;
import dev.warmpath.router.fleet.worker.HealthStatus;
import dev.warmpath.router.load.Freshness;
import dev.warmpath.router.load.PollState;
import dev.warmpath.router.load.PollStatus;
import dev.warmpath.router.load.RankLoad;
import dev.warmpath.router.load.RankReading;
import dev.warmpath.router.prompt.PromptStats;
import dev.warmpath.router.snapshot.RankLoss;
import dev.warmpath.router.snapshot.SnapshotStatus;
import dev.warmpath.router.snapshot.WriteFault;
import dev.warmpath.router.snapshot.file.Refusal;
import dev.warmpath.router.tls.CertificateStatus;
import dev.warmpath.router.tls.TlsPlace;
import dev.warmpath.scorer.choice.ChoiceTally;
import dev.warmpath.scorer.choice.ChoiceTally.RoleTally;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.feedback.FeedbackReason;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.index.BlockSizeState;
import dev.warmpath.scorer.index.ExpectedOutcome;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evidence in the making: a fleet that is well, but for what a test changes. */
final class Given {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    /** Of a router that keeps none. */
    static final SnapshotStatus NO_SNAPSHOT = snapshot(null, null, Map.of(), null, 0);

    /** A rank with a live stream. */
    static final class Rank {
        StreamState state = StreamState.LIVE;
        StreamReason reason = StreamReason.CONTIGUOUS;
        Duration stateFor = Duration.ofMinutes(5);
        StreamSpec.Direction direction = StreamSpec.Direction.CONNECT;

        @Nullable
        String replay = "tcp://10.0.0.1:6557";

        long batches = 10;
        long gaps;
        long lost;
        long restarts;
        long lagMillis = 5;
        long leastLagMillis = 2;
        long unansweredMillis;
        Map<DecodeReason, Long> rejected = Map.of();
        long refused;
        long placeholders;
        long confirmed;
        long missed;
        long adaptersByNumber;
        long extraKeyed;
        long apartConfirmed;
        long apartMissed;
        long requests;
        RankLoad engineLoad = new RankLoad(
                Freshness.FRESH, new RankReading(0, 0, 0.5, 0), Duration.ofSeconds(1), Duration.ZERO, false);

        @Nullable
        String ineligible;

        Circuit.State answers = Circuit.State.CLOSED;
        FeedbackReason feedback = FeedbackReason.CONFIRMED;
    }

    /** A worker of some ranks. */
    static final class Worker {
        final Role role;
        String group = "default";
        boolean events = true;
        PollStatus loadPoll = new PollStatus(PollState.OK, "/metrics", "", NOW);

        @Nullable
        Instant drainingSince;

        EngineState engine = EngineState.CONFIGURED;
        Instant engineSince = NOW.minusSeconds(60);
        String version = "0.32.0";
        String publisher = "tcp://*:5557";

        /** The role that the engine says it has; null where it does not contradict. */
        @Nullable
        Role told;

        final List<Rank> ranks = new ArrayList<>();

        private Worker(Role role, int ranks) {
            this.role = role;
            for (int i = 0; i < ranks; i++) {
                this.ranks.add(new Rank());
            }
        }

        void engineAskedFor(Duration time) {
            engineSince = NOW.minus(time);
        }

        void drainedFor(Duration time) {
            drainingSince = NOW.minus(time);
        }
    }

    private final List<Worker> workers = new ArrayList<>();
    final Map<UnhashedReason, Long> unhashed = new HashMap<>();
    ClusterStatus cluster = ClusterStatus.off();

    final List<CertificateStatus> certificates = new ArrayList<>();
    SnapshotStatus snapshot = NO_SNAPSHOT;
    final List<SourceStatus> sources = new ArrayList<>();
    long hashed = 100;
    ChoiceTally choices = new ChoiceTally(100, 0, new RoleTally(50, 25), new RoleTally(50, 25), new RoleTally(50, 25));

    Worker worker(Role role, int ranks) {
        Worker worker = new Worker(role, ranks);
        workers.add(worker);
        return worker;
    }

    /** Two of each role, as a healthy fleet has them. */
    static Given pairs() {
        Given given = new Given();
        for (Role role : List.of(Role.PREFILL, Role.DECODE)) {
            given.worker(role, 2);
            given.worker(role, 2);
        }
        return given;
    }

    /** A certificate of the data port that expires after this time, or did before if negative. */
    void certificate(Duration left, String trouble) {
        certificates.add(new CertificateStatus(TlsPlace.DATA, "cert", Path.of("tls.pem"), NOW.plus(left), trouble));
    }

    Worker worker(int number) {
        return workers.get(number);
    }

    Rank rank(int worker, int rank) {
        return workers.get(worker).ranks.get(rank);
    }

    /** The fleet now, where nothing was before. */
    List<Finding> examined() {
        Given nothing = new Given();
        RoleTally none = new RoleTally(0, 0);
        nothing.hashed = 0;
        nothing.choices = new ChoiceTally(0, 0, none, none, none);
        return since(nothing);
    }

    /** The fleet now, where it was like that before. */
    List<Finding> since(Given before) {
        return Doctor.judge(new Evidence(before.evidence(), evidence(), List.of()))
                .findings();
    }

    /** A snapshot as the start and the last time that it was written left it. */
    static SnapshotStatus snapshot(
            @Nullable Path path,
            @Nullable Refusal refusal,
            Map<RankLoss, Long> lost,
            @Nullable WriteFault fault,
            int leftOut) {
        return new SnapshotStatus(
                path,
                new SnapshotStatus.Found(refusal, "", refusal == null ? NOW : null, 0.1),
                new SnapshotStatus.Ranks(2, 2, 0, lost),
                new SnapshotStatus.Written(1, NOW, 100, 2, leftOut, 0.1, 0.001, Map.of(), fault, "what it was"));
    }

    /** What a check has to say that does not pass. */
    static List<Finding> of(CheckName name, List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.name() == name && finding.status() != Severity.PASS)
                .toList();
    }

    /** A source that workers are discovered from. */
    Given source(SourceStatus source) {
        sources.add(source);
        return this;
    }

    private FleetEvidence evidence() {
        List<WorkerEvidence> all = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            all.add(evidence(workers.get(i), "http://10.0.0." + (i + 1) + ":30000"));
        }
        PromptStats stats = new PromptStats(hashed, unhashed, 0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new FleetEvidence(
                NOW,
                0,
                all,
                new PromptEvidence(stats, Map.of(), List.of()),
                new OverlapWeights(20, 2, 20.0),
                choices,
                certificates,
                snapshot,
                cluster,
                sources);
    }

    private static WorkerEvidence evidence(Worker worker, String id) {
        boolean mixed = worker.role == Role.MIXED;
        List<String> endpoints = new ArrayList<>();
        List<RankEvidence> ranks = new ArrayList<>();
        for (int i = 0; i < worker.ranks.size(); i++) {
            endpoints.add("tcp://10.0.0.1:" + (5_557 + i));
            ranks.add(evidence(
                    worker.ranks.get(i),
                    worker,
                    new Target(id, i),
                    "tcp://" + id.substring(7, 15) + ":" + (5_557 + i)));
        }
        WorkerSettings settings = WorkerSettings.of(
                        URI.create(id),
                        worker.role,
                        Engine.VLLM,
                        mixed ? Protocol.NONE : Protocol.VLLM_NIXL,
                        List.of("m"),
                        worker.group,
                        ranks.size(),
                        0,
                        16)
                .withEvents(worker.events ? new KvEventsSettings.Connect(endpoints, List.of(), "") : null);
        return new WorkerEvidence(
                id,
                settings,
                new HealthStatus(HealthState.HEALTHY, HealthStatus.Reason.OK, "", NOW),
                worker.drainingSince,
                Circuit.State.CLOSED,
                "",
                engine(worker),
                worker.loadPoll,
                List.of(),
                ranks);
    }

    private static EngineFinding engine(Worker worker) {
        List<Mismatch> mismatches = worker.told == null
                ? List.of()
                : List.of(new Mismatch(
                        "role",
                        worker.role.name().toLowerCase(Locale.ROOT),
                        worker.told.name().toLowerCase(Locale.ROOT)));
        return new EngineFinding(
                worker.engine,
                worker.engine.known() ? Engine.VLLM : null,
                "",
                new Account(worker.version, worker.publisher),
                mismatches,
                worker.engineSince);
    }

    private static RankEvidence evidence(Rank rank, Worker worker, Target target, String endpoint) {
        String replay = rank.replay == null ? null : endpoint.replace(":55", ":65");
        StreamSpec spec = new StreamSpec(target, rank.direction, endpoint, replay, "");
        return new RankEvidence(
                target,
                worker.role,
                rank.ineligible,
                rank.answers,
                worker.events ? spec : null,
                worker.events ? stream(rank, endpoint) : null,
                new RankIndexStatus(
                        10,
                        0,
                        0,
                        0,
                        16,
                        BlockSizeState.CONFIGURED,
                        0,
                        0,
                        0,
                        rank.refused,
                        rank.placeholders,
                        0,
                        0,
                        0,
                        rank.adaptersByNumber,
                        rank.extraKeyed,
                        0),
                new ExpectedOutcome(rank.confirmed, rank.missed, rank.apartConfirmed, rank.apartMissed),
                new LoadStatus((int) rank.requests, 0, 0),
                rank.engineLoad,
                new FeedbackStatus(1, rank.feedback, false, 10, 100, 100, 0, 0, 0));
    }

    private static StreamStatus stream(Rank rank, String endpoint) {
        return new StreamStatus(
                rank.state,
                rank.reason,
                NOW.minus(rank.stateFor),
                endpoint,
                rank.batches - 1,
                rank.batches,
                rank.gaps,
                rank.gaps,
                rank.lost,
                0,
                0,
                0,
                rank.restarts,
                1,
                1,
                0,
                0,
                0,
                100,
                rank.unansweredMillis,
                rank.lagMillis,
                rank.leastLagMillis,
                null,
                Map.of("stored", rank.batches),
                rank.rejected,
                0);
    }
}
