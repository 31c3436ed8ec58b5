package dev.warmpath.router.fleet.worker;

import io.netty.util.NetUtil;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a worker is reached: where its name leads now, and by which certificates. Either may change while the worker stays.
 *
 * @param address what the host's name was last seen to mean; null to leave the look-up to who connects
 * @param tls null for plain HTTP
 */
public record WorkerWay(
        String host,
        int port,
        @Nullable SocketAddress address,
        @Nullable ClientSSLOptions tls) {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** To a worker's own port, as it is reached now. */
    public static WorkerWay to(Worker worker) {
        return new WorkerWay(worker.host(), worker.port(), worker.address().socket(), tls(worker));
    }

    /** To another port of its host's, by plain HTTP. */
    static WorkerWay to(Worker worker, int otherPort) {
        return new WorkerWay(worker.host(), otherPort, worker.address().socket(otherPort), null);
    }

    private static @Nullable ClientSSLOptions tls(Worker worker) {
        return worker.security() == null ? null : worker.security().options();
    }

    /** Whether the worker, which has the id of the one that this leads to, is still reached like this. */
    @SuppressWarnings("ReferenceEquality")
    public boolean leadsTo(Worker worker) {
        // New files make new options; to compare what is in them would cost more than it is worth, for each request.
        return tls == tls(worker) && Objects.equals(address, worker.address().socket());
    }

    /** For a connection. */
    public ConnectOptions connect() {
        ConnectOptions connect = new ConnectOptions()
                .setHost(host)
                .setPort(port)
                .setRemoteAddress(address)
                .setSsl(tls != null);
        if (tls != null) {
            connect.setSslOptions(tls);
            if (!literal()) {
                connect.setSniServerName(host);
            }
        }
        return connect;
    }

    /** For a request by an HTTP client, which says by itself which host it means. */
    RequestOptions request() {
        RequestOptions request = new RequestOptions()
                .setHost(host)
                .setPort(port)
                .setServer(address)
                .setSsl(tls != null);
        return tls == null ? request : request.setSslOptions(tls);
    }

    /** What {@code Host} says of it. */
    public String authority() {
        String name = NetUtil.isValidIpV6Address(host) ? "[" + host + "]" : host;
        return port == (tls == null ? HTTP : HTTPS) ? name : name + ":" + port;
    }

    private boolean literal() {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }
}
