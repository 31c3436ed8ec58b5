package dev.warmpath.config.settings.discovery;

import dev.warmpath.config.settings.tls.SourceTls;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys in etcd whose values are workers ({@code discovery[].etcd:}).
 *
 * @param endpoints of the cluster, scheme, host and port; one is asked, and the next when it fails
 * @param prefix of the keys
 * @param user who the router is for etcd, or null where etcd asks nobody
 * @param password null exactly where {@code user} is
 * @param tls how https endpoints are called, or null for the runtime's authorities and no certificate
 * @param interval between two looks at all keys, which would show what a watch has missed
 * @param timeout an answer that is not whole by then has failed
 */
public record EtcdSettings(
        List<URI> endpoints,
        String prefix,
        @Nullable String user,
        @Nullable String password,
        @Nullable SourceTls tls,
        Duration interval,
        Duration timeout) {

    /** A dead connection is found out within that time. */
    public static final Duration USUAL_INTERVAL = Duration.ofSeconds(30);

    public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);

    public EtcdSettings {
        endpoints = List.copyOf(endpoints);
    }

    /** The password never appears in text. */
    @Override
    public String toString() {
        return "EtcdSettings[endpoints=" + endpoints + ", prefix=" + prefix + ", user=" + user + ", password="
                + (password == null ? "none" : "***") + ", tls=" + tls + ", interval=" + interval + ", timeout="
                + timeout + "]";
    }
}
