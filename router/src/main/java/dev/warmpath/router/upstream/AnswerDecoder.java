package dev.warmpath.router.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/** Netty's decoder of HTTP/1.1 answers, within the bounds that workers' answers have here. */
final class AnswerDecoder extends HttpResponseDecoder {

    private static final int MAX_STATUS_LINE_BYTES = 4 << 10;
    private static final int MAX_HEADER_BYTES = 64 << 10;
    /** Of a body in one go: as much as the socket is read for at once, so that most answers come whole. */
    private static final int PIECE_BYTES = 64 << 10;

    /** From a status line to the end of that answer. */
    private boolean inside;

    AnswerDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxChunkSize(PIECE_BYTES)
                .setHeadersFactory(VertxHeaders.FACTORY));
    }

    /**
     * Whether nothing came behind the last whole answer. What is begun and not told yet would become part of the answer to
     * the next request.
     */
    boolean atRest() {
        return !inside && actualReadableBytes() == 0;
    }

    @Override
    protected HttpMessage createMessage(String[] statusLine) {
        inside = true;
        return super.createMessage(statusLine);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> messages) throws Exception {
        super.decode(ctx, bytes, messages);
        if (!messages.isEmpty() && messages.get(messages.size() - 1) instanceof LastHttpContent) {
            inside = false;
        }
    }
}
