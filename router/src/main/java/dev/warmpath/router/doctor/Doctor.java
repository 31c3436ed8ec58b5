package dev.warmpath.router.doctor;

import dev.warmpath.router.doctor.check.AllChecks;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.EvidenceSource;
import dev.warmpath.router.doctor.evidence.FleetEvidence;
import dev.warmpath.router.doctor.evidence.History;
import dev.warmpath.router.doctor.report.DoctorReport;
import dev.warmpath.router.doctor.report.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what is wrong with a running router's cache affinity.
 *
 * <p>Why it looks again and again, and not only when it is asked: most of what is wrong shows in counters, and a counter
 * alone tells neither whether a fault is over nor whether it has only begun. So {@link #watch} keeps a few looks of the
 * last minutes, and an answer compares the fleet as it is with the oldest of them. A fault shows in the first answer
 * after it, and is forgotten {@link History#SPAN} after its end.
 *
 * <p>Takes milliseconds for a large fleet, so it is not for event loops. Thread-safe.
 */
public final class Doctor {

    private final EvidenceSource source;
    private final History history = new History();

    public Doctor(EvidenceSource source) {
        this.source = source;
    }

    /** Takes a look for later answers to compare with; to be called every few seconds. */
    public void watch() {
        history.keep(source.look());
    }

    /** What there is to say now. */
    public DoctorReport examine() {
        FleetEvidence now = source.look();
        return judge(new Evidence(history.oldest(now), now, source.compareHashes()));
    }

    /** Every check's judgement of this evidence. */
    static DoctorReport judge(Evidence evidence) {
        List<Finding> all = new ArrayList<>();
        for (Check check : AllChecks.list()) {
            Findings findings = new Findings(check.name());
            check.look(evidence, findings);
            all.addAll(findings.all());
        }
        return new DoctorReport(all);
    }
}
