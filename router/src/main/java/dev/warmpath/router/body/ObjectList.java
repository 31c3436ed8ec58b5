package dev.warmpath.router.body;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one list, as a scan comes by them: where each begins, what it takes of the budget, and whether it is
 * known. A conversation's messages come in the order of its last turn, so the one that is known tells which one to expect
 * next, and how long that is: one comparison instead of a check. Filled by one thread, read by any afterwards.
 */
final class ObjectList {

    /** For values that are no lists. */
    static final ObjectList EMPTY = new ObjectList(KnownObjects.NONE);

    /** Room for the messages of a short chat. */
    private static final int FIRST = 8;

    /** With more unknown ones than this, the conversation is new: no use in looking for the others. */
    private static final int MOST_MISSES = 4;

    private final KnownObjects earlier;
    private int[] starts = {};

    /** What the budget had spent before each, and at the end. */
    private long[] spent = {};

    private KnownObjects.@Nullable Known @Nullable [] known;
    private KnownObjects.@Nullable Known latest;
    private int count;
    private int misses;
    private int knownBytes;

    ObjectList(KnownObjects earlier) {
        this.earlier = earlier;
    }

    /**
     * An object begins.
     *
     * @param budget what was spent so far
     * @return the object, if it is known from its first byte to its last
     */
    KnownObjects.@Nullable Known begin(byte[] in, int at, int end, long budget) {
        if (count > 0) {
            findLast(in, at);
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, Math.max(FIRST, 2 * count));
            spent = Arrays.copyOf(spent, starts.length + 1);
        }
        starts[count] = at;
        spent[count] = budget;
        KnownObjects.Known same = latest == null ? null : earlier.following(latest, in, at, end);
        if (same != null) {
            note(count, same);
            knownBytes += same.length();
        }
        count++;
        return same;
    }

    /** The list ends. */
    void end(long budget) {
        if (count > 0) {
            spent[count] = budget;
        }
    }

    /** One that was gone over may be known nevertheless; then the next ones can be expected again. */
    private void findLast(byte[] in, int before) {
        int last = count - 1;
        if (misses > MOST_MISSES || known(last) != null) {
            return;
        }
        int end = end(last, in, before);
        if (end - starts[last] >= KnownObjects.LEAST_BYTES) {
            latest = earlier.find(in, starts[last], end);
            if (latest == null) {
                misses++;
            } else {
                note(last, latest);
            }
        }
    }

    private void note(int number, KnownObjects.Known same) {
        KnownObjects.@Nullable Known[] now = known;
        if (now == null || number >= now.length) {
            now = now == null ? new KnownObjects.Known[starts.length] : Arrays.copyOf(now, starts.length);
            known = now;
        }
        now[number] = same;
        latest = same;
    }

    /** Bytes of the objects that were not gone over. */
    int knownBytes() {
        return knownBytes;
    }

    /** Whether all objects that are not known are ASCII, and without escapes that name a character by its number. */
    boolean newOnesAreAscii(byte[] in, int listEnd) {
        for (int i = 0; i < count; i++) {
            if (known(i) == null && !isAscii(in, starts[i], end(i, in, listEnd))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(byte[] in, int start, int end) {
        for (int at = start; at < end; at++) {
            if (in[at] < 0) {
                return false;
            }
            // Behind every backslash is a letter, which may be a backslash itself: the body has been checked.
            if (in[at] == '\\' && in[++at] == 'u') {
                return false;
            }
        }
        return true;
    }

    /** Where an object begins. */
    int start(int number) {
        return starts[number];
    }

    /**
     * Where an object ends.
     *
     * @param listEnd where the last one must have ended
     */
    int end(int number, byte[] in, int listEnd) {
        int end = number + 1 < count ? starts[number + 1] : listEnd;
        // Between two objects is nothing but white space and a comma.
        while (in[end - 1] != '}') {
            end--;
        }
        return end;
    }

    /** What an object took of the budget. */
    long cost(int number) {
        return spent[number + 1] - spent[number];
    }

    /** The object as it is known, or null. */
    KnownObjects.@Nullable Known known(int number) {
        KnownObjects.@Nullable Known[] now = known;
        return now == null || number >= now.length ? null : now[number];
    }

    /** Holds on to nothing that others keep. */
    void forget() {
        // The empty one is everybody's: it is not written to.
        if (count > 0) {
            known = null;
            latest = null;
        }
    }
}
