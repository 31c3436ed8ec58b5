package dev.warmpath.config.settings;

import org.jspecify.annotations.Nullable;

/**
 * The admin port ({@code admin:}).
 *
 * @param host address to listen on; beyond loopback only with a token
 * @param port TCP port; 0 lets the kernel pick one
 * @param token bearer token that admin calls must carry, or null for none
 */
public record AdminSettings(String host, int port, @Nullable String token) {

    public static AdminSettings defaults() {
        return new AdminSettings("127.0.0.1", 9090, null);
    }

    /** The token never appears in text. */
    @Override
    public String toString() {
        return "AdminSettings[host=" + host + ", port=" + port + ", token=" + (token == null ? "none" : "***") + "]";
    }
}
