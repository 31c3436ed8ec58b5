package dev.warmpath.router.template.text;

import java.util.Locale;

/** Upper, lower, title and swapped case, by Python's rules and Unicode's full mappings, in no locale. */
public final class Casing {

    private Casing() {}

    public static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    public static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** First character in title case, all others in lower case. */
    public static String capitalize(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int rest = text.offsetByCodePoints(0, 1);
        // Lowered as a whole so that a final sigma sees the letters before it.
        String first = text.substring(0, rest);
        String lower = lower(text);
        return titleOf(text.codePointAt(0)) + lower.substring(lower(first).length());
    }

    /** Title case for each run of cased characters. */
    public static String title(String text) {
        StringBuilder out = new StringBuilder(text.length());
        String lower = lower(text);
        boolean sameLength = lower.length() == text.length();
        boolean inWord = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (!inWord) {
                out.append(titleOf(c));
            } else {
                out.append(sameLength ? lower.substring(i, next) : lower(text.substring(i, next)));
            }
            inWord = CharType.isCased(c);
            i = next;
        }
        return out.toString();
    }

    /** The title form of one character; where Unicode has only a full one, its upper form with all but the first low. */
    private static String titleOf(int c) {
        int simple = Character.toTitleCase(c);
        String one = Character.toString(c);
        if (simple != c || upper(one).codePointCount(0, upper(one).length()) == 1) {
            return Character.toString(simple);
        }
        String upper = upper(one);
        int rest = upper.offsetByCodePoints(0, 1);
        return upper.substring(0, rest) + lower(upper.substring(rest));
    }

    public static String swapCase(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            String one = Character.toString(c);
            out.append(CharType.isUpper(c) ? lower(one) : CharType.isLower(c) ? upper(one) : one);
        });
        return out.toString();
    }

    /** At least one cased character, and none that is not upper case. */
    public static boolean isUpper(String text) {
        return text.codePoints().anyMatch(CharType::isUpper)
                && text.codePoints().noneMatch(c -> CharType.isLower(c) || CharType.isTitle(c));
    }

    /** At least one cased character, and none that is not lower case. */
    public static boolean isLower(String text) {
        return text.codePoints().anyMatch(CharType::isLower)
                && text.codePoints().noneMatch(c -> CharType.isUpper(c) || CharType.isTitle(c));
    }

    /** Upper or title case at the start of each word and lower case within, and at least one word. */
    public static boolean isTitle(String text) {
        boolean inWord = false;
        boolean found = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean large = CharType.isUpper(c) || CharType.isTitle(c);
            boolean small = CharType.isLower(c);
            if ((large && inWord) || (small && !inWord)) {
                return false;
            }
            inWord = large || small;
            found |= inWord;
        }
        return found;
    }
}
