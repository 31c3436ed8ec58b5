package dev.warmpath.events.msgpack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A few known words and their meanings, looked up by their bytes on the wire without making a string. */
public final class WordTable<T> {

    private final byte[][] words;
    private final List<T> meanings = new ArrayList<>();

    /** Words of length {@code n} are at {@code ofLength[n]} up to {@code ofLength[n + 1]}. */
    private final int[] ofLength;

    /** Words are ASCII, none is empty, and there is at least one. */
    public WordTable(Map<String, T> meaningByWord) {
        List<Map.Entry<String, T>> sorted = new ArrayList<>(meaningByWord.entrySet());
        sorted.sort(Comparator.comparingInt(entry -> entry.getKey().length()));
        int longest = sorted.get(sorted.size() - 1).getKey().length();
        words = new byte[sorted.size()][];
        ofLength = new int[longest + 2];
        Arrays.fill(ofLength, sorted.size());
        for (int i = sorted.size() - 1; i >= 0; i--) {
            words[i] = sorted.get(i).getKey().getBytes(StandardCharsets.US_ASCII);
            Arrays.fill(ofLength, 0, words[i].length + 1, i);
        }
        sorted.forEach(entry -> meanings.add(entry.getValue()));
    }

    /** Returns the meaning of the word in {@code length} bytes from {@code start}, or null if it is not one of ours. */
    public @Nullable T find(byte[] bytes, int start, int length) {
        if (length + 1 >= ofLength.length) {
            return null;
        }
        for (int i = ofLength[length]; i < ofLength[length + 1]; i++) {
            if (isAt(words[i], bytes, start)) {
                return meanings.get(i);
            }
        }
        return null;
    }

    /** Words of one length that begin alike ({@code lora_id}, {@code lora_name}) end differently: the end is seen first. */
    private static boolean isAt(byte[] word, byte[] bytes, int start) {
        int length = word.length;
        return word[length - 1] == bytes[start + length - 1]
                && Arrays.equals(word, 0, length, bytes, start, start + length);
    }
}
