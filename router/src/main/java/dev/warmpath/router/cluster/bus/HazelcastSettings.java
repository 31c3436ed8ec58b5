package dev.warmpath.router.cluster.bus;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SerializationConfig;
import dev.warmpath.config.settings.ClusterSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;

/**
 * How Hazelcast is set up: to know who is there within seconds, on one address, with a thread or two, and for nothing
 * else. Its data structures hold the event bus's list of members and nothing of ours.
 *
 * <p>The properties are those of the Hazelcast 5.6 reference manual, "System Properties". Its own defaults are for data
 * grids: a frozen member is missed after a minute there, and two halves of a cluster find each other after five.
 */
final class HazelcastSettings {

    private HazelcastSettings() {}

    static Config of(ClusterSettings settings, String group) {
        // Its first words come before this configuration is read.
        System.setProperty("hazelcast.logging.type", "slf4j");
        Config config = new Config()
                .setClusterName(group)
                .setProperty("hazelcast.logging.type", "slf4j")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                // One router's own address, not every one of its machine.
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.discovery.public.ip.enabled", "false")
                // A few dozen entries want neither 271 partitions nor a thread per core.
                .setProperty("hazelcast.partition.count", "13")
                .setProperty("hazelcast.operation.thread.count", "2")
                .setProperty("hazelcast.operation.generic.thread.count", "2")
                .setProperty("hazelcast.io.thread.count", "1");
        if (settings.publicHost().isEmpty()) {
            // Connections go out from it as well, so that a firewall may tell routers by their addresses.
            config.setProperty("hazelcast.socket.client.bind.any", "false");
        }
        // The cluster manager's own id would change when two halves of a cluster become one.
        config.getMemberAttributeConfig()
                .setAttribute("__vertx.nodeId", UUID.randomUUID().toString());
        join(config, settings);
        watch(config, settings.memberTimeout());
        // To listen on, whether or not an interface lists it, as none does most of loopback.
        config.setProperty("hazelcast.local.localAddress", address("cluster.host", settings.host()));
        network(config.getNetworkConfig(), settings);
        serialization(config.getSerializationConfig());
        // The names are those that vertx-hazelcast gives to what it keeps.
        config.addMultiMapConfig(new MultiMapConfig("__vertx.subs")
                .setBackupCount(1)
                .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
        config.addMapConfig(new MapConfig("__vertx.nodeInfo").setBackupCount(1));
        return config;
    }

    private static void join(Config config, ClusterSettings settings) {
        config.setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.max.wait.seconds.before.join", "2")
                .setProperty("hazelcast.max.join.seconds", "20")
                .setProperty("hazelcast.tcp.join.port.try.count", "1")
                .setProperty("hazelcast.socket.connect.timeout.seconds", "1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        if (settings.dns().isEmpty()) {
            join.getTcpIpConfig()
                    .setEnabled(true)
                    .setConnectionTimeoutSeconds(1)
                    .setMembers(settings.peers());
        } else {
            join.getTcpIpConfig().setEnabled(false);
            join.getKubernetesConfig()
                    .setEnabled(true)
                    .setProperty("service-dns", settings.dns())
                    .setProperty("service-port", Integer.toString(settings.port()))
                    .setProperty("service-dns-timeout", "2");
        }
    }

    /** A member is lost after {@code timeout} without a heartbeat; halves that see each other again are one soon after. */
    private static void watch(Config config, Duration timeout) {
        String seconds = Long.toString(Math.max(3, timeout.toSeconds()));
        config.setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", seconds)
                .setProperty("hazelcast.merge.first.run.delay.seconds", "2")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "2")
                .setProperty("hazelcast.master.confirmation.interval.seconds", "1")
                .setProperty("hazelcast.member.list.publish.interval.seconds", "5")
                .setProperty("hazelcast.operation.call.timeout.millis", "4000");
    }

    private static void network(NetworkConfig network, ClusterSettings settings) {
        String address = address("cluster.host", settings.host());
        network.setPort(settings.port())
                .setPortAutoIncrement(false)
                .setPublicAddress(
                        settings.publicHost().isEmpty()
                                ? address
                                : address("cluster.public_host", settings.publicHost()));
    }

    /**
     * Java objects come in no form but those that the event bus keeps, Hazelcast's own enums, and the errors that members answer
     * each other with: a port that is reached is no way to run code. Without the errors an answer such as "not yet, try again",
     * which members get that join at one moment, could not be read, and whoever waits for it would wait in vain. Without the
     * enums a half of a cluster that has two members or more could not agree to go over to the other half.
     */
    private static void serialization(SerializationConfig serialization) {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getWhitelist()
                .addPrefixes("io.vertx.spi.cluster.hazelcast.", "io.vertx.core.spi.cluster.", "com.hazelcast.")
                .addClasses("java.lang.String", "java.util.UUID", "java.lang.Enum")
                .addClasses(
                        "java.lang.Throwable",
                        "java.lang.Exception",
                        "java.lang.RuntimeException",
                        "java.lang.IllegalStateException",
                        "java.lang.IllegalArgumentException",
                        "java.lang.InterruptedException",
                        "java.io.IOException",
                        "java.util.concurrent.CancellationException",
                        "java.util.concurrent.TimeoutException",
                        "java.lang.StackTraceElement",
                        "[Ljava.lang.StackTraceElement;",
                        "java.util.Collections$EmptyList");
        serialization.setJavaSerializationFilterConfig(filter);
    }

    /** The numeric address of a host that this setting names. */
    static String address(String setting, String host) {
        try {
            return InetAddress.getByName(host.startsWith("[") ? host.substring(1, host.length() - 1) : host)
                    .getHostAddress();
        } catch (UnknownHostException unknown) {
            throw new IllegalStateException(setting + " " + host + " has no address", unknown);
        }
    }
}
