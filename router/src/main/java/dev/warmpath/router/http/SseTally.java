package dev.warmpath.router.http;

import io.vertx.core.buffer.Buffer;

/**
 * Watches an event stream go by, byte for byte, however it is cut into chunks: counts data events, and knows whether the
 * stream stands at the start of a line, so that an error event of the router's own never runs into half a line of the
 * worker's. Comments and empty events are not data.
 */
final class SseTally {

    private static final byte[] FIELD = {'d', 'a', 't', 'a', ':'};

    /** Bytes of {@link #FIELD} that the current line has matched, or -1 when the line is something else. */
    private int matched;

    private boolean emptyLine = true;
    private boolean dataInEvent;
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
        if (matched < 0) {
            return;
        }
        if (matched == FIELD.length) {
            dataInEvent = true;
            matched = -1;
        } else if (b == FIELD[matched]) {
            matched++;
        } else {
            matched = -1;
        }
    }

    private void endLine() {
        if (emptyLine && dataInEvent) {
            events++;
            dataInEvent = false;
        }
        emptyLine = true;
        matched = 0;
    }

    /** Data events so far; a data line that no empty line has ended yet is not counted. */
    long events() {
        return events;
    }

    /** Whether a data line has been seen at all: the first token, or what stands for it. */
    boolean hasData() {
        return events > 0 || dataInEvent;
    }

    /** Whether the next byte would begin a line. */
    boolean atLineStart() {
        return emptyLine;
    }
}
