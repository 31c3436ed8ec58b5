package dev.warmpath.router.discovery;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.router.discovery.dns.DnsSource;
import dev.warmpath.router.discovery.etcd.EtcdSource;
import dev.warmpath.router.discovery.kubernetes.KubernetesSource;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import dev.warmpath.router.discovery.source.WorkerSource;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the configuration's sources and follows them. To be deployed as a worker verticle: taking workers in and out blocks
 * for as long as event streams take to close.
 */
public final class Discovery extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(Discovery.class);

    /** How late a hold or a drain may end; a look costs next to nothing. */
    private static final long LOOK_MILLIS = 200;

    private final List<SourceLedger> ledgers = new ArrayList<>();
    private final List<WorkerSource> running = new ArrayList<>();
    private final Reconciler reconciler;

    /** @param requests how many requests a worker has now; any thread */
    public Discovery(WarmpathSettings settings, Fleet fleet, Members members, ToLongFunction<Worker> requests) {
        reconciler = new Reconciler(settings, fleet, members, requests, System::nanoTime);
        for (DiscoverySettings source : settings.discovery()) {
            ledgers.add(new SourceLedger(source, InstantSource.system()));
        }
    }

    /** How things are with each source, in the order of the configuration. Any thread. */
    public List<SourceStatus> sources() {
        return ledgers.stream().map(SourceLedger::status).toList();
    }

    @Override
    public Future<?> start() {
        for (SourceLedger ledger : ledgers) {
            WorkerSource source = source(ledger.settings());
            running.add(source);
            source.start(new Inbox(ledger));
        }
        vertx.setPeriodic(LOOK_MILLIS, tick -> guarded(() -> reconciler.look(ledgers)));
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return Future.all(running.stream()
                .map(source -> Future.fromCompletionStage(source.close()))
                .toList());
    }

    private WorkerSource source(DiscoverySettings settings) {
        if (settings.dns() != null) {
            return new DnsSource(settings.name(), settings.dns(), settings.worker());
        }
        if (settings.etcd() != null) {
            return new EtcdSource(vertx, settings.etcd(), settings.worker());
        }
        if (settings.kubernetes() != null) {
            return new KubernetesSource(settings.name(), settings.kubernetes(), settings.worker());
        }
        throw new IllegalStateException("source " + settings.name() + " has no place");
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private static void guarded(Step step) {
        try {
            step.run();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            log.atError().setCause(failed).log("the fleet could not be moved to what its sources say");
        }
    }

    /** Takes what a source says over to this verticle's thread. What is overtaken before that is passed over. */
    private final class Inbox implements WorkerSource.Listener {

        private final SourceLedger ledger;
        private final Context owner = vertx.getOrCreateContext();
        private final AtomicReference<@Nullable Object> latest = new AtomicReference<>();

        Inbox(SourceLedger ledger) {
            this.ledger = ledger;
        }

        @Override
        public void wanted(WantedSet set) {
            put(set);
        }

        @Override
        public void broken(SourceFault fault) {
            put(fault);
        }

        private void put(Object said) {
            if (latest.getAndSet(said) == null) {
                owner.runOnContext(turn -> guarded(this::take));
            }
        }

        private void take() throws InterruptedException {
            Object said = latest.getAndSet(null);
            if (said instanceof WantedSet set) {
                reconciler.wanted(ledger, set);
            } else if (said instanceof SourceFault fault) {
                reconciler.broken(ledger, fault);
            }
        }
    }
}
