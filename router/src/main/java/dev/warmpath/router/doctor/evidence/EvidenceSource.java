package dev.warmpath.router.doctor.evidence;

import dev.warmpath.events.stream.RankStream;
import dev.warmpath.router.bootstrap.BootstrapPorts;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.discovery.Discovery;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.load.RankLoad;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.snapshot.Snapshots;
import dev.warmpath.router.tls.RouterTls;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.PairChooser;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Takes evidence from the parts of a running router. Costs some microseconds per rank; not for event loops. */
public final class EvidenceSource {

    private final Fleet fleet;
    private final PromptPipeline prompts;
    private final PairChooser chooser;
    private final BootstrapPorts bootstraps;
    private final RouterTls tls;
    private final Snapshots snapshots;
    private final Supplier<ClusterStatus> cluster;
    private final Discovery discovery;

    public EvidenceSource(
            Fleet fleet,
            PromptPipeline prompts,
            PairChooser chooser,
            BootstrapPorts bootstraps,
            RouterTls tls,
            Snapshots snapshots,
            Supplier<ClusterStatus> cluster,
            Discovery discovery) {
        this.snapshots = snapshots;
        this.tls = tls;
        this.cluster = cluster;
        this.discovery = discovery;
        this.fleet = fleet;
        this.bootstraps = bootstraps;
        this.prompts = prompts;
        this.chooser = chooser;
    }

    /** The fleet as it is now. */
    public FleetEvidence look() {
        FleetView view = fleet.view();
        List<WorkerEvidence> workers = new ArrayList<>();
        for (Worker worker : view.workers()) {
            workers.add(of(worker, view));
        }
        PromptEvidence prompt = new PromptEvidence(prompts.stats(), prompts.models(), prompts.loadErrors());
        return new FleetEvidence(
                Instant.now(),
                System.nanoTime(),
                workers,
                prompt,
                chooser.weights(),
                chooser.tally(),
                tls.certificates(),
                snapshots.status(),
                cluster.get(),
                discovery.sources());
    }

    /** Where workers of one model announced the same blocks: do their engines agree? */
    public List<HashComparison> compareHashes() {
        return HashComparison.of(fleet.view().workers());
    }

    private WorkerEvidence of(Worker worker, FleetView view) {
        List<RankEvidence> ranks = new ArrayList<>();
        worker.ranks().forEach(rank -> ranks.add(of(rank, worker.engineLoad(rank))));
        return new WorkerEvidence(
                worker.id(),
                worker.settings(),
                worker.health().status(),
                fleet.drainingSince(worker.id()),
                fleet.connections(worker.id()),
                worker.transferNames().needed() ? worker.transferNames().trouble() : bootstraps.trouble(worker.id()),
                worker.engine().finding(),
                worker.engineLoad().status(),
                view.foreignChats(worker),
                ranks);
    }

    private RankEvidence of(Worker.Rank rank, RankLoad engineLoad) {
        Candidate candidate = rank.candidate();
        RankStream stream = rank.feed().stream();
        return new RankEvidence(
                candidate.target(),
                candidate.role(),
                candidate.ineligible(),
                fleet.answers(candidate.target()),
                stream == null ? null : stream.spec(),
                stream == null ? null : stream.status(),
                rank.index().status(),
                rank.index().expectedOutcome(),
                chooser.load(candidate),
                engineLoad,
                candidate.feedback().status());
    }
}
