package dev.warmpath.router.fleet.worker;

import dev.warmpath.events.name.HostNames;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a worker's host is now. Connections are pooled by it, so that they do not outlive the name that they were made by: one
 * that is kept alive stays with the address that a name had for as long as it is used, whatever the name's time to live. An
 * engine that moves leaves its address to whoever comes next, which may be another engine of the fleet, and requests that
 * still went there would be scored by one engine's cache and computed by another's.
 *
 * <p>Read by any thread; told by the watch over names.
 */
public final class WorkerAddress {

    private final int port;
    private final boolean named;
    private volatile @Nullable InetAddress address;
    private volatile @Nullable SocketAddress socket;

    WorkerAddress(String host, int port) {
        this.port = port;
        this.named = !HostNames.isAddress(host);
    }

    /** Whether the worker is known by a name, which may come to mean another address. */
    public boolean named() {
        return named;
    }

    /** What it was last seen to have; null before that, and where it has no name. */
    public @Nullable InetAddress known() {
        return address;
    }

    /** What to connect to; null to leave the look-up to who connects. */
    public @Nullable SocketAddress socket() {
        return socket;
    }

    /** The same for another port of its host's. */
    @Nullable
    SocketAddress socket(int otherPort) {
        InetAddress now = address;
        return now == null ? null : SocketAddress.inetSocketAddress(otherPort, now.getHostAddress());
    }

    /**
     * The host has these addresses now. One that it still has is stayed with: names with several are told in any order.
     *
     * @return whether the worker is called at another address from now on than before
     */
    public boolean told(List<InetAddress> addresses) {
        InetAddress before = address;
        if (before != null && addresses.contains(before)) {
            return false;
        }
        InetAddress now = addresses.get(0);
        address = now;
        socket = SocketAddress.inetSocketAddress(port, now.getHostAddress());
        return before != null;
    }
}
