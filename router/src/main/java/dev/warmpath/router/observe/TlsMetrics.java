package dev.warmpath.router.observe;

import dev.warmpath.router.tls.CertificateStatus;
import dev.warmpath.router.tls.RouterTls;
import dev.warmpath.router.tls.TlsPlace;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Meters of certificates and handshakes. */
public final class TlsMetrics {

    private TlsMetrics() {}

    /** Registers all of them; the files are those of the configuration and stay the same. */
    public static void register(MeterRegistry registry, RouterTls tls) {
        List<CertificateStatus> all = tls.certificates();
        Set<String> known = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            CertificateStatus certificate = all.get(i);
            int index = i;
            // Several sections may name one file for one use: one series, whichever of them it is read from.
            if (!known.add(certificate.port() + certificate.use() + certificate.file())) {
                continue;
            }
            Gauge.builder("warmpath.tls.certificate.expiry", tls, now -> seconds(now, index))
                    .description("When the first certificate in the file expires, as Unix time")
                    .baseUnit("seconds")
                    .tag("port", certificate.port().key())
                    .tag("use", certificate.use())
                    .tag("file", certificate.file().toString())
                    .register(registry);
        }
        for (TlsPlace place : TlsPlace.values()) {
            FunctionCounter.builder("warmpath.tls.reload.failures", tls, now -> now.reloadFailures(place))
                    .description("Changes of certificate files that could not be put in force")
                    .tag("port", place.key())
                    .register(registry);
        }
        for (TlsPlace port : List.of(TlsPlace.DATA, TlsPlace.ADMIN)) {
            FunctionCounter.builder("warmpath.tls.handshakes.failed", tls, now -> now.failedHandshakes(port))
                    .description("Connections of clients that ended in their TLS handshake")
                    .tag("port", port.key())
                    .register(registry);
        }
    }

    private static double seconds(RouterTls tls, int index) {
        Instant expiry = tls.certificates().get(index).expiry();
        return expiry.getEpochSecond();
    }
}
