package dev.warmpath.router.cluster.bus;

import com.hazelcast.cluster.Address;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.networking.OutboundHandler;
import com.hazelcast.internal.nio.IOUtil;
import com.hazelcast.internal.server.ServerContext;
import dev.warmpath.router.cluster.door.Door;
import dev.warmpath.router.cluster.door.Handshake;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Hazelcast with a {@link Door} at its port. Hazelcast itself reads what anybody sends, and sets aside what a packet claims to
 * be long; its own ways to authenticate members are not in the edition that is free. So the handshake's handlers come first on
 * each connection, where Hazelcast's TLS would be: a seam that is Hazelcast's own, though not one that it promises to keep.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a connection to be closed
final class GuardedMembers extends DefaultNodeContext {

    private static final int BUFFER_BYTES = 16 << 10;

    private final Door door;

    GuardedMembers(Door door) {
        this.door = door;
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        return new DefaultNodeExtension(node) {
            @Override
            public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext context) {
                Function<EndpointQualifier, ChannelInitializer> usual = super.createChannelInitializerFn(context);
                return qualifier -> guarded(usual.apply(qualifier), node);
            }
        };
    }

    private ChannelInitializer guarded(ChannelInitializer usual, Node node) {
        return channel -> {
            Handshake handshake = handshake(channel);
            channel.addCloseListener(closed -> handshake.shut());
            channel.inboundPipeline().addLast(new In(handshake, node));
            usual.initChannel(channel);
            channel.outboundPipeline().addLast(new Out(handshake));
            // Else one that is frozen, and whose kernel takes connections, would be waited for without end.
            node.getNodeEngine()
                    .getExecutionService()
                    .schedule(
                            () -> {
                                if (!handshake.isOpen()) {
                                    close(channel);
                                }
                            },
                            Door.PATIENCE.toMillis(),
                            TimeUnit.MILLISECONDS);
        };
    }

    private Handshake handshake(Channel channel) {
        String other = String.valueOf(channel.socket().getRemoteSocketAddress());
        return channel.isClientMode() ? door.going(other) : door.coming(other, () -> close(channel));
    }

    private static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            // What is wanted.
        }
    }

    /** The first that gets what comes. */
    private static final class In extends InboundHandler<ByteBuffer, ByteBuffer> {
        private final Handshake handshake;
        private final Node node;

        In(Handshake handshake, Node node) {
            this.handshake = handshake;
            this.node = node;
        }

        @Override
        public void handlerAdded() {
            initSrcBuffer(BUFFER_BYTES);
        }

        @Override
        public HandlerStatus onRead() throws EOFException {
            src.flip();
            try {
                if (!handshake.isOpen()) {
                    handshake.take(src);
                    if (handshake.isShut()) {
                        passOver();
                        // Hazelcast closes the connection, and takes this for an ordinary end.
                        throw new EOFException("the other side does not know cluster.secret");
                    }
                    channel.outboundPipeline().wakeup();
                }
                if (handshake.isOpen()) {
                    GuardedMembers.move(src, dst);
                }
                return src.hasRemaining() ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
            } finally {
                IOUtil.compactOrClear(src);
            }
        }

        /** Who joins would try this one again until it gives up. It is looked for later, when halves of a cluster are. */
        private void passOver() {
            if (channel.isClientMode() && channel.remoteSocketAddress() instanceof InetSocketAddress address) {
                node.getJoiner().blacklist(new Address(address), false);
            }
        }
    }

    /** The last that gets what goes. */
    private static final class Out extends OutboundHandler<ByteBuffer, ByteBuffer> {
        private final Handshake handshake;

        Out(Handshake handshake) {
            this.handshake = handshake;
        }

        @Override
        public void handlerAdded() {
            initDstBuffer(BUFFER_BYTES);
        }

        @Override
        public HandlerStatus onWrite() {
            IOUtil.compactOrClear(dst);
            try {
                handshake.say(dst);
                if (handshake.speaks()) {
                    return HandlerStatus.DIRTY;
                }
                if (!handshake.isOpen()) {
                    return HandlerStatus.BLOCKED;
                }
                GuardedMembers.move(src, dst);
                return src.hasRemaining() ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
            } finally {
                dst.flip();
            }
        }
    }

    private static void move(ByteBuffer from, ByteBuffer to) {
        int bytes = Math.min(from.remaining(), to.remaining());
        int end = from.limit();
        from.limit(from.position() + bytes);
        to.put(from);
        from.limit(end);
    }
}
