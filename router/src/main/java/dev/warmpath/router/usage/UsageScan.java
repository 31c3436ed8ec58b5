package dev.warmpath.router.usage;

import io.vertx.core.buffer.Buffer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Watches one answer go by, however it is cut into chunks, and picks the usage out of it: of one JSON object, or of the
 * data lines of an event stream, where the last one that tells is believed (engines may tell in every event). Nothing is
 * kept but a few numbers, nothing is changed, and no input makes it fail. The text of an answer, which is most of it, is
 * walked at about a byte per nanosecond.
 */
public final class UsageScan {

    private static final byte[] FIELD = {'d', 'a', 't', 'a', ':'};

    /** The rest of the current line is no data. */
    private static final int OTHER_FIELD = -1;

    /** Bytes that are looked at in one go; an array is several times faster to walk than the buffer that it is from. */
    private static final int WINDOW = 4 << 10;

    /** Needed while a piece is taken only, so each thread has one: thousands of quiet streams would hold theirs for nothing. */
    private static final ThreadLocal<byte[]> WINDOWS = ThreadLocal.withInitial(() -> new byte[WINDOW]);

    private final boolean eventStream;
    private final UsageReader reader = new UsageReader();

    /** Bytes of {@link #FIELD} that the current line has matched. */
    private int field;

    private UsageScan(boolean eventStream) {
        this.eventStream = eventStream;
    }

    /**
     * A scan for a body of this kind.
     *
     * @param contentType of the answer
     * @param contentEncoding of the answer
     * @return null for bodies that are not looked into: compressed ones, and what is neither JSON nor an event stream
     */
    public static @Nullable UsageScan of(@Nullable String contentType, @Nullable String contentEncoding) {
        if (contentType == null || (contentEncoding != null && !contentEncoding.equalsIgnoreCase("identity"))) {
            return null;
        }
        String type = contentType.toLowerCase(Locale.ROOT);
        if (type.startsWith("text/event-stream")) {
            return new UsageScan(true);
        }
        return type.startsWith("application/json") ? new UsageScan(false) : null;
    }

    /** Whether the body is an event stream. */
    public boolean ofStream() {
        return eventStream;
    }

    /** Takes the next piece. */
    public void feed(Buffer piece) {
        byte[] window = WINDOWS.get();
        int length = piece.length();
        for (int from = 0; from < length; from += WINDOW) {
            int to = Math.min(length, from + WINDOW);
            piece.getBytes(from, to, window);
            if (eventStream) {
                inStream(window, to - from);
            } else {
                reader.take(window, 0, to - from);
            }
        }
    }

    private void inStream(byte[] window, int length) {
        int i = 0;
        while (i < length) {
            int end = lineEnd(window, i, length);
            while (i < end && field >= 0 && field < FIELD.length) {
                field = window[i++] == FIELD[field] ? field + 1 : OTHER_FIELD;
            }
            if (field == FIELD.length) {
                reader.take(window, i, end);
            }
            i = end;
            if (i < length) {
                field = 0;
                reader.restart();
                i++;
            }
        }
    }

    private static int lineEnd(byte[] window, int from, int length) {
        int i = from;
        while (i < length && window[i] != '\n' && window[i] != '\r') {
            i++;
        }
        return i;
    }

    /** What was told so far, or null when there was no usage. */
    public @Nullable AnswerUsage usage() {
        return reader.usage();
    }
}
