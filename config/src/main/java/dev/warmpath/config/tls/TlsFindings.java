package dev.warmpath.config.tls;

import dev.warmpath.config.document.FileAccess;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.tls.WorkerTls;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all TLS files of a configuration as they are on disk now. Files that cannot be used are passed over: they are
 * refused when the configuration is loaded, and told by the router when they change.
 */
public final class TlsFindings {

    /** What expires within this is to be renewed by hand if nothing does it. */
    public static final Duration SOON = Duration.ofDays(14);

    private final Instant now;
    private final List<TlsFinding> findings = new ArrayList<>();
    /** A file that several settings name is told of once, under the first. */
    private final Set<Path> certificates = new HashSet<>();

    private final Set<Path> keys = new HashSet<>();

    private TlsFindings(Instant now) {
        this.now = now;
    }

    /** Everything to say about the files of {@code settings}, in the order of the configuration. Reads files. */
    public static List<TlsFinding> of(WarmpathSettings settings, Instant now) {
        TlsFindings all = new TlsFindings(now);
        all.port("server.tls", settings.server().tls());
        all.port("admin.tls", settings.admin().tls());
        all.worker("upstream.tls", settings.upstream().tls());
        for (int i = 0; i < settings.workers().size(); i++) {
            WorkerTls own = settings.workers().get(i).tls();
            if (own != null) {
                all.worker("workers[" + i + "].tls", own);
            }
        }
        return List.copyOf(all.findings);
    }

    private void port(String section, @Nullable ServerTls tls) {
        if (tls != null) {
            certificate(section + ".cert", tls.cert());
            key(section + ".key", tls.key());
            certificate(section + ".client_ca", tls.clientCa());
        }
    }

    private void worker(String section, WorkerTls tls) {
        certificate(section + ".ca", tls.ca());
        certificate(section + ".cert", tls.cert());
        key(section + ".key", tls.key());
    }

    private void certificate(String setting, @Nullable Path file) {
        if (file == null || !certificates.add(file)) {
            return;
        }
        try {
            for (X509Certificate certificate : CertificateFile.read(file)) {
                validity(setting, file, certificate);
            }
        } catch (TlsFileException unusable) {
            // See above.
            return;
        }
    }

    private void validity(String setting, Path file, X509Certificate certificate) {
        Instant end = certificate.getNotAfter().toInstant();
        Instant begin = certificate.getNotBefore().toInstant();
        String whose = " (" + certificate.getSubjectX500Principal().getName() + ")";
        if (!end.isAfter(now)) {
            add(setting, file, TlsFinding.Reason.EXPIRED, "has expired on " + end + whose, "Renew the certificate");
        } else if (!end.isAfter(now.plus(SOON))) {
            add(setting, file, TlsFinding.Reason.EXPIRES_SOON, "expires on " + end + whose, "Renew the certificate");
        } else if (begin.isAfter(now)) {
            add(
                    setting,
                    file,
                    TlsFinding.Reason.NOT_YET_VALID,
                    "is not valid before " + begin + whose,
                    "Set this machine's clock right, or wait");
        }
    }

    private void key(String setting, @Nullable Path file) {
        if (file != null && keys.add(file) && FileAccess.openToOthers(file)) {
            add(
                    setting,
                    file,
                    TlsFinding.Reason.KEY_READABLE_BY_OTHERS,
                    "names a private key that every user of this machine can read: " + file,
                    "chmod o-r it");
        }
    }

    private void add(String setting, Path file, TlsFinding.Reason reason, String message, String remedy) {
        findings.add(new TlsFinding(setting, file, reason, message, remedy));
    }
}
