package dev.warmpath.router.template.text;

import java.util.ArrayList;
import java.util.List;

/** Lines filled with as many words as fit, as Python's {@code textwrap} does when it does not break on hyphens. */
public final class WordWrap {

    private WordWrap() {}

    /** Wraps each line of the text on its own; a line may begin with white space only where the text's line does. */
    public static String wrap(String text, int width, boolean breakLongWords, String separator) {
        List<String> out = new ArrayList<>();
        for (String line : Splitting.lines(text, false)) {
            out.add(String.join(separator, wrapLine(line, width, breakLongWords)));
        }
        return String.join(separator, out);
    }

    private static List<String> wrapLine(String line, int width, boolean breakLongWords) {
        List<String> lines = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        int used = 0;
        for (String chunk : chunks(line)) {
            String rest = chunk;
            boolean blank = Splitting.strip(chunk, null, true, true).isEmpty();
            if (blank && used == 0 && !lines.isEmpty()) {
                continue;
            }
            int length = CodePoints.length(rest);
            if (used + length > width) {
                if (length > width && breakLongWords) {
                    while (length > width || used + length > width) {
                        int room = width - used;
                        if (room > 0 && length > width) {
                            current.append(CodePoints.substring(rest, 0, room));
                            rest = CodePoints.substring(rest, room, length);
                            length -= room;
                        }
                        flush(current, lines);
                        used = 0;
                    }
                } else {
                    flush(current, lines);
                    used = 0;
                    if (blank) {
                        continue;
                    }
                }
            }
            current.append(rest);
            used += length;
        }
        flush(current, lines);
        return lines;
    }

    private static void flush(StringBuilder current, List<String> lines) {
        String line = Splitting.strip(current.toString(), null, false, true);
        if (!line.isEmpty()) {
            lines.add(line);
        }
        current.setLength(0);
    }

    /** Words and the white space between them. */
    private static List<String> chunks(String line) {
        List<String> chunks = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= line.length(); i++) {
            if (i == line.length() || CharType.isSpace(line.charAt(i)) != CharType.isSpace(line.charAt(start))) {
                chunks.add(line.substring(start, i));
                start = i;
            }
        }
        return chunks;
    }
}
