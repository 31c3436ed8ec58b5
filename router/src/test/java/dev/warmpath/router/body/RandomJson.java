package dev.warmpath.router.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes random JSON objects as odd clients write them: any white space, any escape, any number. */
final class RandomJson {

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "1",
            "1.0",
            "-1.50",
            "1E400",
            "-1e-400",
            "1e+3",
            "9007199254740993",
            "18446744073709551616",
            "123456789012345678901234567890.5",
            "0.1e1",
            "123456789",
            "-2147483648");
    private static final List<String> PIECES = List.of(
            "a",
            "room",
            " ",
            "é",
            "日本",
            "😀",
            "\u0000",
            "\n",
            "\"",
            "\\",
            "/",
            "\u2028",
            "}",
            ",",
            ":",
            "sixteen or more plain letters",
            "\ud800",
            "\udc00");
    /** No member name may hold half of a surrogate pair. */
    private static final List<String> NAME_PIECES = PIECES.subList(0, PIECES.size() - 2);

    private static final List<String> SPACES = List.of("", "", "", " ", "\n", "\r\n", "\t", "  ");

    private final Random random;
    private final StringBuilder out = new StringBuilder();

    RandomJson(Random random) {
        this.random = random;
    }

    /** An object with these keys, in this order. */
    String object(List<String> keys) {
        out.setLength(0);
        space();
        out.append('{');
        space();
        for (int i = 0; i < keys.size(); i++) {
            out.append(i == 0 ? "" : ",");
            space();
            string(keys.get(i));
            space();
            out.append(':');
            space();
            value(0);
            space();
        }
        out.append('}');
        space();
        return out.toString();
    }

    /** One value on its own. */
    String value() {
        out.setLength(0);
        value(0);
        return out.toString();
    }

    /** Distinct keys, some of them odd. */
    List<String> keys(int most) {
        List<String> keys = new ArrayList<>();
        int count = random.nextInt(most + 1);
        while (keys.size() < count) {
            String key = text(NAME_PIECES);
            if (!keys.contains(key)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private String text(List<String> pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(pick(pieces));
        }
        return text.toString();
    }

    private void value(int depth) {
        switch (random.nextInt(depth > 4 ? 4 : 7)) {
            case 0 -> string(text(PIECES));
            case 1, 2 -> out.append(pick(NUMBERS));
            case 3 -> out.append(pick(List.of("true", "false", "null")));
            case 4 -> list(depth);
            default -> object(depth);
        }
    }

    private void list(int depth) {
        out.append('[');
        space();
        for (int i = random.nextInt(4); i > 0; i--) {
            value(depth + 1);
            space();
            if (i > 1) {
                out.append(',');
                space();
            }
        }
        out.append(']');
    }

    private void object(int depth) {
        out.append('{');
        space();
        List<String> keys = keys(3);
        for (int i = 0; i < keys.size(); i++) {
            out.append(i == 0 ? "" : ",");
            string(keys.get(i));
            out.append(':');
            value(depth + 1);
            space();
        }
        out.append('}');
    }

    /** Escapes what must be, and now and then what need not be. A lone surrogate can only be written as an escape. */
    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || Character.isSurrogate(c) || random.nextInt(8) == 0) {
                out.append(String.format("\\u%04x", (int) c));
            } else if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private void space() {
        out.append(pick(SPACES));
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
