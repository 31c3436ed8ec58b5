package dev.warmpath.router.template.format;

import dev.warmpath.router.template.fault.Fault;

/** Reads a format's short text from left to right. */
final class SpecReader {

    private final String text;
    private int at;

    SpecReader(String text) {
        this.text = text;
    }

    void skip(int count) {
        at += count;
    }

    /** The next character if it is one of these, else 0. */
    char oneOf(String allowed) {
        return at < text.length() && allowed.indexOf(text.charAt(at)) >= 0 ? text.charAt(at++) : 0;
    }

    /** The digits that stand here, or -1 when there are none. */
    int number() {
        int start = at;
        long value = 0;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            value = value * 10 + text.charAt(at++) - '0';
            if (value > Integer.MAX_VALUE) {
                throw Fault.limit("a number in a format is too large");
            }
        }
        return at == start ? -1 : (int) value;
    }

    void end() {
        if (at < text.length()) {
            throw Fault.operation("invalid format specifier");
        }
    }

    int position() {
        return at;
    }
}
