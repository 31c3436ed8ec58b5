package dev.warmpath.router.recent;

import java.util.Arrays;

/** Short lists of what was remembered last, that several threads read: they are replaced, never changed. */
public final class Newest {

    private Newest() {}

    /**
     * A list with one more in front, without the oldest where there would be too many.
     *
     * @param now the newest first
     * @param most at least 1
     */
    public static <T> T[] with(T[] now, T newest, int most) {
        T[] next = Arrays.copyOf(now, Math.min(now.length + 1, most));
        System.arraycopy(now, 0, next, 1, next.length - 1);
        next[0] = newest;
        return next;
    }
}
