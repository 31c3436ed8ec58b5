package dev.warmpath.router.tls;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.config.tls.TlsFileException;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All TLS of one router: its two ports, its workers, and the watch over their files. */
public final class RouterTls {

    private static final Logger log = LoggerFactory.getLogger(RouterTls.class);

    private final Duration clientHandshake;
    private final List<WatchedFiles> watched = new ArrayList<>();
    private final PortTls data;
    private final PortTls admin;
    private final WorkerSecurities workers;

    private RouterTls(WarmpathSettings settings) throws TlsFileException {
        this.clientHandshake = settings.server().clocks().headerTimeout();
        this.data = port(TlsPlace.DATA, settings.server().tls());
        this.admin = port(TlsPlace.ADMIN, settings.admin().tls());
        WorkerSecurity usual = security(settings.upstream().tls());
        Map<WorkerTls, WorkerSecurity> own = new HashMap<>();
        for (WorkerSettings worker : settings.workers()) {
            addOwn(own, worker.tls());
        }
        for (DiscoverySettings source : settings.discovery()) {
            addOwn(own, source.worker().tls());
        }
        this.workers = new WorkerSecurities(usual, own);
    }

    private void addOwn(Map<WorkerTls, WorkerSecurity> own, @Nullable WorkerTls tls) throws TlsFileException {
        if (tls != null && !own.containsKey(tls)) {
            own.put(tls, security(tls));
        }
    }

    /**
     * Reads all files.
     *
     * @throws IllegalStateException if one of them cannot be used
     */
    public static RouterTls read(WarmpathSettings settings) {
        try {
            return new RouterTls(settings);
        } catch (TlsFileException unusable) {
            throw new IllegalStateException("tls " + unusable.getMessage() + "; " + unusable.remedy(), unusable);
        }
    }

    private PortTls port(TlsPlace place, @Nullable ServerTls tls) throws TlsFileException {
        if (tls == null) {
            return new PortTls(null, false, clientHandshake);
        }
        WatchedFiles files = watch(new WatchedFiles(place, TlsFileSet.of(tls), false, tls.reloadInterval()));
        return new PortTls(files, tls.clientCa() != null, clientHandshake);
    }

    private WorkerSecurity security(WorkerTls tls) throws TlsFileException {
        WatchedFiles files = watch(new WatchedFiles(TlsPlace.WORKERS, TlsFileSet.of(tls), true, tls.reloadInterval()));
        return new WorkerSecurity(files, tls.verifyHost(), tls.handshakeTimeout());
    }

    private WatchedFiles watch(WatchedFiles files) {
        watched.add(files);
        return files;
    }

    /** TLS of the data port. */
    public PortTls data() {
        return data;
    }

    /** TLS of the admin port. */
    public PortTls admin() {
        return admin;
    }

    /** How workers are called. */
    public WorkerSecurities workers() {
        return workers;
    }

    /** Looks at the files from time to time, on threads that may block, until {@code vertx} is closed. */
    public void watch(Vertx vertx) {
        for (WatchedFiles files : watched) {
            if (files.certificates().isEmpty()) {
                continue;
            }
            AtomicBoolean looking = new AtomicBoolean();
            vertx.setPeriodic(files.interval().toMillis(), tick -> {
                // A file system that hangs must not collect threads.
                if (looking.compareAndSet(false, true)) {
                    vertx.executeBlocking(
                                    () -> {
                                        files.look();
                                        return Boolean.TRUE;
                                    },
                                    false)
                            .onComplete(looked -> looking.set(false))
                            .onFailure(
                                    failed -> log.atError().setCause(failed).log("TLS files could not be looked at"));
                }
            });
        }
    }

    /** Looks at all files now, as {@link #watch} does. Blocks. */
    public void look() {
        watched.forEach(WatchedFiles::look);
    }

    /** Every file with certificates, as it is in force; what {@code doctor} looks at. */
    public List<CertificateStatus> certificates() {
        List<CertificateStatus> all = new ArrayList<>();
        watched.forEach(files -> all.addAll(files.certificates()));
        return List.copyOf(all);
    }

    /** Changes of files that could not be put in force. */
    public long reloadFailures(TlsPlace place) {
        return watched.stream()
                .filter(files -> files.place() == place)
                .mapToLong(WatchedFiles::failures)
                .sum();
    }

    /** Connections of clients that ended in their handshake. */
    public long failedHandshakes(TlsPlace place) {
        return Objects.requireNonNull(place) == TlsPlace.ADMIN ? admin.failedHandshakes() : data.failedHandshakes();
    }
}
