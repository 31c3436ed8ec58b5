package dev.warmpath.router.tls;

import dev.warmpath.config.settings.tls.SourceTls;
import dev.warmpath.config.tls.TlsFileException;
import io.vertx.core.net.ClientSSLOptions;
import org.jspecify.annotations.Nullable;

/** How a source of workers is called by https. Its certificate always has to be made out to the host that is called. */
public final class SourceSecurity {

    private SourceSecurity() {}

    /**
     * Reads the files as they are now, which blocks for a moment.
     *
     * @param tls null for the runtime's authorities and no certificate
     */
    public static ClientSSLOptions of(@Nullable SourceTls tls) throws TlsFileException {
        ClientSSLOptions options = new ClientSSLOptions()
                .setHostnameVerificationAlgorithm(WorkerSecurity.VERIFY)
                .setEnabledSecureTransportProtocols(PortTls.PROTOCOLS);
        TlsFileSet files = tls == null
                ? new TlsFileSet(null, null, null, "ca")
                : new TlsFileSet(tls.cert(), tls.key(), tls.ca(), "ca");
        TlsMaterial material = TlsMaterial.read(files, true);
        options.setTrustOptions(material.trust());
        options.setKeyCertOptions(material.keys());
        return options;
    }
}
