package dev.warmpath.router.template.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Text percent-encoded for URLs, as Python's {@code urllib.parse.quote} does. */
public final class UrlText {

    private static final String SAFE = "_.-~";

    private UrlText() {}

    /**
     * Encodes the text's UTF-8 bytes.
     *
     * @param query whether for a query string, where a slash is encoded and a blank becomes a plus sign
     */
    public static String quote(String text, boolean query) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            boolean alphanumeric = c < 0x80 && Character.isLetterOrDigit(c);
            if (alphanumeric || SAFE.indexOf(c) >= 0 || (c == '/' && !query)) {
                out.append((char) c);
            } else if (c == ' ' && query) {
                out.append('+');
            } else {
                StringBuilder hex = new StringBuilder(2);
                Quoted.hex(c, 2, hex);
                out.append('%').append(hex.toString().toUpperCase(Locale.ROOT));
            }
        }
        return out.toString();
    }
}
