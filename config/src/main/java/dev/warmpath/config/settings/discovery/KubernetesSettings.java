package dev.warmpath.config.settings.discovery;

import dev.warmpath.config.settings.tls.SourceTls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Pods that are workers ({@code discovery[].kubernetes:}).
 *
 * @param namespace where they are; null for the router's own
 * @param selector labels that they have, as {@code kubectl get pods -l} takes it
 * @param labelPrefix what the labels and annotations that tell of a worker begin with
 * @param port their HTTP port, where no annotation tells another
 * @param scheme {@code http} or {@code https}
 * @param server the API server; null for that of the cluster in which the router runs, or of its kubeconfig
 * @param token who the router is for {@code server}; null otherwise
 * @param tokenFile a file with that token, which may be changed at any time; null where {@code token} is not
 * @param tls how {@code server} is called, or null for the runtime's authorities and no certificate
 * @param interval how often it is seen whether the API server still answers
 * @param timeout an answer that is not whole by then has failed
 */
public record KubernetesSettings(
        @Nullable String namespace,
        String selector,
        String labelPrefix,
        int port,
        String scheme,
        @Nullable URI server,
        @Nullable String token,
        @Nullable Path tokenFile,
        @Nullable SourceTls tls,
        Duration interval,
        Duration timeout) {

    public static final String USUAL_LABEL_PREFIX = "warmpath.dev/";

    /** A dead API server is found out within that time and the timeout. */
    public static final Duration USUAL_INTERVAL = Duration.ofSeconds(10);

    public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

    /** The token never appears in text. */
    @Override
    public String toString() {
        return "KubernetesSettings[namespace=" + namespace + ", selector=" + selector + ", labelPrefix=" + labelPrefix
                + ", port=" + port + ", scheme=" + scheme + ", server=" + server + ", token="
                + (token == null ? "none" : "***") + ", tokenFile=" + tokenFile + ", tls=" + tls + ", interval="
                + interval + ", timeout=" + timeout
                + "]";
    }
}
