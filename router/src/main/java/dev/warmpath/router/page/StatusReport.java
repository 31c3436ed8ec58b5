package dev.warmpath.router.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.decision.RecentDecisions;
import dev.warmpath.router.doctor.Doctor;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.report.DoctorReport;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.doctor.report.Severity;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code GET /admin/status}: all that the page shows, in one call. Looks at every rank, so it is not for
 * event loops. Any thread.
 */
public final class StatusReport {

    private final Instant started = Instant.now();
    private final Fleet fleet;
    private final PairChooser chooser;
    private final RouterMetrics metrics;
    private final Doctor doctor;
    private final RecentDecisions recent;
    private final HitRateHistory history;

    public StatusReport(
            Fleet fleet,
            PairChooser chooser,
            RouterMetrics metrics,
            Doctor doctor,
            RecentDecisions recent,
            HitRateHistory history) {
        this.fleet = fleet;
        this.chooser = chooser;
        this.metrics = metrics;
        this.doctor = doctor;
        this.recent = recent;
        this.history = history;
    }

    /**
     * What there is to show now.
     *
     * @param mayChange whether who asks may drain workers and set weights
     */
    public ObjectNode json(boolean mayChange) {
        FleetView view = fleet.view();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("now", Instant.now().toString());
        json.put("started", started.toString());
        json.put("may_change", mayChange);
        json.set("doctor", of(doctor.examine()));
        json.putObject("requests").put("in_flight", metrics.inFlight()).put("ended", (long) metrics.requestsEnded());
        json.set("roles", roles(view));
        json.set("workers", WorkerRows.of(view, chooser));
        json.set("hit_rate", history.json());
        json.set("decisions", decisions());
        return json;
    }

    /** The last decisions, the latest first. Cheap enough for event loops. */
    public ArrayNode decisions() {
        return DecisionRows.of(recent.latest());
    }

    /** What does not pass, the worst first. */
    private static ObjectNode of(DoctorReport report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("status", report.status().key());
        json.put("checks", CheckName.all().size());
        List<Finding> wrong = new ArrayList<>(report.findings());
        wrong.removeIf(finding -> finding.status() == Severity.PASS);
        wrong.sort(Comparator.comparing(Finding::status).reversed());
        ArrayNode told = json.putArray("findings");
        for (Finding finding : wrong) {
            told.addObject()
                    .put("name", finding.name().key())
                    .put("status", finding.status().key())
                    .put("target", finding.target())
                    .put("seen", finding.seen())
                    .put("remedy", finding.remedy());
        }
        return json;
    }

    private ArrayNode roles(FleetView view) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        OverlapWeights weights = chooser.weights();
        row(rows, view, Role.PREFILL, weights.prefill());
        row(rows, view, Role.DECODE, weights.decode());
        row(rows, view, Role.MIXED, weights.mixed());
        return rows;
    }

    private void row(ArrayNode rows, FleetView view, Role role, @Nullable Double weight) {
        int workers = 0;
        int ranks = 0;
        int eligible = 0;
        for (Worker worker : view.workers()) {
            if (worker.settings().role() == role) {
                workers++;
                ranks += worker.ranks().size();
                eligible += (int) worker.ranks().stream()
                        .filter(rank -> rank.candidate().ineligible() == null)
                        .count();
            }
        }
        rows.addObject()
                .put("role", role.key())
                .put("workers", workers)
                .put("ranks", ranks)
                .put("eligible_ranks", eligible)
                .put("overlap_weight", weight)
                .put("overlap_blocks", (long) metrics.overlapBlocks(role))
                .put("request_blocks", (long) metrics.requestBlocks(role));
    }
}
