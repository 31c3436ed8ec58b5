package dev.warmpath.router.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which headers cross the router. A deny-list, so that tracing and vendor headers of tomorrow pass. What never does:
 * hop-by-hop headers and those that {@code Connection} names, what the router recomputes, credentials (a client's are
 * for the router, a worker's are the worker's own), and headers by which engines or other routers let themselves be
 * steered.
 */
final class HeaderRules {

    /** Those of answers are the router's to give. */
    private static final String OWN_PREFIX = "x-warmpath-";

    private static final String KEEP_ALIVE = "keep-alive";

    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            KEEP_ALIVE,
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "trailers",
            "transfer-encoding",
            "upgrade",
            "http2-settings");

    /** What does not reach a worker: one look-up for each header of a request. */
    private static final Set<String> STOPPED_AT_WORKERS = withHopByHop(
            "host",
            "content-length",
            "expect",
            "authorization",
            "x-api-key",
            "api-key",
            "cookie",
            "x-request-id",
            "x-forwarded-host");

    /**
     * How the headers begin by which engines, and the sidecars and routers that may stand before them, are told a rank,
     * a worker, or a host to fetch from. Prefixes, so that those of newer releases are covered too.
     */
    private static final String[] STEERING_PREFIXES = {
        "x-data-parallel-",
        "x-prefiller-",
        "x-encoder-",
        "x-worker-",
        "x-gateway-destination-",
        "x-override-",
        OWN_PREFIX,
        "x-smg-"
    };

    /** What all of them begin with, and next to no header that clients send. */
    private static final String STEERING = "x-";

    /** What does not reach a client. */
    private static final Set<String> STOPPED_AT_CLIENTS = withHopByHop("x-request-id", "set-cookie");

    private HeaderRules() {}

    private static Set<String> withHopByHop(String... names) {
        Set<String> all = new HashSet<>(HOP_BY_HOP);
        all.addAll(List.of(names));
        return Set.copyOf(all);
    }

    /** Client headers that may reach a worker. */
    static MultiMap toWorker(MultiMap client) {
        Set<String> named = namedByConnection(client);
        MultiMap kept = MultiMap.caseInsensitiveMultiMap();
        for (Map.Entry<String, String> header : client) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!STOPPED_AT_WORKERS.contains(name) && !named.contains(name) && !steers(name)) {
                kept.add(name, header.getValue());
            }
        }
        return kept;
    }

    /** Adds the worker headers that may reach the client to its answer's own. */
    static void toClient(MultiMap worker, MultiMap client) {
        Set<String> named = namedByConnection(worker);
        for (Map.Entry<String, String> header : worker) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!STOPPED_AT_CLIENTS.contains(name) && !named.contains(name) && !name.startsWith(OWN_PREFIX)) {
                client.add(name, header.getValue());
            }
        }
    }

    private static boolean steers(String name) {
        if (name.startsWith(STEERING)) {
            for (String prefix : STEERING_PREFIXES) {
                if (name.startsWith(prefix)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Set<String> namedByConnection(MultiMap headers) {
        List<String> values = headers.getAll(HttpHeaders.CONNECTION);
        // Of what is usual nothing is a header's name that would pass.
        if (values.isEmpty() || (values.size() == 1 && KEEP_ALIVE.equalsIgnoreCase(values.get(0)))) {
            return Set.of();
        }
        Set<String> named = new HashSet<>();
        for (String value : values) {
            for (String name : value.split(",", -1)) {
                named.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        return named;
    }
}
