package dev.warmpath.router.admin.guard;

import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.router.access.AdminTokens;
import dev.warmpath.router.access.Bearer;
import dev.warmpath.router.access.Unauthorized;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;

/**
 * Who may call the admin port. With tokens: who carries one, within its scope. Without any the port is on loopback only, and
 * what is left to keep out is a web page in a browser of the same machine. A page can let its own name resolve to loopback
 * and then read answers as if they were its own, but the browser still names that host in {@code Host}; and it can send
 * calls without reading answers, but then the browser says in {@code Origin} whose page it is.
 */
public final class AdminAccess {

    /** Whether a call may pass. */
    public sealed interface Verdict {

        /** It may. */
        record Allowed(AdminCaller caller) implements Verdict {}

        /** It may not. */
        record Refused(Unauthorized reason) implements Verdict {}
    }

    /** Questions whose bodies are too long for a query; they change nothing. */
    private static final Set<String> ASKED_BY_POST = Set.of("/admin/explain");

    private static final String ORIGIN_SCHEME = "http://";

    private final AdminTokens tokens;

    public AdminAccess(AdminTokens tokens) {
        this.tokens = tokens;
    }

    /** What becomes of a call. */
    public Verdict judge(HttpMethod method, String path, MultiMap headers) {
        boolean changes =
                !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD) && !ASKED_BY_POST.contains(path);
        return tokens.isEmpty() ? byOrigin(changes, headers) : byToken(changes, headers);
    }

    private Verdict byToken(boolean changes, MultiMap headers) {
        String bearer = Bearer.of(headers.get("authorization"));
        String given = bearer == null ? "" : bearer;
        AdminToken token = tokens.find(given);
        if (token == null) {
            return new Verdict.Refused(given.isEmpty() ? Unauthorized.MISSING : Unauthorized.UNKNOWN);
        }
        AdminCaller caller = new AdminCaller(token.name(), token.scope());
        return changes && !caller.mayChange() ? new Verdict.Refused(Unauthorized.SCOPE) : new Verdict.Allowed(caller);
    }

    private static Verdict byOrigin(boolean changes, MultiMap headers) {
        List<String> hosts = headers.getAll("host");
        if (hosts.size() != 1 || !Hosts.isLoopback(withoutPort(hosts.get(0)))) {
            return new Verdict.Refused(Unauthorized.FOREIGN_HOST);
        }
        for (String origin : headers.getAll("origin")) {
            if (changes && !origin.equalsIgnoreCase(ORIGIN_SCHEME + hosts.get(0))) {
                return new Verdict.Refused(Unauthorized.FOREIGN_ORIGIN);
            }
        }
        return new Verdict.Allowed(AdminCaller.WITHOUT_TOKEN);
    }

    /** An IPv6 address is in brackets whenever a port may follow it. */
    private static String withoutPort(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }
}
