package dev.warmpath.router.discovery.kubernetes;

import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.tls.SourceTls;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WorkerSource;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers that are pods with certain labels, followed by the client's informer: it lists, watches, and lists again by itself
 * when the watch is lost or too old. What it does not tell is that nobody answers any more, since it goes on trying in
 * silence; so one pod is asked for now and then, and that decides whether the source is broken.
 *
 * <p>One thread of its own makes sets of pods and asks; the client's threads only wake it.
 */
public final class KubernetesSource implements WorkerSource {

    private static final Logger log = LoggerFactory.getLogger(KubernetesSource.class);

    /** Changes come in crowds, and each set is the whole. */
    private static final long GATHER_MILLIS = 20;

    private static final int RECONNECT_MILLIS = 500;

    private final KubernetesSettings settings;
    private final PodReader reader;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean woken = new AtomicBoolean();
    private @Nullable KubernetesClient client;
    private @Nullable SharedIndexInformer<Pod> informer;
    private boolean broken;

    /** @param name of the source */
    public KubernetesSource(String name, KubernetesSettings settings, WorkerTemplate template) {
        this.settings = settings;
        this.reader = new PodReader(settings, template);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "discovery-" + name);
            made.setDaemon(true);
            return made;
        });
    }

    @Override
    public void start(Listener listener) {
        thread.execute(() -> look(listener));
    }

    @Override
    public CompletionStage<?> close() {
        try {
            thread.execute(() -> {
                disconnect();
                // A look that is due later would connect anew: an orderly shutdown still has those done.
                List<Runnable> due = thread.shutdownNow();
                log.debug("closed, {} looks are left out", due.size());
            });
        } catch (RejectedExecutionException closedBefore) {
            log.debug("closed twice");
        }
        return CompletableFuture.completedFuture(null);
    }

    private void disconnect() {
        if (informer != null) {
            informer.stop();
            informer = null;
        }
        if (client != null) {
            client.close();
            client = null;
        }
    }

    /** Sees whether the API server answers, and begins to follow it when it does for the first time. */
    private void look(Listener listener) {
        try {
            KubernetesClient now = client == null ? connect() : client;
            ListOptions one = new ListOptionsBuilder().withLimit(1L).build();
            pods(now).list(one);
            if (informer == null || !informer.isRunning()) {
                follow(now, listener);
            } else if (broken && informer.hasSynced()) {
                listener.wanted(reader.read(informer.getStore().list()));
            }
            broken = false;
        } catch (RuntimeException failed) {
            broken = true;
            if (cause(failed, SSLException.class) != null) {
                // The client has its certificates for life; whoever mends their files means the next look.
                disconnect();
            }
            listener.broken(fault(failed));
        }
        again(() -> look(listener), settings.interval().toMillis());
    }

    private void again(Runnable task, long millis) {
        try {
            var next = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
            if (next.isCancelled()) {
                log.debug("closed while it looked");
            }
        } catch (RejectedExecutionException closed) {
            log.debug("closed while it looked");
        }
    }

    private KubernetesClient connect() {
        int timeout = Math.toIntExact(settings.timeout().toMillis());
        // Where no server is named the client goes by its surroundings: service account, or kubeconfig.
        ConfigBuilder config = settings.server() == null ? new ConfigBuilder() : new ConfigBuilder(Config.empty());
        if (settings.server() != null) {
            config.withMasterUrl(settings.server().toString());
            if (settings.tokenFile() == null) {
                config.withOauthToken(settings.token());
            } else {
                config.withOauthTokenProvider(new TokenFile(settings.tokenFile()));
            }
        }
        SourceTls tls = settings.tls();
        if (tls != null) {
            config.withCaCertFile(text(tls.ca()));
            config.withClientCertFile(text(tls.cert()));
            config.withClientKeyFile(text(tls.key()));
        }
        config.withConnectionTimeout(timeout)
                .withRequestTimeout(timeout)
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval(RECONNECT_MILLIS);
        KubernetesClient made =
                new KubernetesClientBuilder().withConfig(config.build()).build();
        client = made;
        return made;
    }

    private static @Nullable String text(@Nullable Path file) {
        return file == null ? null : file.toString();
    }

    private FilterWatchListDeletable<Pod, PodList, PodResource> pods(KubernetesClient now) {
        String namespace = settings.namespace() == null ? now.getNamespace() : settings.namespace();
        return now.pods().inNamespace(namespace == null ? "default" : namespace).withLabelSelector(settings.selector());
    }

    private void follow(KubernetesClient now, Listener listener) {
        SharedIndexInformer<Pod> made = pods(now).runnableInformer(0);
        made.removeNamespaceIndex().exceptionHandler((started, failed) -> {
            log.atDebug().setCause(failed).log("pods are listed again");
            return true;
        });
        made.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                wake(listener);
            }

            @Override
            public void onUpdate(Pod before, Pod after) {
                wake(listener);
            }

            @Override
            public void onDelete(Pod pod, boolean unseen) {
                wake(listener);
            }

            @Override
            public void onNothing() {
                wake(listener);
            }
        });
        informer = made;
        made.start().whenComplete((listed, failed) -> wake(listener));
    }

    private void wake(Listener listener) {
        if (woken.compareAndSet(false, true)) {
            again(() -> tell(listener), GATHER_MILLIS);
        }
    }

    private void tell(Listener listener) {
        woken.set(false);
        if (informer == null) {
            return;
        }
        if (informer.hasSynced()) {
            broken = false;
            listener.wanted(reader.read(informer.getStore().list()));
        } else if (informer.isRunning() && woken.compareAndSet(false, true)) {
            again(() -> tell(listener), RECONNECT_MILLIS);
        }
    }

    private static SourceFault fault(RuntimeException failed) {
        String detail = String.valueOf(failed.getMessage());
        if (failed instanceof KubernetesClientException answered && answered.getCode() > 0) {
            boolean forbidden = answered.getCode() == 401 || answered.getCode() == 403;
            return new SourceFault(forbidden ? FaultReason.FORBIDDEN : FaultReason.FAILING, detail);
        }
        UncheckedIOException noToken = cause(failed, UncheckedIOException.class);
        if (noToken != null) {
            return new SourceFault(FaultReason.FORBIDDEN, String.valueOf(noToken.getMessage()));
        }
        Throwable cause = failed.getCause();
        return new SourceFault(FaultReason.UNREACHABLE, cause == null ? detail : detail + ": " + cause.getMessage());
    }

    /** The first of this kind among what a failure comes from, itself included. */
    private static <T extends Throwable> @Nullable T cause(Throwable failed, Class<T> kind) {
        int depth = 0;
        for (Throwable each = failed; each != null && depth < 20; each = each.getCause(), depth++) {
            if (kind.isInstance(each)) {
                return kind.cast(each);
            }
        }
        return null;
    }
}
