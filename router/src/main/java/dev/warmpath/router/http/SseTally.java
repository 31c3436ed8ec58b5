package dev.warmpath.router.http;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * Watches an event stream go by, byte for byte, however it is cut into chunks: counts data events, notes whether one of
 * them is an error object, and knows whether the stream stands at the start of a line, so that an error event of the
 * router's own never runs into half a line of the worker's. Comments and empty events are not data.
 */
final class SseTally {

    private static final byte[] FIELD = {'d', 'a', 't', 'a', ':'};

    /** How engines begin the error event of a stream that has started well. */
    private static final byte[] ERROR = "{\"error\":{".getBytes(StandardCharsets.US_ASCII);

    /** The same in Anthropic's streams, and in those of OpenAI's responses. */
    private static final byte[] TYPED_ERROR = "{\"type\":\"error\"".getBytes(StandardCharsets.US_ASCII);

    private static final int NO_MATCH = -1;

    /** Bytes of {@link #FIELD} that the current line has matched. */
    private int field;

    /** Bytes of {@link #errorText} that the current data has matched, blanks between them passed over. */
    private int error = NO_MATCH;

    /** The one of the two that the current data may be. */
    private byte[] errorText = ERROR;

    private boolean emptyLine = true;
    private boolean dataInEvent;
    private boolean errorSeen;
    private long events;

    /** Takes the next piece; returns how many data events it completed. */
    int feed(Buffer chunk) {
        long before = events;
        for (int i = 0; i < chunk.length(); i++) {
            byte b = chunk.getByte(i);
            if (b == '\n') {
                endLine();
            } else if (b != '\r') {
                inLine(b);
            }
        }
        return (int) (events - before);
    }

    private void inLine(byte b) {
        emptyLine = false;
        if (field == FIELD.length) {
            dataInEvent = true;
            field = NO_MATCH;
            error = 0;
        }
        if (error != NO_MATCH && b != ' ') {
            matchError(b);
        }
        if (field != NO_MATCH) {
            field = b == FIELD[field] ? field + 1 : NO_MATCH;
        }
    }

    private void matchError(byte b) {
        if (error == 2) {
            // The first letter of the first name tells the two apart: nothing is looked at twice.
            errorText = b == TYPED_ERROR[2] ? TYPED_ERROR : ERROR;
        }
        if (b != errorText[error]) {
            error = NO_MATCH;
        } else if (++error == errorText.length) {
            errorSeen = true;
            error = NO_MATCH;
        }
    }

    private void endLine() {
        if (emptyLine && dataInEvent) {
            events++;
            dataInEvent = false;
        }
        emptyLine = true;
        field = 0;
        error = NO_MATCH;
    }

    /** Data events so far; a data line that no empty line has ended yet is not counted. */
    long events() {
        return events;
    }

    /** Whether a data line has been seen at all: the first token, or what stands for it. */
    boolean hasData() {
        return events > 0 || dataInEvent;
    }

    /** Whether some event was an error object. */
    boolean hasError() {
        return errorSeen;
    }

    /** Whether the next byte would begin a line. */
    boolean atLineStart() {
        return emptyLine;
    }
}
