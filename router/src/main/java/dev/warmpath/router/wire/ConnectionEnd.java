package dev.warmpath.router.wire;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a client's connection ends; sits next to its socket.
 *
 * <p>A socket that is closed while bytes lie in its receive buffer, or still come, answers them with a reset, and a
 * reset takes away from the client what it has not read yet: the very answer that says why it is refused. So whoever
 * closes the connection, first only the sending side is closed, and what the client sends is read and dropped until it
 * closes its side too, or for {@link #LINGER}. (RFC 9112, section 9.6, asks for this.)
 *
 * <p>The other way round, what the router has to send must not wait for ever for a client that does not read. Vert.x
 * closes after the last write, which is never done then: {@link #within} and {@link #cut} are for that.
 *
 * <p>Lives on the connection's event loop.
 */
// What becomes of a Netty call is told to the promise that it was given.
@SuppressWarnings("FutureReturnValueIgnored")
public final class ConnectionEnd extends ChannelDuplexHandler {

    /** Long enough for what was on its way on a slow line, and for the client to see the end. */
    static final Duration LINGER = Duration.ofSeconds(2);

    /** Unlike the pipeline, it still tells when the connection is closed. */
    private static final AttributeKey<ConnectionEnd> KEY = AttributeKey.valueOf(ConnectionEnd.class, "end");

    private final HttpConnection connection;
    private final ChannelHandlerContext vertx;
    /** Told when the socket is closed. */
    private final List<ChannelPromise> waiting = new ArrayList<>(1);

    private boolean ending;
    private @Nullable Future<?> last;
    private long unsentBytes;
    private long sentOfFirst;
    private long movedNanos;

    private ConnectionEnd(HttpConnection connection, ChannelHandlerContext vertx) {
        this.connection = connection;
        this.vertx = vertx;
    }

    /** Puts one next to the connection's socket. */
    static ConnectionEnd install(HttpConnection connection) {
        ChannelHandlerContext vertx = ((HttpServerConnection) connection).channelHandlerContext();
        ConnectionEnd end = new ConnectionEnd(connection, vertx);
        vertx.pipeline().addFirst(end);
        vertx.channel().attr(KEY).set(end);
        return end;
    }

    /** The connection's own. */
    public static ConnectionEnd of(HttpConnection connection) {
        return ((HttpServerConnection) connection)
                .channelHandlerContext()
                .channel()
                .attr(KEY)
                .get();
    }

    /** Ends the connection after what was written so far; what the client has not taken in this time is lost. */
    public void within(Duration time) {
        connection.close();
        closeAfter(time);
    }

    /** Ends the connection at once, whatever is still to be sent. */
    public void cut() {
        ChannelHandlerContext here = vertx.pipeline().context(this);
        if (here != null) {
            here.close(here.newPromise());
        }
    }

    /** Whether there is something to send and the client has taken none of it for so long, as far as looks have shown. */
    boolean stalled(long nowNanos, long limitNanos) {
        if (!sending()) {
            movedNanos = nowNanos;
            return false;
        }
        ChannelOutboundBuffer unsent = vertx.channel().unsafe().outboundBuffer();
        long bytes = unsent == null ? 0 : unsent.totalPendingWriteBytes();
        long ofFirst = unsent == null ? 0 : unsent.currentProgress();
        if (bytes != unsentBytes || ofFirst != sentOfFirst) {
            unsentBytes = bytes;
            sentOfFirst = ofFirst;
            movedNanos = nowNanos;
        }
        return nowNanos - movedNanos >= limitNanos;
    }

    /** Whether there is something that the client's side has not taken. */
    boolean sending() {
        ChannelOutboundBuffer unsent = vertx.channel().unsafe().outboundBuffer();
        return unsent != null && !unsent.isEmpty();
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!ctx.channel().isActive() || !(ctx.channel() instanceof DuplexChannel socket)) {
            ctx.close(promise);
            return;
        }
        waiting.add(promise);
        if (!ending) {
            ending = true;
            // Reading may have been stopped for a request that nobody answers any more.
            ctx.channel().config().setAutoRead(true);
            closeAfter(LINGER);
            socket.shutdownOutput(ctx.newPromise());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (ending) {
            ReferenceCountUtil.release(message);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (last != null) {
            last.cancel(false);
        }
        waiting.forEach(ChannelPromise::trySuccess);
        ctx.fireChannelInactive();
    }

    private void closeAfter(Duration time) {
        if (last == null) {
            last = vertx.executor().schedule(this::cut, time.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
