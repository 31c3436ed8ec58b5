package dev.warmpath.config.settings.admin;

import dev.warmpath.config.settings.tls.ServerTls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The admin port ({@code admin:}).
 *
 * @param host address to listen on; beyond loopback only with a token
 * @param port TCP port; 0 lets the kernel pick one
 * @param token bearer token that opens all of the admin port, or null for none
 * @param tokens bearer tokens with names and scopes, beside {@code token}
 * @param workerHosts where workers that are registered at run time may be, as
 *     {@link dev.warmpath.config.address.HostPattern} has it; none may be registered while it is empty
 * @param tls the port's certificate, or null for plain HTTP
 * @param maxWorkers with how many workers, those of the file counted in, no further one may be registered at run time
 */
public record AdminSettings(
        String host,
        int port,
        @Nullable String token,
        List<AdminToken> tokens,
        List<String> workerHosts,
        @Nullable ServerTls tls,
        int maxWorkers) {

    /** The name under which {@code token} is told of. */
    public static final String PLAIN_TOKEN = "token";

    /** Many times the largest fleets that are told of, and each worker costs sockets and memory for its index. */
    private static final int MAX_WORKERS = 1024;

    /** Hosts that are the router's own machine. */
    private static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1", "localhost");

    public AdminSettings {
        tokens = List.copyOf(tokens);
        workerHosts = List.copyOf(workerHosts);
    }

    /** An admin port of plain HTTP. */
    public AdminSettings(
            String host, int port, @Nullable String token, List<AdminToken> tokens, List<String> workerHosts) {
        this(host, port, token, tokens, workerHosts, null, MAX_WORKERS);
    }

    /** An admin port of plain HTTP without named tokens. */
    public AdminSettings(String host, int port, @Nullable String token, List<String> workerHosts) {
        this(host, port, token, List.of(), workerHosts);
    }

    public static AdminSettings defaults() {
        return new AdminSettings("127.0.0.1", 9090, null, LOOPBACK);
    }

    /** Whether calls must carry a token. */
    public boolean guarded() {
        return token != null || !tokens.isEmpty();
    }

    /** The token never appears in text. */
    @Override
    public String toString() {
        return "AdminSettings[host=" + host + ", port=" + port + ", token=" + (token == null ? "none" : "***")
                + ", tokens=" + tokens + ", workerHosts=" + workerHosts + ", tls=" + tls + ", maxWorkers=" + maxWorkers
                + "]";
    }
}
