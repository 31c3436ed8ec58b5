package dev.warmpath.router.admin;

import dev.warmpath.config.address.Hosts;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may call the admin port. With a token: who carries it. Without one the port is on loopback only, and what is left to
 * keep out is a web page in a browser of the same machine. A page can let its own name resolve to loopback and then read
 * answers as if they were its own, but the browser still names that host in {@code Host}; and it can send calls without
 * reading answers, but then the browser says in {@code Origin} whose page it is.
 */
final class AdminAccess {

    /** Whether a call may pass, or why not. */
    enum Verdict {
        ALLOWED,
        TOKEN_NEEDED,
        FOREIGN_HOST,
        FOREIGN_ORIGIN
    }

    private static final String ORIGIN_SCHEME = "http://";

    private final byte @Nullable [] expected;

    AdminAccess(@Nullable String token) {
        expected = token == null ? null : bytes("Bearer " + token);
    }

    Verdict judge(HttpMethod method, MultiMap headers) {
        if (expected != null) {
            String given = headers.get("authorization");
            return given != null && MessageDigest.isEqual(expected, bytes(given))
                    ? Verdict.ALLOWED
                    : Verdict.TOKEN_NEEDED;
        }
        List<String> hosts = headers.getAll("host");
        if (hosts.size() != 1 || !Hosts.isLoopback(withoutPort(hosts.get(0)))) {
            return Verdict.FOREIGN_HOST;
        }
        boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
        for (String origin : headers.getAll("origin")) {
            if (!reads && !origin.equalsIgnoreCase(ORIGIN_SCHEME + hosts.get(0))) {
                return Verdict.FOREIGN_ORIGIN;
            }
        }
        return Verdict.ALLOWED;
    }

    /** An IPv6 address is in brackets whenever a port may follow it. */
    private static String withoutPort(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
