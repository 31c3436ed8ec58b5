package dev.warmpath.config.settings.tls;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a listening port ({@code server.tls}, {@code admin.tls}). All files are PEM.
 *
 * @param cert the port's certificate, followed by those that issued it
 * @param key its private key, without a passphrase
 * @param clientCa who may have issued the certificate that every client must show then, or null: clients need none
 * @param reloadInterval how often the files are looked at for others in their place
 */
public record ServerTls(Path cert, Path key, @Nullable Path clientCa, Duration reloadInterval) {

    public static final Duration USUAL_RELOAD_INTERVAL = Duration.ofSeconds(10);
}
