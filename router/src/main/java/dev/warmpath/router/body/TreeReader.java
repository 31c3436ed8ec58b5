package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes the tree of a value that a {@link JsonScanner} let through, which is therefore well-formed and not too deep. The
 * very tree that Jackson makes, in less than half of its time: a chat is long strings of ASCII and line feeds, which here are
 * copied a line at a time and become strings without a look at each character. What is rare, long numbers and escaped
 * halves of surrogate pairs, is left to Jackson.
 */
final class TreeReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Integers of up to so many digits are read here; they fit into an int. */
    private static final int SHORT_DIGITS = 9;

    private final byte[] in;
    private final int end;
    private int at;

    /** A string's UTF-8 while its escapes are undone. */
    private byte[] text = {};

    private int length;

    private TreeReader(byte[] in, int start, int end) {
        this.in = in;
        this.at = start;
        this.end = end;
    }

    /** The value that starts in this range, after white space at most; what follows it is not looked at. */
    static JsonNode read(byte[] in, int start, int end) {
        return new TreeReader(in, start, end).value();
    }

    private JsonNode value() {
        skipWhitespace();
        return switch (in[at]) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> TextNode.valueOf(string());
            case 't' -> word("true", BooleanNode.TRUE);
            case 'f' -> word("false", BooleanNode.FALSE);
            case 'n' -> word("null", NullNode.instance);
            default -> number();
        };
    }

    private JsonNode word(String word, JsonNode node) {
        at += word.length();
        return node;
    }

    private void skipWhitespace() {
        // No value starts with a byte up to the space, so what is one here is white space.
        while (in[at] <= ' ' && in[at] >= 0) {
            at++;
        }
    }

    /** Steps over the mark behind an element; true when it was the closing one. */
    private boolean closes(char mark) {
        skipWhitespace();
        return in[at++] == mark;
    }

    private ObjectNode object() {
        ObjectNode object = NODES.objectNode();
        at++;
        skipWhitespace();
        if (in[at] == '}') {
            at++;
            return object;
        }
        do {
            skipWhitespace();
            String name = string();
            skipWhitespace();
            at++;
            object.set(name, value());
        } while (!closes('}'));
        return object;
    }

    private ArrayNode array() {
        ArrayNode array = NODES.arrayNode();
        at++;
        skipWhitespace();
        if (in[at] == ']') {
            at++;
            return array;
        }
        do {
            array.add(value());
        } while (!closes(']'));
        return array;
    }

    private JsonNode number() {
        int start = at;
        boolean negative = in[at] == '-';
        at += negative ? 1 : 0;
        int digits = at;
        int number = 0;
        while (at < end && in[at] >= '0' && in[at] <= '9' && at - digits < SHORT_DIGITS) {
            number = 10 * number + in[at++] - '0';
        }
        if (at == end || !continuesNumber(in[at])) {
            return IntNode.valueOf(negative ? -number : number);
        }
        while (at < end && continuesNumber(in[at])) {
            at++;
        }
        return jackson(start);
    }

    private static boolean continuesNumber(byte b) {
        return (b >= '0' && b <= '9') || b == '.' || b == 'e' || b == 'E' || b == '+' || b == '-';
    }

    private JsonNode jackson(int start) {
        try {
            return JsonBody.MAPPER.readTree(in, start, at - start);
        } catch (IOException e) {
            throw new UncheckedIOException("JSON that was accepted before cannot be read", e);
        }
    }

    private String string() {
        int start = at + 1;
        at = PlainBytes.end(in, start, end);
        if (in[at] == '"') {
            return new String(in, start, at++ - start, StandardCharsets.ISO_8859_1);
        }
        length = 0;
        copy(start);
        return unescaped(start - 1);
    }

    /** The rest of a string of which something special comes next; it began with the quote at {@code start}. */
    private String unescaped(int start) {
        Charset charset = StandardCharsets.ISO_8859_1;
        boolean halves = false;
        while (in[at] != '"') {
            int from = at;
            if (in[at] == '\\') {
                int unit = unescape();
                halves |= unit < 0;
                if (unit >= 0x80) {
                    charset = StandardCharsets.UTF_8;
                }
            } else {
                charset = StandardCharsets.UTF_8;
                while (in[at] < 0) {
                    at++;
                }
                copy(from);
            }
            from = at;
            at = PlainBytes.end(in, at, end);
            copy(from);
        }
        at++;
        return halves ? jackson(start).textValue() : new String(text, 0, length, charset);
    }

    /** Appends the bytes from there to here. */
    private void copy(int from) {
        ensure(at - from);
        System.arraycopy(in, from, text, length, at - from);
        length += at - from;
    }

    private void ensure(int more) {
        if (text.length - length < more) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
        }
    }

    /** Appends what an escape stands for and returns it; -1 and nothing for half of a surrogate pair. */
    private int unescape() {
        byte letter = in[at + 1];
        at += 2;
        int point = letter == 'u' ? escapedPoint() : escapedLetter(letter);
        if (point >= 0) {
            appendUtf8(point);
        }
        return point;
    }

    private static int escapedLetter(byte letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> letter;
        };
    }

    private int escapedPoint() {
        char unit = hexadecimal();
        if (!Character.isSurrogate(unit)) {
            return unit;
        }
        boolean followed = Character.isHighSurrogate(unit) && in[at] == '\\' && in[at + 1] == 'u';
        if (!followed) {
            return -1;
        }
        at += 2;
        char low = hexadecimal();
        return Character.isLowSurrogate(low) ? Character.toCodePoint(unit, low) : -1;
    }

    private char hexadecimal() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            unit = 16 * unit + Character.digit(in[at++], 16);
        }
        return (char) unit;
    }

    private void appendUtf8(int point) {
        ensure(4);
        if (point < 0x80) {
            text[length++] = (byte) point;
            return;
        }
        if (point < 0x800) {
            text[length++] = (byte) (0xc0 | (point >> 6));
        } else {
            if (point < 0x10000) {
                text[length++] = (byte) (0xe0 | (point >> 12));
            } else {
                text[length++] = (byte) (0xf0 | (point >> 18));
                text[length++] = (byte) (0x80 | ((point >> 12) & 0x3f));
            }
            text[length++] = (byte) (0x80 | ((point >> 6) & 0x3f));
        }
        text[length++] = (byte) (0x80 | (point & 0x3f));
    }
}
