package dev.warmpath.router.upstream;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;

/** Netty's decoder of HTTP/1.1 answers, within the bounds that workers' answers have here. */
final class AnswerDecoder extends HttpResponseDecoder {

    private static final int MAX_STATUS_LINE_BYTES = 4 << 10;
    private static final int MAX_HEADER_BYTES = 64 << 10;
    /** Of a body in one go: as much as the socket is read for at once, so that most answers come whole. */
    private static final int PIECE_BYTES = 64 << 10;

    AnswerDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxChunkSize(PIECE_BYTES)
                .setHeadersFactory(VertxHeaders.FACTORY));
    }
}
