package dev.warmpath.router.tls;

import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which worker is called by https how. Asked once for each worker, when it joins the fleet. */
public final class WorkerSecurities {

    private final WorkerSecurity usual;
    /** By what workers and sources say themselves; all of it is in the configuration file. */
    private final Map<WorkerTls, WorkerSecurity> own;

    WorkerSecurities(WorkerSecurity usual, Map<WorkerTls, WorkerSecurity> own) {
        this.usual = usual;
        this.own = Map.copyOf(own);
    }

    /** How a worker is called, or null for one with an http URL. */
    public @Nullable WorkerSecurity of(WorkerSettings worker) {
        if (!"https".equals(worker.url().getScheme())) {
            return null;
        }
        WorkerTls said = worker.tls();
        WorkerSecurity security = said == null ? usual : own.get(said);
        if (security == null) {
            throw new IllegalStateException("tls of a worker that is not in the configuration file: " + said);
        }
        return security;
    }
}
