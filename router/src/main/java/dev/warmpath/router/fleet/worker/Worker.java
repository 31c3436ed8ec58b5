package dev.warmpath.router.fleet.worker;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.load.RankLoad;
import dev.warmpath.router.load.WorkerLoad;
import dev.warmpath.router.tls.WorkerSecurity;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import dev.warmpath.scorer.index.RankIndex;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One registered worker.
 *
 * @param id its normalised URL, which is also what {@link dev.warmpath.events.kv.Target#worker} holds
 * @param host for connections, without the brackets of an IPv6 address
 * @param address where the host is now
 * @param ranks in rank order
 * @param health what probes say of it
 * @param engine which it runs, as far as that is known
 * @param transferNames under which its ranks hand KV over, where the protocol needs such names
 * @param engineLoad its load by its own count, where it is asked for
 * @param security how it is called by https, or null for plain HTTP
 */
public record Worker(
        String id,
        WorkerSettings settings,
        String host,
        int port,
        WorkerAddress address,
        List<Rank> ranks,
        WorkerHealth health,
        WorkerEngine engine,
        TransferNames transferNames,
        WorkerLoad engineLoad,
        WorkerAdapters adapters,
        @Nullable WorkerSecurity security) {

    public Worker {
        ranks = List.copyOf(ranks);
    }

    /** A worker of which no probe has told yet. */
    public Worker(
            String id,
            WorkerSettings settings,
            String host,
            int port,
            List<Rank> ranks,
            @Nullable WorkerSecurity security) {
        this(
                id,
                settings,
                host,
                port,
                new WorkerAddress(host, port),
                ranks,
                new WorkerHealth(ranks.stream().map(Rank::candidate).toList()),
                new WorkerEngine(settings, ranks),
                new TransferNames(settings, ranks),
                new WorkerLoad(ranks.size()),
                new WorkerAdapters(),
                security);
    }

    /** One rank of a worker: how it is scored, what its cache holds, and where that is learned from. */
    public record Rank(Candidate candidate, RankIndex index, RankFeed feed) {

        /** {@link #ACTIVE} while it may be chosen, else why it may not. */
        public String state() {
            String ineligible = candidate.ineligible();
            return ineligible == null ? ACTIVE : ineligible;
        }
    }

    /** State of a rank, and of a worker, that may be chosen. */
    public static final String ACTIVE = "active";

    /** Active while some rank is; else the first rank's reason stands for the worker. */
    public String state() {
        String first = ACTIVE;
        for (int i = ranks.size() - 1; i >= 0; i--) {
            first = ranks.get(i).state();
            if (first.equals(ACTIVE)) {
                return ACTIVE;
            }
        }
        return first;
    }

    /** A request to it, without credentials; every call to a worker's own port begins here. */
    public RequestOptions request(HttpMethod method, String path) {
        return WorkerWay.to(this).request().setMethod(method).setURI(path);
    }

    /** A request to another port of its host's, by plain HTTP and without credentials. */
    public RequestOptions request(HttpMethod method, int otherPort, String path) {
        return WorkerWay.to(this, otherPort).request().setMethod(method).setURI(path);
    }

    /** The clocks by which it is asked how it is: its own, or those that are usual here. */
    public HealthSettings clocks(HealthSettings usual) {
        HealthSettings own = settings.health();
        return own == null ? usual : own;
    }

    /** Whether an operator takes it out of service. */
    public boolean draining() {
        return ranks.get(0).candidate().barred(Ineligibility.DRAINING);
    }

    /** Whether the source that it was discovered from says that it is not ready, or goes. */
    public boolean withdrawn() {
        return ranks.get(0).candidate().barred(Ineligibility.WITHDRAWN);
    }

    /** Whether it is out of reach, by its probes or its connections. */
    public boolean away() {
        Candidate any = ranks.get(0).candidate();
        return any.barred(Ineligibility.UNHEALTHY) || any.barred(Ineligibility.UNREACHABLE);
    }

    /** A rank's load by its engine, as it is now. */
    public RankLoad engineLoad(Rank rank) {
        return engineLoad.rank(rank.candidate().target().rank() - settings.dpStart(), System.nanoTime());
    }

    /** The block size that the worker's ranks agree on, in tokens; 0 while none of them knows. */
    public int blockSize() {
        for (Rank rank : ranks) {
            if (rank.index().blockSize() > 0) {
                return rank.index().blockSize();
            }
        }
        return 0;
    }
}
