package dev.warmpath.router.template.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text cut at white space, at separators and at line ends, stripped, and put together with replacements. */
public final class Splitting {

    private Splitting() {}

    /**
     * Removes characters from the ends.
     *
     * @param chars the set of characters to remove, or null for white space
     */
    public static String strip(String text, @Nullable String chars, boolean left, boolean right) {
        int start = 0;
        int end = text.length();
        while (left && start < end && strips(chars, text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        while (right && end > start && strips(chars, text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(start, end);
    }

    private static boolean strips(@Nullable String chars, int c) {
        return chars == null ? CharType.isSpace(c) : chars.indexOf(c) >= 0;
    }

    /** At most {@code limit} cuts from the left; all when it is negative. */
    public static List<String> split(String text, String separator, int limit) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int at = text.indexOf(separator); at >= 0 && parts.size() != limit; at = text.indexOf(separator, start)) {
            parts.add(text.substring(start, at));
            start = at + separator.length();
        }
        parts.add(text.substring(start));
        return parts;
    }

    /** The same from the right. */
    public static List<String> splitRight(String text, String separator, int limit) {
        List<String> parts = new ArrayList<>();
        int end = text.length();
        int at = text.lastIndexOf(separator);
        while (at >= 0 && parts.size() != limit) {
            parts.add(text.substring(at + separator.length(), end));
            end = at;
            at = text.lastIndexOf(separator, end - separator.length());
        }
        parts.add(text.substring(0, end));
        Collections.reverse(parts);
        return parts;
    }

    /** Words between runs of white space; after {@code limit} cuts the rest is one word. */
    public static List<String> splitSpaces(String text, int limit) {
        List<String> words = new ArrayList<>();
        int at = skip(text, 0, true);
        while (at < text.length()) {
            if (words.size() == limit) {
                words.add(text.substring(at));
                return words;
            }
            int end = skip(text, at, false);
            words.add(text.substring(at, end));
            at = skip(text, end, true);
        }
        return words;
    }

    /** The same, cut from the right. */
    public static List<String> splitSpacesRight(String text, int limit) {
        List<String> words = new ArrayList<>();
        int end = skipBack(text, text.length(), true);
        while (end > 0) {
            if (words.size() == limit) {
                words.add(text.substring(0, end));
                break;
            }
            int start = skipBack(text, end, false);
            words.add(text.substring(start, end));
            end = skipBack(text, start, true);
        }
        Collections.reverse(words);
        return words;
    }

    private static int skip(String text, int from, boolean spaces) {
        int at = from;
        while (at < text.length() && CharType.isSpace(text.charAt(at)) == spaces) {
            at++;
        }
        return at;
    }

    private static int skipBack(String text, int from, boolean spaces) {
        int at = from;
        while (at > 0 && CharType.isSpace(text.charAt(at - 1)) == spaces) {
            at--;
        }
        return at;
    }

    /** Lines at every kind of line end; no empty line after the last one. */
    public static List<String> lines(String text, boolean keepEnds) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = start;
            while (end < text.length() && !CharType.isLineEnd(text.charAt(end))) {
                end++;
            }
            int next = Math.min(text.length(), end + 1);
            if (text.startsWith("\r\n", end)) {
                next++;
            }
            lines.add(text.substring(start, keepEnds ? next : end));
            start = next;
        }
        return lines;
    }

    /** How often a text would be replaced; the empty text stands before each code point and at the end. */
    public static int occurrences(String text, String wanted, int limit) {
        int count = 0;
        if (wanted.isEmpty()) {
            count = CodePoints.length(text) + 1;
        } else {
            for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length())) {
                count++;
            }
        }
        return limit < 0 ? count : Math.min(count, limit);
    }

    /** The first {@code limit} occurrences replaced, or all when it is negative. */
    public static String replace(String text, String old, String replacement, int limit) {
        if (!old.isEmpty()) {
            return limit < 0 ? text.replace(old, replacement) : String.join(replacement, split(text, old, limit));
        }
        int left = occurrences(text, old, limit);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int next = i + Character.charCount(text.codePointAt(i));
            out.append(left-- > 0 ? replacement : "").append(text, i, next);
            i = next;
        }
        return out.append(left > 0 ? replacement : "").toString();
    }
}
