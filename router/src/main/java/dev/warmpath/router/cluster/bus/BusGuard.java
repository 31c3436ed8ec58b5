package dev.warmpath.router.cluster.bus;

import dev.warmpath.router.cluster.door.Door;
import dev.warmpath.router.cluster.door.Handshake;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.PendingWriteQueue;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The handshake on one connection of the event bus, on its event loop. What is to be sent waits for it; then this is gone. */
@SuppressWarnings("FutureReturnValueIgnored") // what becomes of a write or a close shows when the channel is inactive
final class BusGuard extends ChannelDuplexHandler {

    private static final int LARGEST_SAYING = 64;

    private final Door door;
    private final boolean going;
    private @Nullable Handshake handshake;
    private @Nullable PendingWriteQueue waiting;
    private @Nullable Future<?> patience;

    BusGuard(Door door, boolean going) {
        this.door = door;
        this.going = going;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        String other = String.valueOf(context.channel().remoteAddress());
        Handshake begun = going
                ? door.going(other)
                : door.coming(other, () -> context.executor().execute(context::close));
        handshake = begun;
        say(context, begun);
        patience = context.executor()
                .schedule(
                        () -> {
                            if (!begun.isOpen()) {
                                context.close();
                            }
                        },
                        Door.PATIENCE.toMillis(),
                        TimeUnit.MILLISECONDS);
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        Handshake begun = handshake;
        if (begun == null || !(read instanceof ByteBuf bytes)) {
            ReferenceCountUtil.release(read);
            return;
        }
        ByteBuffer view = bytes.nioBuffer();
        begun.take(view);
        bytes.skipBytes(bytes.readableBytes() - view.remaining());
        say(context, begun);
        if (begun.isShut()) {
            bytes.release();
            context.close();
        } else if (begun.isOpen()) {
            pass(context, bytes);
        } else {
            bytes.release();
        }
    }

    private void stopClock() {
        Future<?> clock = patience;
        if (clock != null) {
            clock.cancel(false);
        }
    }

    private void pass(ChannelHandlerContext context, ByteBuf rest) {
        stopClock();
        PendingWriteQueue held = waiting;
        if (held != null) {
            held.removeAndWriteAll();
            context.flush();
        }
        waiting = null;
        // Out of the way first: what is read may be answered at once, and an answer held here would never be sent.
        context.pipeline().remove(this);
        context.fireChannelRead(rest);
    }

    private static void say(ChannelHandlerContext context, Handshake handshake) {
        if (handshake.speaks()) {
            ByteBuffer saying = ByteBuffer.allocate(LARGEST_SAYING);
            handshake.say(saying);
            context.writeAndFlush(context.alloc().buffer(saying.position()).writeBytes(saying.flip()));
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        PendingWriteQueue held = waiting;
        if (held == null) {
            held = new PendingWriteQueue(context);
            waiting = held;
        }
        held.add(message, promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopClock();
        Handshake begun = handshake;
        if (begun != null) {
            begun.shut();
        }
        PendingWriteQueue held = waiting;
        if (held != null) {
            held.removeAndFailAll(new ClosedChannelException());
        }
        context.fireChannelInactive();
    }
}
