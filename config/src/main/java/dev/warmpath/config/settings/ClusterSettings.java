package dev.warmpath.config.settings;

import dev.warmpath.config.settings.tls.ServerTls;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several routers that serve one fleet ({@code cluster:}) and tell each other of their load.
 *
 * @param enabled whether this router looks for others at all
 * @param name what it is called in others' logs, answers and metrics; empty for host and port
 * @param host its own address for the other routers, to listen on and to be reached at; beyond loopback only with a secret
 * @param publicHost address that other routers reach it at where that is not {@code host}, on the same two ports: published
 *     ports of a container; empty for {@code host}
 * @param port where members find each other and watch over each other
 * @param busPort where messages between members come in; 0 lets the kernel pick one
 * @param peers {@code host:port} of other members, itself may be among them; one that is alive is enough
 * @param dns name whose addresses are those of all members (a Kubernetes headless service); empty for {@code peers} alone
 * @param secret known to all members, and to them only: messages that were not signed with it are ignored
 * @param tls how messages between members are encrypted; every member then shows a certificate of {@code client_ca}
 * @param interval how often changed loads are told
 * @param fullInterval how often everything is told, changed or not
 * @param staleAfter the load of a member that was not heard for so long is left out until it is heard again
 * @param memberTimeout a member that shows no life for so long is taken for lost
 * @param maxMembers load of more members than this, itself counted in, is not taken
 * @param maxHintBlocks leading blocks of a prompt that are told to be expected on the target of its prefill
 */
public record ClusterSettings(
        boolean enabled,
        String name,
        String host,
        String publicHost,
        int port,
        int busPort,
        List<String> peers,
        String dns,
        @Nullable String secret,
        @Nullable ServerTls tls,
        Duration interval,
        Duration fullInterval,
        Duration staleAfter,
        Duration memberTimeout,
        int maxMembers,
        int maxHintBlocks) {

    public ClusterSettings {
        peers = List.copyOf(peers);
    }

    public static ClusterSettings defaults() {
        return new ClusterSettings(
                false,
                "",
                "127.0.0.1",
                "",
                7800,
                7801,
                List.of(),
                "",
                null,
                null,
                Duration.ofMillis(5),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                32,
                512);
    }

    /** Where other routers reach it. */
    public String reachedAt() {
        return publicHost.isEmpty() ? host : publicHost;
    }

    /** What it is called. */
    public String member() {
        return name.isEmpty() ? reachedAt() + ":" + port : name;
    }

    /** The secret never appears in text. */
    @Override
    public String toString() {
        return "ClusterSettings[enabled=" + enabled + ", name=" + name + ", host=" + host + ", publicHost=" + publicHost
                + ", port=" + port
                + ", busPort=" + busPort + ", peers=" + peers + ", dns=" + dns + ", secret="
                + (secret == null ? "none" : "***") + ", tls=" + tls + ", interval=" + interval + ", fullInterval="
                + fullInterval + ", staleAfter=" + staleAfter + ", memberTimeout=" + memberTimeout + ", maxMembers="
                + maxMembers + ", maxHintBlocks=" + maxHintBlocks + "]";
    }
}
