package dev.warmpath.router.tls;

import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How workers of one {@code tls} section are called, by the files as they are now. It is asked for each request, so that a
 * new certificate holds from the next connection on: connections are pooled by these options. Safe from any thread.
 */
public final class WorkerSecurity {

    static final String VERIFY = "HTTPS";
    private static final String DO_NOT_VERIFY = "";

    private final boolean verifyHost;
    private final Duration handshakeTimeout;
    private volatile ClientSSLOptions options;

    WorkerSecurity(WatchedFiles files, boolean verifyHost, Duration handshakeTimeout) {
        this.verifyHost = verifyHost;
        this.handshakeTimeout = handshakeTimeout;
        this.options = make(files.material());
        files.follow(fresh -> options = make(fresh));
    }

    /** How a connection or a request is secured that is made now; another object whenever the files have changed. */
    public ClientSSLOptions options() {
        return options;
    }

    private ClientSSLOptions make(TlsMaterial material) {
        ClientSSLOptions made = new ClientSSLOptions()
                .setHostnameVerificationAlgorithm(verifyHost ? VERIFY : DO_NOT_VERIFY)
                .setSslHandshakeTimeout(handshakeTimeout.toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setEnabledSecureTransportProtocols(PortTls.PROTOCOLS);
        made.setTrustOptions(material.trust());
        made.setKeyCertOptions(material.keys());
        return made;
    }
}
