package dev.warmpath.router.prompt.tokens;

import java.util.Arrays;

/** A growing list of token ids, without a box around each. */
final class TokenBuffer {

    private int[] ids = new int[1024];
    private int size;

    void add(int id) {
        ensure(1);
        ids[size++] = id;
    }

    void add(int[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, ids, size, more.length);
        size += more.length;
    }

    int[] toArray() {
        return Arrays.copyOf(ids, size);
    }

    private void ensure(int more) {
        if (ids.length - size < more) {
            ids = Arrays.copyOf(ids, Math.max(2 * ids.length, size + more));
        }
    }
}
