package dev.warmpath.config.settings.discovery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One source that workers are discovered from ({@code discovery:}). Exactly one of the places is there.
 *
 * @param name what the source is called wherever it is told of
 * @param hold for how long a source that was fine and yields nobody is not believed
 * @param drain for how long a worker that its source yields no more may still finish what it works on
 * @param maxWorkers of this source; further ones are refused
 * @param worker what its workers have in common, which what the source says of one of them goes before
 * @param dns where the source is DNS
 * @param etcd where the source is etcd
 * @param kubernetes where the source is Kubernetes
 */
public record DiscoverySettings(
        String name,
        Duration hold,
        Duration drain,
        int maxWorkers,
        WorkerTemplate worker,
        @Nullable DnsSettings dns,
        @Nullable EtcdSettings etcd,
        @Nullable KubernetesSettings kubernetes) {

    /** Longer than a restart of a name server or a controller takes. */
    public static final Duration USUAL_HOLD = Duration.ofSeconds(60);

    /** As long as a request may take by default. */
    public static final Duration USUAL_DRAIN = Duration.ofMinutes(30);

    /** As many as may be registered by default. */
    public static final int USUAL_MAX_WORKERS = 1024;

    /** Which place it is, by its key. */
    public String kind() {
        if (dns != null) {
            return "dns";
        }
        return etcd != null ? "etcd" : "kubernetes";
    }
}
