package dev.warmpath.router.template.value;

/**
 * Text that {@code escape} or {@code safe} marked as HTML. It differs from a string in one way that shows: a string that
 * is added to it gets escaped. What it cannot do here is refused, not approximated.
 */
public record Markup(String text) {

    /** Escapes the five characters that HTML gives a meaning. */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\'' -> out.append("&#39;");
                case '"' -> out.append("&#34;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
