package dev.warmpath.router.template.text;

/**
 * Strings by code points. Python counts and cuts strings by code points, Java by UTF-16 units; the two differ from the
 * first emoji on. {@code codePointCount} answers at once for Latin-1 strings, and a string with as many units as code
 * points is cut without walking, so the usual chat pays next to nothing. A lone surrogate counts as one.
 */
public final class CodePoints {

    private CodePoints() {}

    public static int length(String s) {
        return s.codePointCount(0, s.length());
    }

    /** The code points that come before a UTF-16 offset; -1 stays -1, as find methods need it. */
    public static int indexOfOffset(String s, int offset) {
        return offset < 0 ? offset : s.codePointCount(0, offset);
    }

    /** The UTF-16 offset of a code point, 0 to {@link #length}. */
    public static int offset(String s, int index) {
        return length(s) == s.length() ? index : s.offsetByCodePoints(0, index);
    }

    /** The code point at an index, as a string. */
    public static String at(String s, int index) {
        int offset = offset(s, index);
        return s.substring(offset, offset + Character.charCount(s.codePointAt(offset)));
    }

    /** The code points from {@code from} to before {@code to}. */
    public static String substring(String s, int from, int to) {
        if (from >= to) {
            return "";
        }
        if (length(s) == s.length()) {
            return s.substring(from, to);
        }
        int start = s.offsetByCodePoints(0, from);
        return s.substring(start, s.offsetByCodePoints(start, to - from));
    }

    /** {@code count} code points from {@code from} on, each {@code step} further than the last. */
    public static String stride(String s, int from, int count, int step) {
        int[] all = s.codePoints().toArray();
        StringBuilder out = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            out.appendCodePoint(all[from + i * step]);
        }
        return out.toString();
    }
}
