package dev.warmpath.router.body;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sets and drops top-level members of a body; everything else stays byte for byte.
 *
 * <p>A body is seen as a brace, members joined by commas, and a brace, where each member owns the white space around
 * it. A dropped member leaves with its white space and one comma; a value is replaced between its first and last byte;
 * a new member goes right behind the last value. Not safe for use by several threads.
 */
public final class BodyPatch {

    /** Stands for "no such member" among the edits. */
    private static final byte[] DROPPED = new byte[0];

    private final JsonBody body;
    private final Map<String, byte[]> edits = new LinkedHashMap<>();

    BodyPatch(JsonBody body) {
        this.body = body;
    }

    /**
     * Replaces the member's value in place, or appends the member. A later edit of the same member wins.
     *
     * @param json the value's JSON text
     * @throws IllegalArgumentException when that is not one JSON value, which would make the body something else
     */
    public BodyPatch set(String key, String json) {
        return set(key, json.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with the value's JSON text in UTF-8, which goes into the body byte for byte. */
    public BodyPatch set(String key, byte[] json) {
        requireOneValue(key, json);
        edits.put(key, json);
        return this;
    }

    /** Removes the member if it is there. A later edit of the same member wins. */
    public BodyPatch drop(String key) {
        edits.put(key, DROPPED);
        return this;
    }

    /** The edited body; the original's own array when no edit changes it, so do not write to it. */
    public byte[] apply() {
        byte[] in = body.bytes();
        if (!changesAnything()) {
            return in;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length + 256);
        out.write(in, 0, body.open());
        boolean empty = true;
        int trail = body.open();
        int trailEnd = body.members().isEmpty() ? body.close() : trail;
        for (JsonMember member : body.members()) {
            byte[] edit = edits.get(member.key());
            if (edit == DROPPED) {
                continue;
            }
            if (!empty) {
                out.write(in, trail, trailEnd - trail);
                out.write(',');
            }
            out.write(in, member.lead(), member.valueStart() - member.lead());
            if (edit == null) {
                out.write(in, member.valueStart(), member.valueEnd() - member.valueStart());
            } else {
                out.write(edit, 0, edit.length);
            }
            // New members go between the last value and the white space behind it, so that one stays open.
            trail = member.valueEnd();
            trailEnd = member.trail();
            empty = false;
        }
        append(out, empty);
        out.write(in, trail, trailEnd - trail);
        out.write(in, body.close(), in.length - body.close());
        return out.toByteArray();
    }

    private void append(ByteArrayOutputStream out, boolean empty) {
        boolean first = empty;
        for (Map.Entry<String, byte[]> edit : edits.entrySet()) {
            if (edit.getValue() == DROPPED || body.has(edit.getKey())) {
                continue;
            }
            if (!first) {
                out.write(',');
            }
            writeKey(out, edit.getKey());
            out.write(edit.getValue(), 0, edit.getValue().length);
            first = false;
        }
    }

    /** The key in ASCII, whatever it holds: even a lone surrogate can be written as an escape. */
    private static void writeKey(ByteArrayOutputStream out, String key) {
        out.write('"');
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
                out.write(c);
            } else {
                out.write('\\');
                out.write('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.write(Character.forDigit((c >> shift) & 0xf, 16));
                }
            }
        }
        out.write('"');
        out.write(':');
    }

    private boolean changesAnything() {
        for (Map.Entry<String, byte[]> edit : edits.entrySet()) {
            if (edit.getValue() != DROPPED || body.has(edit.getKey())) {
                return true;
            }
        }
        return false;
    }

    private static void requireOneValue(String key, byte[] json) {
        JsonScanner scanner = new JsonScanner(json, 0, json.length);
        try {
            scanner.skipWhitespace();
            scanner.skipValue(1);
            scanner.skipWhitespace();
        } catch (BadRequest e) {
            throw new IllegalArgumentException("value for " + key + ": " + e.message(), e);
        }
        if (!scanner.atEnd()) {
            throw new IllegalArgumentException("value for " + key + ": more than one JSON value");
        }
    }
}
