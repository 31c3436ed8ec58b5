package dev.warmpath.router.cluster.bus;

import dev.warmpath.router.cluster.door.Door;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.net.TcpConfig;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of the Vert.x instance that carries the event bus, which has no others: from this router's own address, and with
 * a {@link Door} where there is a secret. The event bus itself keeps what a message claims to be long, without a bound.
 */
final class GuardedTransport extends NioTransport {

    private final String host;
    private final @Nullable Door door;

    /**
     * @param host that connections go out from
     * @param door null for none
     */
    GuardedTransport(String host, @Nullable Door door) {
        this.host = host;
        this.door = door;
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        Door guard = door;
        if (domainSocket || guard == null) {
            return super.channelFactory(domainSocket);
        }
        return () -> {
            Channel channel = new NioSocketChannel();
            channel.pipeline().addLast(new BusGuard(guard, true));
            return channel;
        };
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        Door guard = door;
        if (domainSocket || guard == null) {
            return super.serverChannelFactory(domainSocket);
        }
        return () -> {
            ServerChannel server = new NioServerSocketChannel();
            server.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object accepted) {
                    if (accepted instanceof Channel channel) {
                        channel.pipeline().addFirst(new BusGuard(guard, false));
                    }
                    context.fireChannelRead(accepted);
                }
            });
            return server;
        };
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
        super.configure(config, domainSocket, bootstrap);
        if (!domainSocket) {
            bootstrap.localAddress(new InetSocketAddress(host, 0));
        }
    }
}
