package dev.warmpath.router.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Map;

/**
 * A request of HTTP/1.1 as it goes over the wire (RFC 9112, section 3), in one buffer: head and body leave with one write of
 * one piece, and the body is copied once, which it is in any case on its way to the socket.
 */
final class RequestBytes {

    private static final AsciiString VERSION = AsciiString.cached(" HTTP/1.1\r\n");
    private static final AsciiString COLON = AsciiString.cached(": ");
    private static final AsciiString LINE_END = AsciiString.cached("\r\n");

    private RequestBytes() {}

    /**
     * @param uri path and query, a character a byte
     * @param headers all of them; names and values hold no line ends
     */
    static ByteBuf of(ByteBufAllocator buffers, HttpMethod method, String uri, HttpHeaders headers, Buffer body) {
        AsciiString name = method.asciiName();
        int headBytes = name.length() + 1 + uri.length() + VERSION.length() + size(headers) + LINE_END.length();
        ByteBuf bytes = buffers.directBuffer(headBytes + body.length());
        write(name, bytes);
        bytes.writeByte(' ');
        write(uri, bytes);
        write(VERSION, bytes);
        for (var each = headers.iteratorCharSequence(); each.hasNext(); ) {
            Map.Entry<CharSequence, CharSequence> header = each.next();
            write(header.getKey(), bytes);
            write(COLON, bytes);
            write(header.getValue(), bytes);
            write(LINE_END, bytes);
        }
        write(LINE_END, bytes);
        return bytes.writeBytes(((BufferInternal) body).getByteBuf());
    }

    private static int size(HttpHeaders headers) {
        int size = 0;
        for (var each = headers.iteratorCharSequence(); each.hasNext(); ) {
            Map.Entry<CharSequence, CharSequence> header = each.next();
            size += header.getKey().length()
                    + COLON.length()
                    + header.getValue().length()
                    + LINE_END.length();
        }
        return size;
    }

    private static void write(CharSequence text, ByteBuf to) {
        if (text instanceof AsciiString ascii) {
            ByteBufUtil.copy(ascii, to);
        } else {
            ByteBufUtil.writeAscii(to, text);
        }
    }
}
