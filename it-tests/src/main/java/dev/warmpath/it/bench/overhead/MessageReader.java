package dev.warmpath.it.bench.overhead;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ends of HTTP/1.1 messages in a stream of bytes, requests and answers alike, and hands out their bodies without
 * the framing. Trusts its peer, and costs next to nothing: the head is looked through once, bodies are skipped.
 */
final class MessageReader {

    /** Gets the bytes of a body as they come. */
    interface Body {
        void piece(byte[] bytes, int from, int to);
    }

    private enum At {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILER,
        COMPLETE
    }

    private static final int FIRST_HEAD_BYTES = 512;

    private final @Nullable Body body;
    private byte[] head = new byte[FIRST_HEAD_BYTES];
    private int headLength;
    private At at = At.HEAD;
    /** Bytes of the body, or of the current chunk, that have not come. */
    private long left;

    private int lineLength;

    /** @param body gets bodies, or null where nobody is interested */
    MessageReader(@Nullable Body body) {
        this.body = body;
    }

    /** Takes bytes up to the end of the message; returns where it stopped. */
    int take(byte[] bytes, int from, int to) {
        int next = from;
        while (next < to && at != At.COMPLETE) {
            next = switch (at) {
                case HEAD -> takeHead(bytes, next, to);
                case BODY, CHUNK_DATA -> takeBody(bytes, next, to);
                default -> takeLine(bytes[next], next);
            };
        }
        return next;
    }

    private int takeHead(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (headLength == head.length) {
                head = Arrays.copyOf(head, 2 * headLength);
            }
            byte b = bytes[i];
            head[headLength++] = b;
            if (b == '\n' && headLength >= 4 && head[headLength - 3] == '\n') {
                beginBody();
                return i + 1;
            }
        }
        return to;
    }

    private void beginBody() {
        if (isChunked()) {
            at = At.CHUNK_SIZE;
            left = 0;
            return;
        }
        String length = header("content-length");
        left = length == null ? 0 : Long.parseLong(length);
        at = left == 0 ? At.COMPLETE : At.BODY;
    }

    private int takeBody(byte[] bytes, int from, int to) {
        int size = (int) Math.min(left, to - from);
        if (body != null) {
            body.piece(bytes, from, from + size);
        }
        left -= size;
        if (left == 0) {
            at = at == At.BODY ? At.COMPLETE : At.CHUNK_END;
        }
        return from + size;
    }

    /** The lines between chunks. */
    private int takeLine(byte b, int index) {
        if (b != '\n') {
            if (at == At.CHUNK_SIZE && b != '\r') {
                left = 16 * left + Character.digit(b, 16);
            }
            lineLength += b == '\r' ? 0 : 1;
            return index + 1;
        }
        at = switch (at) {
            case CHUNK_SIZE -> left == 0 ? At.TRAILER : At.CHUNK_DATA;
            case TRAILER -> lineLength == 0 ? At.COMPLETE : At.TRAILER;
            default -> At.CHUNK_SIZE;
        };
        lineLength = 0;
        return index + 1;
    }

    boolean complete() {
        return at == At.COMPLETE;
    }

    /** The first byte of the head: tells a GET from a POST. */
    byte first() {
        return head[0];
    }

    /** The target of a request whose head has come. */
    String target() {
        int from = 0;
        while (head[from] != ' ') {
            from++;
        }
        int to = from + 1;
        while (head[to] != ' ') {
            to++;
        }
        return new String(head, from + 1, to - from - 1, StandardCharsets.ISO_8859_1);
    }

    /** The status of an answer whose head has come. */
    int status() {
        return 100 * (head[9] - '0') + 10 * (head[10] - '0') + (head[11] - '0');
    }

    /** The value of a header of a message whose head has come, or null. */
    @Nullable
    String header(String name) {
        int line = 0;
        for (int i = 0; i < headLength; i++) {
            if (head[i] != '\n') {
                continue;
            }
            if (isNamed(line, i, name)) {
                int from = line + name.length() + 1;
                return new String(head, from, i - from, StandardCharsets.ISO_8859_1).strip();
            }
            line = i + 1;
        }
        return null;
    }

    private boolean isNamed(int from, int to, String name) {
        if (to - from <= name.length() || head[from + name.length()] != ':') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if ((head[from + i] | 0x20) != (name.charAt(i) | 0x20)) {
                return false;
            }
        }
        return true;
    }

    private boolean isChunked() {
        String encoding = header("transfer-encoding");
        return encoding != null && encoding.toLowerCase(Locale.ROOT).endsWith("chunked");
    }

    /** The next message begins. */
    void reset() {
        at = At.HEAD;
        headLength = 0;
        lineLength = 0;
    }
}
