package dev.warmpath.router.usage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * Takes out of an event stream what the router asked for and its client did not: the one event, last before the closing
 * marker, that has usage and no choices (engines.md F.2 of the reference notes). Every other byte passes as it came.
 *
 * <p>An event is held until its end has arrived, for before that nobody can tell; engines write an event at once, so that
 * costs no time. One of more than {@value #LONGEST} bytes is none of these and is let through as it comes.
 */
public final class UsageStrip {

    private static final int LONGEST = 64 << 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The beginning of an event whose end has not come. */
    private Buffer held = Buffer.buffer();

    /** The current event is too long to be held. */
    private boolean passing;

    private boolean emptyLine = true;

    /** Takes the next piece; returns what of it, and of those before, the client is to get now. */
    public Buffer take(Buffer piece) {
        Buffer out = Buffer.buffer(held.length() + piece.length());
        int from = 0;
        for (int i = 0; i < piece.length(); i++) {
            byte b = piece.getByte(i);
            if (b == '\n') {
                if (emptyLine) {
                    event(piece, from, i + 1, out);
                    from = i + 1;
                }
                emptyLine = true;
            } else if (b != '\r') {
                emptyLine = false;
            }
        }
        hold(piece, from, out);
        return out;
    }

    private void event(Buffer piece, int from, int to, Buffer out) {
        held.appendBuffer(piece, from, to - from);
        if (passing || !isUsageOnly(held)) {
            out.appendBuffer(held);
        }
        held = Buffer.buffer();
        passing = false;
    }

    private void hold(Buffer piece, int from, Buffer out) {
        held.appendBuffer(piece, from, piece.length() - from);
        if (passing || held.length() > LONGEST) {
            passing = true;
            out.appendBuffer(held);
            held = Buffer.buffer();
        }
    }

    /** What is still held when the stream ends: half an event, which is the client's to see. */
    public Buffer end() {
        Buffer rest = held;
        held = Buffer.buffer();
        return rest;
    }

    private static boolean isUsageOnly(Buffer event) {
        String text = event.toString(StandardCharsets.UTF_8);
        // Most events are content: those are not parsed.
        if (!text.contains("\"usage\"") || !text.contains("\"choices\"")) {
            return false;
        }
        String data = text.strip();
        if (!data.startsWith("data:") || data.indexOf('\n') >= 0) {
            return false;
        }
        try {
            JsonNode chunk = JSON.readTree(data.substring("data:".length()));
            JsonNode choices = chunk.path("choices");
            return choices.isArray() && choices.isEmpty() && chunk.path("usage").isObject();
        } catch (JsonProcessingException noJson) {
            return false;
        }
    }
}
