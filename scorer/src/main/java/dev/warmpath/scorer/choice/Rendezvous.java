package dev.warmpath.scorer.choice;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * Whom a session belongs to, by rendezvous hashing (Thaler and Ravishankar, 1998): the candidate with the highest hash of
 * session and name together. Every router that knows the same candidates finds the same one, without asking anybody; one that
 * goes leaves only its own sessions to others, and one that comes takes an equal part from each.
 */
public final class Rendezvous {

    private static final Hasher64 TEXT = Hashing.xxh3_64();

    private Rendezvous() {}

    /** The number of a text; never 0, which stands for none. */
    public static long number(String text) {
        long hash = TEXT.hashBytesToLong(text.getBytes(StandardCharsets.UTF_8));
        return hash == 0 ? 1 : hash;
    }

    /** How strongly a session draws to a candidate, as an unsigned number. */
    public static long draw(long session, Candidate candidate) {
        return mix(session ^ candidate.number());
    }

    /** The finalizer of splitmix64: every bit of the input moves every bit of the output. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
