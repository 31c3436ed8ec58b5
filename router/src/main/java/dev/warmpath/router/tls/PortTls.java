package dev.warmpath.router.tls;

import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS of a listening port, or that it has none. Safe from any thread. */
public final class PortTls {

    private static final Logger log = LoggerFactory.getLogger(PortTls.class);

    /** In the order of preference. */
    static final Set<String> PROTOCOLS = new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2"));

    private final @Nullable WatchedFiles files;
    private final boolean mutual;
    private final Duration handshakeTimeout;
    private final LongAdder failedHandshakes = new LongAdder();

    /**
     * @param files null for plain HTTP
     * @param mutual whether clients must show a certificate
     * @param handshakeTimeout a connection without a whole handshake by then is closed
     */
    PortTls(@Nullable WatchedFiles files, boolean mutual, Duration handshakeTimeout) {
        this.files = files;
        this.mutual = mutual;
        this.handshakeTimeout = handshakeTimeout;
    }

    /** Adds to a server's options what makes it speak TLS, if it is to. */
    public HttpServerOptions secure(HttpServerOptions options) {
        if (files == null) {
            return options;
        }
        ServerSSLOptions tls = options(files.material());
        options.setSsl(true)
                .setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_1_1))
                .setKeyCertOptions(tls.getKeyCertOptions())
                .setSslHandshakeTimeout(tls.getSslHandshakeTimeout())
                .setSslHandshakeTimeoutUnit(tls.getSslHandshakeTimeoutUnit())
                .setEnabledSecureTransportProtocols(PROTOCOLS);
        options.setTrustOptions(tls.getTrustOptions());
        return options.setClientAuth(tls.getClientAuth());
    }

    /** Gives a server that listens each certificate that comes in force from here on; open connections keep theirs. */
    public void follow(HttpServer server) {
        if (files != null) {
            files.follow(fresh -> server.updateSSLOptions(options(fresh))
                    .onFailure(failed -> log.atError()
                            .addKeyValue("port", files.place().key())
                            .setCause(failed)
                            .log("new certificate is not taken up; restart the router")));
        }
    }

    private ServerSSLOptions options(TlsMaterial material) {
        ServerSSLOptions options = new ServerSSLOptions()
                .setKeyCertOptions(material.keys())
                .setSslHandshakeTimeout(handshakeTimeout.toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setClientAuth(mutual ? ClientAuth.REQUIRED : ClientAuth.NONE);
        options.setTrustOptions(material.trust());
        return options;
    }

    /** Takes what a server says of connections that failed: those by their handshake are counted. */
    public void failed(Throwable cause) {
        if (cause instanceof SSLException) {
            failedHandshakes.increment();
        }
        log.atDebug().setCause(cause).log("connection failed");
    }

    long failedHandshakes() {
        return failedHandshakes.sum();
    }
}
