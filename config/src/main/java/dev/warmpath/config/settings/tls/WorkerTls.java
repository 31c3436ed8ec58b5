package dev.warmpath.config.settings.tls;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * TLS towards workers with an https URL ({@code upstream.tls}, and {@code tls} of one worker). All files are PEM.
 *
 * @param ca who may have issued a worker's certificate, or null for those that the Java runtime trusts
 * @param cert the certificate that the router shows to workers that ask for one, followed by those that issued it, or
 *     null for none
 * @param key its private key, without a passphrase; null exactly where {@code cert} is
 * @param verifyHost whether a worker's certificate must be made out to the host of its URL
 * @param handshakeTimeout a connection without a whole handshake by then is a failed one. Longer than the connecting
 *     before it, which is the kernel's business: an engine that is busy shakes hands late
 * @param reloadInterval how often the files are looked at for others in their place
 */
public record WorkerTls(
        @Nullable Path ca,
        @Nullable Path cert,
        @Nullable Path key,
        boolean verifyHost,
        Duration handshakeTimeout,
        Duration reloadInterval) {

    public static WorkerTls defaults() {
        return new WorkerTls(null, null, null, true, Duration.ofSeconds(10), ServerTls.USUAL_RELOAD_INTERVAL);
    }
}
