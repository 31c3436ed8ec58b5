package dev.warmpath.router.doctor.report;

import java.util.List;

/** The doctor's answer: at least one finding for each check of the catalogue. */
public record DoctorReport(List<Finding> findings) {

    public DoctorReport {
        findings = List.copyOf(findings);
    }

    /** The worst of the findings. */
    public Severity status() {
        Severity worst = Severity.PASS;
        for (Finding finding : findings) {
            worst = worst.worse(finding.status());
        }
        return worst;
    }
}
