package dev.warmpath.config.document;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds what a mistyped name was meant to be. */
public final class NearMiss {

    /** Beyond this a comparison would cost more than a suggestion is worth. */
    private static final int LONGEST = 128;

    private NearMiss() {}

    /**
     * The candidate with the fewest edits (a letter more, less, changed, or two swapped), if that is at most a third of
     * the name's length and never more than four.
     */
    public static @Nullable String of(String name, Collection<String> candidates) {
        if (name.length() > LONGEST) {
            return null;
        }
        int fewest = Math.min(4, Math.max(1, name.length() / 3)) + 1;
        String nearest = null;
        for (String candidate : candidates) {
            int edits = edits(name, candidate);
            if (edits < fewest) {
                fewest = edits;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Restricted Damerau-Levenshtein distance, three rows of the usual table. */
    private static int edits(String a, String b) {
        int[] twoUp = new int[b.length() + 1];
        int[] up = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            up[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(up[j - 1] + change, Math.min(up[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], twoUp[j - 2] + 1);
                }
            }
            int[] spare = twoUp;
            twoUp = up;
            up = row;
            row = spare;
        }
        return up[b.length()];
    }
}
