package dev.warmpath.router.template.text;

/** Text made wider. Callers bound the width first. */
public final class Padding {

    /** Where the padding goes. */
    public enum Side {
        LEFT,
        RIGHT,
        BOTH
    }

    private Padding() {}

    public static String justify(String text, int width, String fill, Side side) {
        int missing = width - CodePoints.length(text);
        if (missing <= 0) {
            return text;
        }
        int left = switch (side) {
            case LEFT -> missing;
            case RIGHT -> 0;
            // Python puts the odd one to the left only when the width is odd as well.
            case BOTH -> missing / 2 + (missing & width & 1);
        };
        return fill.repeat(left) + text + fill.repeat(missing - left);
    }

    /** Zeros to the left, after a sign. */
    public static String zeroFill(String text, int width) {
        int missing = width - CodePoints.length(text);
        if (missing <= 0) {
            return text;
        }
        boolean signed = text.startsWith("+") || text.startsWith("-");
        return (signed ? text.substring(0, 1) : "") + "0".repeat(missing) + text.substring(signed ? 1 : 0);
    }

    /** Tabs as spaces up to the next column that is a multiple of the size. */
    public static String expandTabs(String text, int size) {
        StringBuilder out = new StringBuilder(text.length());
        int column = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '\t') {
                int spaces = size == 0 ? 0 : size - column % size;
                out.append(" ".repeat(spaces));
                column += spaces;
            } else {
                out.appendCodePoint(c);
                column = c == '\n' || c == '\r' ? 0 : column + 1;
            }
        }
        return out.toString();
    }
}
