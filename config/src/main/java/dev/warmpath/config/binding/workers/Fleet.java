package dev.warmpath.config.binding.workers;

import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.address.PortClaims.Claim;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What the workers of one configuration must not have in common. */
public final class Fleet {

    private final List<String> models;
    private final PortClaims ofWorkers = new PortClaims();
    private final PortClaims own;
    private final HealthSettings health;
    private final WorkerTls usualTls;
    private final TlsBinding tls;
    private final Map<URI, String> holders = new HashMap<>();

    /**
     * @param models names of the declared models
     * @param own ports that the router itself listens on
     * @param health how workers are probed that say nothing else
     * @param usualTls how workers are called by https that say nothing else
     * @param tls reads what a worker says of it
     */
    public Fleet(Collection<String> models, PortClaims own, HealthSettings health, WorkerTls usualTls, TlsBinding tls) {
        this.models = List.copyOf(models);
        this.own = own;
        this.health = health;
        this.usualTls = usualTls;
        this.tls = tls;
    }

    HealthSettings health() {
        return health;
    }

    /** Binds what one worker says of TLS; what it leaves out is as for the others. */
    WorkerTls tls(Section section, @Nullable WorkerTls inForce) {
        return tls.worker(section, inForce == null ? usualTls : inForce);
    }

    List<String> models() {
        return models;
    }

    /** Takes in a worker that was checked before, so that a new one is checked against it. */
    public void addPresent(WorkerSettings worker) {
        String name = "worker " + worker.url();
        holders.put(worker.url(), name);
        claim(ofWorkers, worker.url().getHost(), worker.url().getPort(), 1, name, null);
        if (worker.kvEvents() instanceof KvEventsSettings.Connect connect) {
            for (String endpoint : connect.endpoints()) {
                claimEndpoint(TcpEndpoint.ofChecked(endpoint), 1, name + " kv_events", null);
            }
            for (String replay : connect.replays()) {
                claimEndpoint(TcpEndpoint.ofChecked(replay), 1, name + " kv_events replay", null);
            }
        } else if (worker.kvEvents() instanceof KvEventsSettings.Bind bind) {
            claimOwn(new TcpEndpoint(bind.host(), bind.basePort()), worker.dpSize(), name + " kv_events", null);
        }
    }

    /** Takes the URL for a worker; two workers with one URL are a problem. */
    void claimUrl(URI url, Section worker) {
        String holder = holders.putIfAbsent(url, worker.path("url"));
        if (holder != null) {
            worker.refuse("url", "is already the URL of " + holder, url.toString(), "Remove one of the workers");
        } else {
            claim(ofWorkers, url.getHost(), url.getPort(), 1, worker.path("url"), complaint(worker, "url"));
        }
    }

    /** Takes consecutive ports of a worker's host for one key of its {@code kv_events}. */
    void claimEndpoint(TcpEndpoint first, int count, Section events, String key) {
        claimEndpoint(first, count, events.path(key), complaint(events, key));
    }

    /** Takes consecutive ports of the router's host, unless they are to be allocated. */
    void claimOwn(TcpEndpoint first, int count, Section events, String key) {
        claimOwn(first, count, events.path(key), complaint(events, key));
    }

    /** Reports what two of them have in common, and what one has in common with the router. */
    public void complainOfOverlaps() {
        ofWorkers.complainOfOverlaps("Give each range of dp_size ports its own place");
        own.complainOfOverlaps("Let each listen on its own ports");
    }

    private void claimEndpoint(
            TcpEndpoint first, int count, String holder, @Nullable BiConsumer<String, String> complaint) {
        claim(ofWorkers, first.host(), first.port(), count, holder, complaint);
    }

    private void claimOwn(TcpEndpoint first, int count, String holder, @Nullable BiConsumer<String, String> complaint) {
        if (first.port() != 0) {
            claim(own, first.host(), first.port(), count, holder, complaint);
        }
    }

    private static void claim(
            PortClaims claims,
            String host,
            int port,
            int count,
            String holder,
            @Nullable BiConsumer<String, String> complaint) {
        claims.add(new Claim(host, port, port + count - 1, holder, complaint));
    }

    private static BiConsumer<String, String> complaint(Section section, String key) {
        return (message, remedy) -> section.refuse(key, message, null, remedy);
    }
}
