package dev.warmpath.router.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options of a network mount that bear on its speed, from the kernel's list of mounts.
 *
 * @param nconnect null when the mount does not say; so with the others
 */
record MountOptions(
        @Nullable Integer nconnect,
        @Nullable Long rsizeBytes,
        @Nullable Long wsizeBytes) {

    static final MountOptions NONE = new MountOptions(null, null, null);

    private static final Pattern NCONNECT = Pattern.compile("\\bnconnect=(\\d{1,9})\\b");
    private static final Pattern RSIZE = Pattern.compile("\\brsize=(\\d{1,18})\\b");
    private static final Pattern WSIZE = Pattern.compile("\\bwsize=(\\d{1,18})\\b");

    /** The kernel writes a blank, a tab, a line break and a backslash in a name as three octal digits. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-3][0-7]{2})");

    /**
     * Of the mount that {@code mount} describes. The path decides before the source does: an export may be mounted
     * twice with different options. Of several, the one with the longest mount point counts, and of equals the last,
     * which lies on top.
     *
     * @param list {@code /proc/mounts}
     */
    static MountOptions of(Mount mount, Path list) {
        String text;
        try {
            text = Files.readString(list, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return NONE;
        }
        String best = null;
        int bestRank = 0;
        for (String line : text.split("\n", -1)) {
            String[] fields = line.split(" ", -1);
            if (fields.length < 4) {
                continue;
            }
            String point = plain(fields[1]);
            boolean above = mount.path().startsWith(Path.of(point));
            if (!above && !plain(fields[0]).equals(mount.source())) {
                continue;
            }
            int rank = point.length() + (above ? Short.MAX_VALUE : 0);
            if (rank >= bestRank) {
                bestRank = rank;
                best = fields[3];
            }
        }
        return best == null ? NONE : parse(best);
    }

    private static MountOptions parse(String options) {
        Long connections = number(NCONNECT, options);
        return new MountOptions(
                connections == null ? null : connections.intValue(), number(RSIZE, options), number(WSIZE, options));
    }

    private static @Nullable Long number(Pattern option, String options) {
        Matcher found = option.matcher(options);
        return found.find() ? Long.valueOf(found.group(1)) : null;
    }

    private static String plain(String field) {
        String bytes = ESCAPE.matcher(field)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8))));
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
