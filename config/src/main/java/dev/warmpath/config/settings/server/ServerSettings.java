package dev.warmpath.config.settings.server;

import dev.warmpath.config.settings.tls.ServerTls;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The data port ({@code server:}).
 *
 * @param host address to listen on
 * @param port TCP port; 0 lets the kernel pick one
 * @param maxBodyBytes a larger request body is answered 413
 * @param maxHeaderBytes a larger request head is answered 431
 * @param maxUrlBytes a longer request line is answered 414
 * @param maxConnections open client connections; one more is refused
 * @param bodyTimeout a request body that has not arrived by then is answered 408
 * @param requestTimeout from the last byte of the request to the last byte of the answer; the only clock that ends a
 *     live stream
 * @param drainDelay after a stop was asked for, how long {@code /ready} fails before new connections are refused, so
 *     that balancers can look elsewhere
 * @param shutdownGrace how long open requests may run on after that
 * @param targetHeaders whether answers carry {@code x-warmpath-prefill} and {@code x-warmpath-decode}, which name
 *     internal addresses
 * @param clocks how long a client's connection may be of no use
 * @param keys the keys that clients may call with
 * @param tls the port's certificate, or null for plain HTTP
 */
public record ServerSettings(
        String host,
        int port,
        long maxBodyBytes,
        int maxHeaderBytes,
        int maxUrlBytes,
        int maxConnections,
        Duration bodyTimeout,
        Duration requestTimeout,
        Duration drainDelay,
        Duration shutdownGrace,
        boolean targetHeaders,
        ClientClocks clocks,
        ClientKeySettings keys,
        @Nullable ServerTls tls) {

    /** A port of plain HTTP. */
    public ServerSettings(
            String host,
            int port,
            long maxBodyBytes,
            int maxHeaderBytes,
            int maxUrlBytes,
            int maxConnections,
            Duration bodyTimeout,
            Duration requestTimeout,
            Duration drainDelay,
            Duration shutdownGrace,
            boolean targetHeaders,
            ClientClocks clocks,
            ClientKeySettings keys) {
        this(
                host,
                port,
                maxBodyBytes,
                maxHeaderBytes,
                maxUrlBytes,
                maxConnections,
                bodyTimeout,
                requestTimeout,
                drainDelay,
                shutdownGrace,
                targetHeaders,
                clocks,
                keys,
                null);
    }

    public static ServerSettings defaults() {
        return new ServerSettings(
                "0.0.0.0",
                8080,
                64L << 20,
                16 << 10,
                8 << 10,
                20_000,
                Duration.ofSeconds(60),
                Duration.ofMinutes(30),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                false,
                ClientClocks.defaults(),
                ClientKeySettings.defaults());
    }

    /** These settings with other client keys. */
    public ServerSettings withKeys(ClientKeySettings others) {
        return new ServerSettings(
                host,
                port,
                maxBodyBytes,
                maxHeaderBytes,
                maxUrlBytes,
                maxConnections,
                bodyTimeout,
                requestTimeout,
                drainDelay,
                shutdownGrace,
                targetHeaders,
                clocks,
                others,
                tls);
    }
}
