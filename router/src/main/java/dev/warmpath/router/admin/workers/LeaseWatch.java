package dev.warmpath.router.admin.workers;

import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.admin.guard.AdminCaller;
import dev.warmpath.router.admin.guard.AuditLog;
import dev.warmpath.router.admin.registry.WorkerRegistry;
import dev.warmpath.router.observe.request.RouterMetrics;
import io.vertx.core.Vertx;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends leases in time. Lives on the admin port's event loop; workers are removed off it. */
public final class LeaseWatch {

    private static final Logger log = LoggerFactory.getLogger(LeaseWatch.class);

    /** A lease is a second at least, so this is soon enough, and a look costs next to nothing. */
    private static final long LOOK_MILLIS = 250;

    private final Vertx vertx;
    private final WorkerRegistry registry;
    private final RouterMetrics metrics;
    private final AuditLog audit;
    private boolean removing;

    public LeaseWatch(Vertx vertx, WorkerRegistry registry, RouterMetrics metrics, AuditLog audit) {
        this.vertx = vertx;
        this.registry = registry;
        this.metrics = metrics;
        this.audit = audit;
    }

    /** Begins; ends with the verticle on whose context it is called. */
    public void start() {
        vertx.setPeriodic(LOOK_MILLIS, tick -> look());
    }

    private void look() {
        if (removing || !registry.leasesOver()) {
            return;
        }
        removing = true;
        vertx.executeBlocking(registry::expire)
                .onSuccess(this::gone)
                .onFailure(
                        failed -> log.atError().setCause(failed).log("workers whose leases are over were not removed"))
                .onComplete(done -> removing = false);
    }

    private void gone(List<WorkerSettings> workers) {
        for (WorkerSettings worker : workers) {
            metrics.leaseExpired();
            audit.changed(
                    AdminCaller.LEASE,
                    AuditLog.Action.EXPIRE_WORKER,
                    worker.url().toString(),
                    worker,
                    AuditLog.NOTHING);
        }
    }
}
