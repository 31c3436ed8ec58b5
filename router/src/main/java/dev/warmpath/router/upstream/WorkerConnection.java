package dev.warmpath.router.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a worker, which serves one request at a time. Whoever sends over it hears the answer, and may stop and
 * resume reading; when the answer is whole, the connection goes back to its pool by itself.
 *
 * <p>It does not go back before all is read that came in one go with the answer's end: what follows there, be it a part of a
 * line, was asked for by nobody, and must not be taken for the answer to the next request. Neither does it when its own
 * request has not been written to the end.
 */
// What becomes of a Netty call is told to the listener that it was given.
@SuppressWarnings("FutureReturnValueIgnored")
public final class WorkerConnection extends ChannelInboundHandlerAdapter {

    private static final int SWITCHING_PROTOCOLS = 101;

    /** Of the event loop; what a reader does may ask which one it is on. */
    private final ContextInternal loop;

    private final WorkerPool pool;
    private final String authority;
    private final long keepNanos;
    private @Nullable ChannelHandlerContext context;

    /** While an answer is awaited or read. */
    private @Nullable AnswerReader reader;

    private boolean interim;
    private boolean written;
    private boolean reusable;
    private boolean paused;
    private boolean draining;
    /** An answer has ended with what is being read. */
    private boolean resting;

    private boolean closed;
    private long useUntilNanos;
    private long idleNanos;

    private final AnswerDecoder decoder = new AnswerDecoder();
    private final Unread unread = new Unread();
    /** What the connection broke of, told after what is unread. */
    private @Nullable Throwable broken;

    /**
     * @param authority what {@code Host} says
     * @param keepNanos how long it may be idle, if the worker names no shorter time
     */
    WorkerConnection(ContextInternal loop, WorkerPool pool, String authority, long keepNanos) {
        this.loop = loop;
        this.pool = pool;
        this.authority = authority;
        this.keepNanos = keepNanos;
        this.idleNanos = keepNanos;
    }

    /** Speaks HTTP over what a TCP client has connected, in its place; false if it is closed already. */
    boolean takeOver(NetSocket socket) {
        // Not the pool's until all went well.
        closed = true;
        ChannelHandlerContext general = ((NetSocketInternal) socket).channelHandlerContext();
        ChannelPipeline pipeline = general.pipeline();
        pipeline.addLast(decoder);
        pipeline.addLast(this);
        // From here on nothing refers to the socket, its queues and its buffers.
        pipeline.remove(general.handler());
        rested();
        closed = !pipeline.channel().isActive();
        return !closed;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context, "a connection is taken over before it is used");
    }

    /** Whether a request may be sent now. */
    boolean usable(long nowNanos) {
        return open() && decoder.atRest() && nowNanos - useUntilNanos < 0;
    }

    /** Whether it leads anywhere still, as far as is known: one that was taken may be closed before something is sent. */
    public boolean open() {
        return !closed && context().channel().isActive();
    }

    /**
     * Sends a request; one at a time, over a connection that is {@linkplain #open open}.
     *
     * @param uri path and query
     * @param headers complete but for {@code Host} and {@code Content-Length}, and the connection's from here on
     * @param body whole; empty for none, of which only a POST says the length
     * @param to is told of the answer
     */
    public void send(HttpMethod method, String uri, MultiMap headers, Buffer body, AnswerReader to) {
        HttpHeaders own = VertxHeaders.netty(headers);
        own.set(HttpHeaderNames.HOST, authority);
        if (body.length() > 0 || method.equals(HttpMethod.POST)) {
            own.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length()));
        }
        reader = to;
        written = false;
        interim = false;
        ChannelHandlerContext ctx = context();
        ctx.writeAndFlush(
                RequestBytes.of(ctx.alloc(), method, uri, own, body),
                ctx.newPromise().addListener(this::written));
    }

    private void written(Future<?> write) {
        if (write.isSuccess()) {
            written = true;
        } else {
            dispatched(() -> lose(write.cause()));
        }
    }

    /** Tells nothing more until {@link #resume}, and soon reads nothing more; nothing once the answer has ended. */
    public void pause() {
        paused = reader != null;
    }

    /** Tells what is unread, perhaps before this returns, and reads on; nothing if it does so already. */
    public void resume() {
        if (!paused) {
            return;
        }
        paused = false;
        if (draining) {
            return;
        }
        tellUnread();
        if (paused || closed) {
            return;
        }
        if (broken != null) {
            lose(broken);
            return;
        }
        rest();
        if (!closed) {
            read(true);
        }
    }

    private void tellUnread() {
        draining = true;
        try {
            for (Object next = next(); next != null; next = next()) {
                tell(next);
            }
        } catch (Throwable failed) {
            // Who resumes gets to know; what is left would be told by nobody.
            close();
            throw failed;
        } finally {
            draining = false;
        }
    }

    private @Nullable Object next() {
        return paused ? null : unread.take();
    }

    private void read(boolean on) {
        if (context().channel().config().isAutoRead() != on) {
            context().channel().config().setAutoRead(on);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (reader != null && paused) {
            unread.add(message);
            read(false);
            return;
        }
        // Written out: one more method around all that follows from an answer is one more piece that holds all of it
        // compiled.
        ContextInternal before = loop.beginDispatch();
        try {
            tell(message);
        } finally {
            loop.endDispatch(before);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (paused && reader != null) {
            read(false);
        }
        if (resting) {
            dispatched(this::rest);
        }
    }

    private void tell(Object message) {
        try {
            if (reader == null) {
                // Nobody has asked for it.
                close();
            } else if (message instanceof HttpObject part
                    && part.decoderResult().isFailure()) {
                lose(part.decoderResult().cause());
            } else if (message instanceof HttpResponse head) {
                begin(head, reader);
            } else if (message instanceof HttpContent content) {
                go(content, reader);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpResponse head, AnswerReader to) {
        int status = head.status().code();
        interim = HttpStatusClass.INFORMATIONAL.contains(status) && status != SWITCHING_PROTOCOLS;
        if (interim) {
            return;
        }
        reusable = HttpUtil.isKeepAlive(head) && status != SWITCHING_PROTOCOLS;
        idleNanos = Math.min(keepNanos, KeepAlive.nanos(head.headers()));
        to.head(new AnswerHead(status, VertxHeaders.vertx(head.headers())));
    }

    private void go(HttpContent content, AnswerReader to) {
        boolean last = content instanceof LastHttpContent;
        if (interim) {
            return;
        }
        if (content.content().isReadable()) {
            to.piece(copy(content.content()));
        }
        if (!last || reader == null) {
            return;
        }
        if (paused) {
            // Its reader does not expect the end before the rest.
            unread.putBack(LastHttpContent.EMPTY_LAST_CONTENT);
        } else {
            end(to);
        }
    }

    /** Off the pool that the socket is read into: nobody knows when the last reader of a piece has done with it. */
    private static Buffer copy(ByteBuf bytes) {
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.readBytes(copy);
        return BufferInternal.buffer(Unpooled.wrappedBuffer(copy));
    }

    private void end(AnswerReader to) {
        reader = null;
        resting = true;
        to.end();
    }

    /** Goes back to the pool when all is read that came with the answer's end. */
    private void rest() {
        if (!resting) {
            return;
        }
        resting = false;
        if (reusable && written && decoder.atRest()) {
            rested();
            giveBack();
        } else {
            close();
        }
    }

    /** It is not needed, now that it is here: nothing was sent over it. Its worker's idle clock has not begun anew. */
    public void giveBack() {
        if (open()) {
            pool.offer(this);
        } else {
            close();
        }
    }

    private void rested() {
        useUntilNanos = System.nanoTime() + idleNanos;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        dispatched(() -> lose(new ConnectionClosed()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        dispatched(() -> lose(cause));
    }

    private void dispatched(Runnable what) {
        ContextInternal before = loop.beginDispatch();
        try {
            what.run();
        } finally {
            loop.endDispatch(before);
        }
    }

    /** The connection is of no use any more; whoever waits for an answer is told, after what of it has come. */
    private void lose(Throwable cause) {
        if (reader != null && !unread.isEmpty()) {
            broken = broken == null ? cause : broken;
            return;
        }
        AnswerReader to = reader;
        close();
        if (to != null) {
            to.broken(cause);
        }
    }

    /** Closes it, whatever is under way; the reader is told nothing more. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        reader = null;
        unread.release();
        context().close();
        pool.gone(this);
    }
}
