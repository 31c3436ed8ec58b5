package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.anyText;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.ClusterSettings;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The section {@code cluster}. */
final class ClusterBinding {

    private static final Kind<Duration> TICK = duration(Duration.ofMillis(1), Duration.ofSeconds(1));
    private static final Kind<Duration> FULL = duration(Duration.ofMillis(50), Duration.ofMinutes(1));
    private static final Kind<Duration> AGE = duration(Duration.ofMillis(100), Duration.ofMinutes(10));
    /** The cluster manager counts in whole seconds; below three, a pause for garbage would look like a loss. */
    private static final Kind<Duration> TIMEOUT = duration(Duration.ofSeconds(3), Duration.ofMinutes(10));

    private static final Pattern PEER = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[a-zA-Z0-9._-]+):([1-9][0-9]{0,4})");

    private ClusterBinding() {}

    static ClusterSettings bind(Section section, ClusterSettings now, TlsBinding tls) {
        String secret = section.optional("secret", secret(), now.secret());
        List<String> peers = section.values("peers", text(), now.peers());
        ClusterSettings cluster = new ClusterSettings(
                section.value("enabled", flag(), now.enabled()),
                section.value("name", anyText(), now.name()),
                section.value("host", text(), now.host()),
                section.value("public_host", anyText(), now.publicHost()),
                section.value("port", integer(1, Hosts.MAX_PORT), now.port()),
                section.value("bus_port", integer(0, Hosts.MAX_PORT), now.busPort()),
                peers == null ? now.peers() : peers,
                section.value("dns", anyText(), now.dns()),
                secret == null || secret.isEmpty() ? null : secret,
                section.optionalSection("tls", now.tls(), tls::port),
                section.value("interval", TICK, now.interval()),
                section.value("full_interval", FULL, now.fullInterval()),
                section.value("stale_after", AGE, now.staleAfter()),
                section.value("member_timeout", TIMEOUT, now.memberTimeout()),
                section.value("max_members", integer(2, 64), now.maxMembers()),
                section.value("max_hint_blocks", integer(0, 8192), now.maxHintBlocks()));
        check(section, cluster);
        return cluster;
    }

    private static void check(Section section, ClusterSettings cluster) {
        if (cluster.staleAfter().compareTo(cluster.fullInterval().multipliedBy(2)) < 0) {
            section.refuse(
                    "stale_after",
                    "is shorter than two times cluster.full_interval: one late message would make a member look silent",
                    null,
                    "Make it a few times the interval");
        }
        for (String peer : cluster.peers()) {
            if (!PEER.matcher(peer).matches()) {
                section.refuse("peers", "has an entry that is not host:port", peer, "Write for example 10.0.0.2:7800");
            }
        }
        if (cluster.tls() != null && cluster.tls().clientCa() == null) {
            section.refuse(
                    "tls",
                    "has no client_ca: whoever reaches the port could speak as a member",
                    null,
                    "Name the authority that issues the members' certificates");
        }
        if (cluster.enabled()) {
            checkReach(section, cluster);
        }
    }

    private static void checkReach(Section section, ClusterSettings cluster) {
        if (Hosts.isWildcard(cluster.host())) {
            section.refuse(
                    "host",
                    "stands for every address, and other routers could not reach this one by it",
                    cluster.host(),
                    "Write this machine's own address, in Kubernetes ${POD_IP}");
        } else if (cluster.secret() == null && !Hosts.isLoopback(cluster.host())) {
            section.refuse(
                    "host",
                    "is reachable from other machines and there is no cluster.secret",
                    cluster.host(),
                    "Set the same cluster.secret on all routers, or listen on 127.0.0.1");
        }
        if (cluster.peers().isEmpty() && cluster.dns().isEmpty()) {
            section.refuse(
                    "peers",
                    "and cluster.dns are empty: no other router would ever be found",
                    null,
                    "Name the other routers as host:port, or a DNS name that has all their addresses");
        }
        if (!cluster.publicHost().isEmpty() && cluster.busPort() == 0) {
            section.refuse(
                    "bus_port",
                    "is any port, and others reach this router by cluster.public_host",
                    null,
                    "Choose the port that is published there");
        }
        if (cluster.port() == cluster.busPort()) {
            section.refuse("bus_port", "is cluster.port, too", null, "Choose another, or 0 for any");
        }
    }
}
