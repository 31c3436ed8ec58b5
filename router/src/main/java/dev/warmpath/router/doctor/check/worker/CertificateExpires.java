package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.tls.CertificateStatus;
import java.time.Duration;
import java.time.Instant;

/** {@link WorkerCheck#CERTIFICATE_EXPIRES}. */
public final class CertificateExpires implements Check {

    /** Time for somebody to do something about it; automatic renewals come weeks earlier. */
    private static final Duration SOON = Duration.ofDays(14);

    @Override
    public CheckName name() {
        return WorkerCheck.CERTIFICATE_EXPIRES;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Instant now = evidence.now().at();
        for (CertificateStatus certificate : evidence.now().certificates()) {
            String what = certificate.port().key() + " " + certificate.use() + " " + certificate.file();
            if (!certificate.trouble().isEmpty()) {
                findings.fail(null, what + ": " + certificate.trouble());
            }
            if (!now.isBefore(certificate.expiry())) {
                findings.fail(null, what + " has expired at " + certificate.expiry());
            } else if (!now.plus(SOON).isBefore(certificate.expiry())) {
                findings.warn(null, what + " expires at " + certificate.expiry());
            }
        }
        if (evidence.now().certificates().isEmpty()) {
            findings.unjudged("no certificates in use");
        } else {
            findings.fine(
                    evidence.now().certificates().size() + " files with certificates, good for two weeks and more");
        }
    }
}
