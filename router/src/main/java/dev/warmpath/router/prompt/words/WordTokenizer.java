package dev.warmpath.router.prompt.words;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Token ids of ASCII text, word by word.
 *
 * <p>The idea: a byte-level model turns each word of a text into tokens by itself, and words come again. The library cuts a
 * text, builds a string with three tables of offsets for each word, and knows the tokens of most words from a cache of its
 * own; all but the last is lost on someone who wants ids. Here the text is cut by {@link WordCut}, and ids of words are
 * looked up in a {@link WordTable}. New words are the library's, one call of some 5 microseconds for each; a text with too
 * many of them is left to it as a whole, which costs 0.4 microseconds for a character instead of less than 0.02.
 *
 * <p>Only ASCII, which has one normal form and few kinds of characters. That the ids are the library's is
 * a property test for each rule, and looked at once when a model is loaded, see {@link #of}.
 *
 * <p>Safe for any number of threads.
 */
public final class WordTokenizer {

    /** New words of any text; a longer one may have one more for each so many words. */
    private static final int NEW_WORDS = 16;

    /** What a new word costs, in characters of text that the library is given as a whole. */
    private static final int NEW_WORD_CHARS = 16;

    /** Characters of known words that cost what one character costs the library. */
    private static final int KNOWN_CHARS = 16;

    /** A longer one is no word of a language; whoever has the text tokenized as a whole sees to the memory for it. */
    private static final int LONGEST = 4 << 10;

    private static final int ANY_NUMBER = 1 << 20;

    private static final int FIRST_IDS = 64;

    private final WordCut cut;
    private final Function<String, int[]> library;
    private final WordTable table = new WordTable();

    private WordTokenizer(WordRule rule, Function<String, int[]> library) {
        this.cut = rule.cut();
        this.library = library;
    }

    /**
     * The tokenizer of a model.
     *
     * @param library ids of a text, without special tokens
     * @return null when the library does not make of a text what this makes of it: the file says something that is not
     *     known here
     */
    public static @Nullable WordTokenizer of(WordRule rule, Function<String, int[]> library) {
        WordTokenizer words = new WordTokenizer(rule, library);
        // Twice: with the words new, and known.
        for (int i = 0; i < 2; i++) {
            for (String sample : Samples.TEXTS) {
                int[] ids = words.encode(sample, chars -> true, ANY_NUMBER);
                if (ids == null || !Arrays.equals(ids, library.apply(sample))) {
                    return null;
                }
            }
        }
        return words;
    }

    /**
     * Token ids of a text.
     *
     * @param allows asked before work, in characters of text that the library would be given as a whole
     * @return null when the text had better be left to the library as a whole, or more work is not allowed
     */
    public int @Nullable [] encode(String text, IntPredicate allows) {
        if (!isAscii(text) || !allows.test(text.length() / KNOWN_CHARS)) {
            return null;
        }
        return encode(text, allows, NEW_WORDS);
    }

    private int @Nullable [] encode(String text, IntPredicate allows, int newWords) {
        int[] ids = new int[FIRST_IDS + text.length() / 4];
        int size = 0;
        int at = 0;
        int budget = newWords * NEW_WORDS;
        while (at < text.length()) {
            int end = cut.end(text, at);
            int[] known = table.find(text, at, end);
            budget++;
            if (known == null) {
                budget -= NEW_WORDS;
                if (budget < 0 || end - at > LONGEST || !allows.test(NEW_WORD_CHARS + end - at)) {
                    return null;
                }
                known = learn(text.substring(at, end));
                if (known == null) {
                    return null;
                }
            }
            if (size + known.length > ids.length) {
                ids = Arrays.copyOf(ids, 2 * ids.length + known.length);
            }
            for (int id : known) {
                ids[size++] = id;
            }
            at = end;
        }
        return Arrays.copyOf(ids, size);
    }

    /** Null where the library would not see one word in it, were it alone. */
    private int @Nullable [] learn(String word) {
        if (cut.end(word, 0) != word.length()) {
            return null;
        }
        int[] ids = library.apply(word);
        table.put(word, ids);
        return ids;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= Ascii.CHARS) {
                return false;
            }
        }
        return true;
    }
}
