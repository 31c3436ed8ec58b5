package dev.warmpath.router.prompt.words;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The token ids of words that were seen before: a cache of fixed size, of which a look-up allocates nothing and waits for
 * nobody.
 *
 * <p>A word has four places to be in, next to each other; when they are taken it takes one of them. Words of a language are
 * so unequally frequent that what is lost is mostly rare. Writers race: whoever is last has the place, and readers see one
 * word or the other, since entries never change. Full it takes some 6 MiB.
 */
final class WordTable {

    /** Of longer ones there are too many different. */
    static final int LONGEST = 32;

    private static final int WAYS = 4;
    private static final int BITS = 16;
    private static final int PRIME = 31;

    /** 2^32 over the golden ratio: spreads what {@link #PRIME} leaves close together. */
    private static final int SPREAD = 0x9e3779b9;

    private record Word(String text, int[] ids) {}

    private final @Nullable Word[] places = new Word[1 << BITS];

    /**
     * The ids of the word at {@code [start, end)}, or null when they are not known. Shared: do not write to them.
     */
    int @Nullable [] find(String text, int start, int end) {
        int length = end - start;
        if (length > LONGEST) {
            return null;
        }
        int first = firstPlace(text, start, end);
        for (int place = first; place < first + WAYS; place++) {
            Word word = places[place];
            if (word == null) {
                return null;
            }
            if (word.text.length() == length && text.startsWith(word.text, start)) {
                return word.ids;
            }
        }
        return null;
    }

    /** Keeps a word; the array too. */
    void put(String word, int[] ids) {
        if (word.length() > LONGEST) {
            return;
        }
        int first = firstPlace(word, 0, word.length());
        int place = first;
        while (place < first + WAYS && places[place] != null) {
            place++;
        }
        boolean full = place == first + WAYS;
        places[full ? first + ThreadLocalRandom.current().nextInt(WAYS) : place] = new Word(word, ids);
    }

    private static int firstPlace(String text, int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = PRIME * hash + text.charAt(i);
        }
        return (hash * SPREAD) >>> (Integer.SIZE - BITS) & -WAYS;
    }
}
