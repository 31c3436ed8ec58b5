package dev.warmpath.router.storage;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mount that a path is on, as {@code findmnt} tells it.
 *
 * @param path the path, or its nearest parent that exists
 */
record Mount(Path path, String source, String fsType) {

    /** Null when {@code findmnt} is not there or knows none. */
    static @Nullable Mount of(Path path, Programs programs) {
        for (Path at = path; at != null; at = at.getParent()) {
            Programs.Output output = programs.run(
                    List.of("findmnt", "--target", at.toString(), "--noheadings", "--output", "SOURCE,FSTYPE"));
            if (output == null) {
                return null;
            }
            if (!output.failed()) {
                return parse(at, output.text());
            }
        }
        return null;
    }

    /** Mounts that lie on top of each other at one place are listed from the lowest to the one that is seen. */
    private static @Nullable Mount parse(Path path, String text) {
        String row = "";
        for (String line : text.split("\n", -1)) {
            row = line.isBlank() ? row : line.strip();
        }
        int gap = lastGap(row);
        return gap < 0 ? null : new Mount(path, device(row.substring(0, gap).strip()), row.substring(gap + 1));
    }

    private static int lastGap(String row) {
        return Math.max(row.lastIndexOf(' '), row.lastIndexOf('\t'));
    }

    /**
     * Where only a part of a file system is mounted, the part follows in brackets: {@code /dev/md0[/sub]}. An IPv6
     * server is written in brackets too, at the very start: {@code [2001:db8::1]:/export[/sub]}.
     */
    private static String device(String source) {
        int part = source.lastIndexOf('[');
        return part > 0 ? source.substring(0, part) : source;
    }
}
