package dev.warmpath.router.cluster.bus;

import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.router.cluster.door.Door;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.spi.cluster.NodeListener;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Membership by Hazelcast, messages by Vert.x's clustered event bus.
 *
 * <p>Why Hazelcast and not Infinispan: of Vert.x's own cluster managers it is the one that runs on Java 25 (Infinispan 14,
 * which Vert.x 5.0 has, asks the security manager that is gone). It adds 17 MB to the class path and nothing to a router
 * that is no member.
 *
 * <p>The Vert.x instance is one of its own, with one event loop: what the others say never waits for requests, and
 * requests never wait for it.
 *
 * <p>Where there is a secret, each connection to either port has to pass a {@link Door} first.
 */
public final class HazelcastBus implements Bus {

    private static final String ADDRESS = "warmpath.routers";

    /** A member that does not answer so soon is cut off, so that messages to one that is frozen do not pile up. */
    private static final int PING_MILLIS = 1000;

    private static final int MOST_MESSAGE_BYTES = 16 << 20;

    private final Vertx vertx;
    private final HazelcastClusterManager manager;
    private final HazelcastInstance members;
    private final Merge merge;

    private HazelcastBus(Vertx vertx, HazelcastClusterManager manager, HazelcastInstance members, Merge merge) {
        this.vertx = vertx;
        this.manager = manager;
        this.members = members;
        this.merge = merge;
    }

    /**
     * Joins the others, or begins a cluster where there are none yet.
     *
     * @param group name that members of one cluster have in common, and no others
     */
    public static Future<Bus> join(ClusterSettings settings, String group, Listener listener) {
        Promise<HazelcastInstance> joined = Promise.promise();
        Merge merge = new Merge();
        apart("warmpath-cluster-join", () -> {
            try {
                joined.complete(members(settings, group, listener, merge));
            } catch (RuntimeException | LinkageError failed) {
                // A Java runtime without a module that it needs, too: nobody waits for a join that never ends.
                joined.fail(failed);
            }
        });
        return joined.future()
                .compose(members -> speak(settings, members, merge, listener)
                        .recover(failed -> stop(members).transform(stopped -> Future.failedFuture(failed))));
    }

    /** Blocks until it is a member. */
    private static HazelcastInstance members(ClusterSettings settings, String group, Listener listener, Merge merge) {
        Config config = HazelcastSettings.of(settings, group).addListenerConfig(new ListenerConfig(merge));
        Door door = door(settings, "members", listener);
        return door == null
                ? Hazelcast.newHazelcastInstance(config)
                : HazelcastInstanceFactory.newHazelcastInstance(config, null, new GuardedMembers(door));
    }

    private static @Nullable Door door(ClusterSettings settings, String port, Listener listener) {
        String secret = settings.secret();
        return secret == null ? null : new Door(secret, port, listener::refused, System::nanoTime);
    }

    private static Future<Bus> speak(
            ClusterSettings settings, HazelcastInstance members, Merge merge, Listener listener) {
        HazelcastClusterManager manager = new HazelcastClusterManager(members);
        manager.nodeListener(new Watch(listener));
        VertxOptions options = new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(4)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false))
                .setEventBusOptions(bus(settings));
        // The first join of a cluster waits for each peer that is not there.
        options.setWarningExceptionTime(30).setWarningExceptionTimeUnit(TimeUnit.SECONDS);
        String host = HazelcastSettings.address("cluster.host", settings.host());
        return VertxBootstrap.create()
                .options(options)
                .clusterManager(manager)
                .transport(new GuardedTransport(host, door(settings, "bus", listener)))
                .init()
                .clusteredVertx()
                .compose(vertx -> listen(vertx, manager, members, merge, listener));
    }

    private static Future<Bus> listen(
            Vertx vertx, HazelcastClusterManager manager, HazelcastInstance members, Merge merge, Listener listener) {
        vertx.exceptionHandler(new BusFaults(System::nanoTime)::tell);
        return vertx.eventBus()
                .<Buffer>consumer(ADDRESS, message -> listener.heard(message.body()))
                .completion()
                .<Bus>map(done -> new HazelcastBus(vertx, manager, members, merge))
                .recover(failed -> vertx.close().transform(closed -> Future.failedFuture(failed)));
    }

    private static Future<Void> stop(HazelcastInstance members) {
        Promise<Void> stopped = Promise.promise();
        apart("warmpath-cluster-leave", () -> {
            try {
                members.getLifecycleService().shutdown();
                stopped.complete();
            } catch (RuntimeException failed) {
                stopped.fail(failed);
            }
        });
        return stopped.future();
    }

    /** Joining and leaving block for seconds, now and then. */
    private static void apart(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static EventBusOptions bus(ClusterSettings settings) {
        EventBusOptions options = new EventBusOptions()
                .setHost(settings.host())
                .setPort(settings.busPort())
                .setConnectTimeout(PING_MILLIS)
                .setClusterPingInterval(PING_MILLIS)
                .setClusterPingReplyInterval(2L * PING_MILLIS);
        if (!settings.publicHost().isEmpty()) {
            options.setClusterPublicHost(settings.publicHost()).setClusterPublicPort(settings.busPort());
        }
        ServerTls tls = settings.tls();
        if (tls == null || tls.clientCa() == null) {
            return options;
        }
        return options.setSsl(true)
                .setKeyCertOptions(new PemKeyCertOptions()
                        .setCertPath(tls.cert().toString())
                        .setKeyPath(tls.key().toString()))
                .setTrustOptions(
                        new PemTrustOptions().addCertPath(tls.clientCa().toString()))
                .setClientAuth(ClientAuth.REQUIRED);
    }

    @Override
    public String self() {
        return manager.getNodeId();
    }

    @Override
    public void say(Buffer message) {
        if (message.length() <= MOST_MESSAGE_BYTES) {
            vertx.eventBus().publish(ADDRESS, message);
        }
    }

    @Override
    public int members() {
        return working() ? manager.getNodes().size() : 0;
    }

    @Override
    public boolean working() {
        return manager.isActive() && members.getLifecycleService().isRunning() && !merge.happened;
    }

    @Override
    public Future<Void> leave() {
        return vertx.close().eventually(() -> stop(members));
    }

    /**
     * Whether this member's half of a parted cluster was taken in by the other one. It has kept its id then, under which the
     * others took it for lost: who of them clears away late what the lost one had registered clears away what it has registered
     * since, and nothing reaches it any more. Under a new id it is met as somebody new.
     */
    private static final class Merge implements LifecycleListener {
        private volatile boolean happened;

        @Override
        public void stateChanged(LifecycleEvent event) {
            if (event.getState() == LifecycleEvent.LifecycleState.MERGED) {
                happened = true;
            }
        }
    }

    /** Who leaves. Who comes says so itself. */
    private record Watch(Listener listener) implements NodeListener {
        @Override
        public void nodeAdded(String id) {
            // A router is known by its first message.
        }

        @Override
        public void nodeLeft(String id) {
            listener.left(id);
        }
    }
}
