package dev.warmpath.router.access;

import dev.warmpath.router.digest.Sha256;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

/**
 * Secrets that are known by their SHA-256 only, and the search for the one that a caller gave.
 *
 * <p>What was given is hashed, and its digest is compared with every digest, word by word, without a branch: the time tells
 * neither which secret matched, nor whether one did, nor how much of a digest was right. A digest is four longs in one
 * array, so a search reads the table once from front to end, a few nanoseconds for each secret.
 */
public final class SecretTable {

    private static final int WORDS = 4;

    private final long[] words;

    /** @param sha256 digests of 64 hexadecimal digits */
    public SecretTable(List<String> sha256) {
        words = new long[sha256.size() * WORDS];
        int at = 0;
        for (String digest : sha256) {
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(digest));
            for (int i = 0; i < WORDS; i++) {
                words[at++] = bytes.getLong();
            }
        }
    }

    /** A secret's digest as the table takes it. */
    public static String digest(String secret) {
        return HexFormat.of().formatHex(Sha256.of(secret));
    }

    /** How many secrets there are. */
    public int size() {
        return words.length / WORDS;
    }

    /** The place of a secret in the list of digests, or -1. Nothing is never a secret, even where its digest is listed. */
    public int find(String given) {
        ByteBuffer digest = ByteBuffer.wrap(Sha256.of(given));
        long a = digest.getLong();
        long b = digest.getLong();
        long c = digest.getLong();
        long d = digest.getLong();
        long found = -1;
        int place = 0;
        for (int at = 0; at < words.length; at += WORDS) {
            long differing = (words[at] ^ a) | (words[at + 1] ^ b) | (words[at + 2] ^ c) | (words[at + 3] ^ d);
            // The sign of x | -x is set unless x is 0; spread over the word, it selects between the two values.
            long differs = (differing | -differing) >> (Long.SIZE - 1);
            found = (found & differs) | (place & ~differs);
            place++;
        }
        return given.isEmpty() ? -1 : (int) found;
    }
}
