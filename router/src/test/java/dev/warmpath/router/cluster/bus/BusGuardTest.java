package dev.warmpath.router.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.cluster.door.Door;
import dev.warmpath.router.cluster.door.Handshake;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a connection of the event bus carries while it is let in. */
class BusGuardTest {

    private final Door door = new Door("s3cret", "bus", (reason, from) -> {}, System::nanoTime);
    private final Handshake client = door.going("here");

    /** Answers each message at once, as the event bus does with a ping. */
    private final EmbeddedChannel server =
            new EmbeddedChannel(new BusGuard(door, false), new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object read) {
                    ByteBuf bytes = (ByteBuf) read;
                    if (bytes.isReadable()) {
                        var answer = context.writeAndFlush(bytes);
                        assertThat(answer.cause()).isNull();
                    } else {
                        bytes.release();
                    }
                }
            });

    @AfterEach
    void close() {
        server.finishAndReleaseAll();
    }

    @Test
    void anAnswerToWhatCameWithTheProofIsSent() {
        server.writeInbound(saidAnd(""));
        client.take(sent());

        server.writeInbound(saidAnd("ping"));

        assertThat(StandardCharsets.US_ASCII.decode(sent()).toString()).isEqualTo("ping");
    }

    @Test
    void whatIsWrittenBeforeIsSentBehindTheHandshakeAndBeforeAnAnswer() {
        var held = server.writeOneOutbound(Unpooled.copiedBuffer("early ", StandardCharsets.US_ASCII));
        assertThat(held.isDone()).isFalse();
        server.writeInbound(saidAnd(""));
        client.take(sent());
        assertThat(sent().hasRemaining()).as("sent to a stranger").isFalse();

        server.writeInbound(saidAnd("late"));

        assertThat(StandardCharsets.US_ASCII.decode(sent()).toString()).isEqualTo("early late");
    }

    /** Strangers come as often as they like: nothing of theirs is held for as long as they might have stayed. */
    @Test
    void noClockRunsForAConnectionThatIsLetInOrGone() {
        assertThat(server.runScheduledPendingTasks()).as("of a stranger").isPositive();
        server.writeInbound(saidAnd(""));
        client.take(sent());
        server.writeInbound(saidAnd(""));
        assertThat(server.runScheduledPendingTasks()).as("let in").isEqualTo(-1);

        EmbeddedChannel gone = new EmbeddedChannel(new BusGuard(door, false));
        gone.finishAndReleaseAll();
        assertThat(gone.runScheduledPendingTasks()).as("gone").isEqualTo(-1);
    }

    /** What the client says next, with something behind it in the same piece. */
    private ByteBuf saidAnd(String more) {
        ByteBuffer said = ByteBuffer.allocate(64);
        client.say(said);
        return Unpooled.wrappedBuffer(
                Unpooled.copiedBuffer(said.flip()), Unpooled.copiedBuffer(more, StandardCharsets.US_ASCII));
    }

    private ByteBuffer sent() {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf one = server.readOutbound(); one != null; one = server.readOutbound()) {
            all.writeBytes(one);
            one.release();
        }
        return all.nioBuffer();
    }
}
