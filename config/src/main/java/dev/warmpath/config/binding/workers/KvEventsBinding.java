package dev.warmpath.config.binding.workers;

import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker's {@code kv_events}: where each of its ranks publishes. Engines add a rank's number to the port that they
 * were given, so one endpoint usually stands for all; the router binding the ports itself is the other direction.
 */
final class KvEventsBinding {

    private static final String FORMS = "Write one of endpoint, endpoints and bind";

    private final @Nullable String workerHost;
    private final int ranks;
    private final Fleet fleet;
    private boolean wildcard;

    /** @param workerHost takes the place of a wildcard; null if the worker's URL is wrong */
    KvEventsBinding(@Nullable String workerHost, int ranks, Fleet fleet) {
        this.workerHost = workerHost;
        this.ranks = ranks;
        this.fleet = fleet;
    }

    @Nullable
    KvEventsSettings bind(Section section, @Nullable KvEventsSettings now) {
        KvEventsSettings.Connect connect = now instanceof KvEventsSettings.Connect is ? is : null;
        KvEventsSettings.Bind bind = now instanceof KvEventsSettings.Bind is ? is : null;
        List<TcpEndpoint> endpoints =
                perRank(section, "endpoint", "endpoints", connect == null ? null : connect.endpoints());
        List<TcpEndpoint> replays = perRank(
                section,
                "replay",
                "replays",
                connect == null || connect.replays().isEmpty() ? null : connect.replays());
        TcpEndpoint bound = section.optional(
                "bind", TcpEndpoint.BIND, bind == null ? null : new TcpEndpoint(bind.host(), bind.basePort()));
        String topic = section.value("topic", Kinds.anyText(), now == null ? "" : now.topic());

        long forms =
                Stream.of("endpoint", "endpoints", "bind").filter(section::has).count();
        if (forms != 1) {
            section.refuse("", forms == 0 ? "names no endpoint" : "has more than one source", null, FORMS);
        }
        if (bound != null) {
            if (section.has("replay") || section.has("replays")) {
                String message = "has a replay endpoint beside bind: a publisher that connects offers none";
                section.refuse("", message, null, "Remove replay, or let the router connect");
            }
            if (fits(section, "bind", bound)) {
                fleet.claimOwn(bound, ranks, section, "bind");
            }
            return new KvEventsSettings.Bind(bound.host(), bound.port(), topic);
        }
        return new KvEventsSettings.Connect(texts(endpoints), texts(replays), topic, wildcard);
    }

    /** One endpoint per rank, from a key with the first one or a key with all of them. */
    private List<TcpEndpoint> perRank(Section section, String first, String all, @Nullable List<String> now) {
        TcpEndpoint base = section.optional(first, TcpEndpoint.CONNECT, null);
        List<TcpEndpoint> each = section.values(
                all,
                TcpEndpoint.CONNECT,
                now == null ? null : now.stream().map(TcpEndpoint::ofChecked).toList());
        if (section.has(first) && section.has(all)) {
            section.refuse(first, "is written beside " + all, null, "Keep one of the two");
        }
        List<TcpEndpoint> endpoints = new ArrayList<>();
        if (each != null) {
            if (each.size() != ranks) {
                String message = "has " + each.size() + " endpoints, and dp_size is " + ranks;
                section.refuse(all, message, null, "List one endpoint for each rank, in the order of the ranks");
            }
            for (TcpEndpoint endpoint : each) {
                endpoints.add(claimed(endpoint, 1, section, all));
            }
        } else if (base != null && fits(section, first, base)) {
            TcpEndpoint reachable = claimed(base, ranks, section, first);
            for (int rank = 0; rank < ranks; rank++) {
                endpoints.add(reachable.plus(rank));
            }
        }
        return endpoints;
    }

    private TcpEndpoint claimed(TcpEndpoint endpoint, int count, Section section, String key) {
        if (workerHost == null) {
            return endpoint;
        }
        TcpEndpoint reachable = endpoint.reachableAt(workerHost);
        wildcard |= !reachable.equals(endpoint);
        fleet.claimEndpoint(reachable, count, section, key);
        return reachable;
    }

    private boolean fits(Section section, String key, TcpEndpoint base) {
        boolean fits = base.port() + ranks - 1 <= Hosts.MAX_PORT;
        if (!fits) {
            String message = "needs " + ranks + " ports from " + base.port() + " on, beyond " + Hosts.MAX_PORT;
            section.refuse(key, message, base.toString(), "Choose a lower first port");
        }
        return fits;
    }

    private static List<String> texts(List<TcpEndpoint> endpoints) {
        return endpoints.stream().map(TcpEndpoint::toString).toList();
    }
}
