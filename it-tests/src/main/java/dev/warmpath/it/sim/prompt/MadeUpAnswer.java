package dev.warmpath.it.sim.prompt;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The answer to a prompt: words drawn by a generator whose seed is the prompt, so that the same prompt has the same
 * answer on every engine and a client can check every byte. Words are whole tokens apart, each with the blank before
 * it, so that the tokens of the text are the tokens of its words.
 *
 * <p>Not safe for several threads at once.
 */
public final class MadeUpAnswer implements IntUnaryOperator {

    private static final String[] WORDS = {
        "a", "all", "and", "as", "at", "back", "be", "best", "by", "can", "come", "day", "do", "each", "find", "for",
        "from", "get", "give", "good", "have", "here", "how", "if", "in", "into", "is", "it", "keep", "last", "like",
        "long", "made", "make", "more", "new", "now", "of", "on", "one", "out", "over", "part", "place", "read", "same",
        "see", "set", "side", "so", "some", "take", "than", "that", "the", "then", "this", "time", "to", "two", "use",
        "way", "with", "work"
    };

    private final SimTokenizer tokenizer;
    private final int naturalLength;
    private long state;
    private int[] tokens = new int[64];
    private int length;

    /**
     * The answer to one prompt.
     *
     * @param sample which of several answers to the same prompt
     * @param usualLength tokens that an answer has about, when nothing else ends it
     */
    public MadeUpAnswer(SimTokenizer tokenizer, int[] prompt, int sample, int usualLength) {
        this.tokenizer = tokenizer;
        this.state = mix(Arrays.hashCode(prompt) * 31L + prompt.length) + mix(sample);
        this.naturalLength = usualLength / 2 + 1 + (int) Math.floorMod(next(), (long) usualLength);
    }

    /** Tokens after which the model itself would stop; at least 1. */
    public int naturalLength() {
        return naturalLength;
    }

    /** The token at this place of the answer. */
    @Override
    public int applyAsInt(int index) {
        while (length <= index) {
            String word = WORDS[(int) (next() >>> 58)];
            append(tokenizer.encode(length == 0 ? word : " " + word, false));
        }
        return tokens[index];
    }

    private void append(int[] word) {
        if (length + word.length > tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * (length + word.length));
        }
        System.arraycopy(word, 0, tokens, length, word.length);
        length += word.length;
    }

    private long next() {
        state += 0x9e3779b97f4a7c15L;
        return mix(state);
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
    private static long mix(long z) {
        long y = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        y = (y ^ (y >>> 27)) * 0x94d049bb133111ebL;
        return y ^ (y >>> 31);
    }
}
