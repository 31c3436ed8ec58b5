package dev.warmpath.it.selfcheck;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Hashes prompts whose chains are known. */
final class HashAbility implements Ability {

    /** The chain of the tokens 1, 2, 3 and so on, in blocks of this size. */
    private record Golden(int tokens, int blockSize, long... chain) {}

    /**
     * From python-xxhash; the same lines, with the script that made them, are in golden-chains.txt of the scorer's tests.
     */
    private static final List<Golden> GOLDENS = List.of(
            new Golden(10, 4, 0x341839abbe30be0bL, 0x37b6de0623bdb5caL),
            new Golden(64, 16, 0x73d57c846a7f6b4eL, 0xdcb64a9b2a68aec4L, 0x06c3e6be56d5609fL, 0xf8506484ce9f042eL));

    @Override
    public String show() {
        int blocks = 0;
        for (Golden golden : GOLDENS) {
            int[] tokens = IntStream.rangeClosed(1, golden.tokens).toArray();
            long[] seen = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN)
                    .chain(golden.blockSize);
            if (!Arrays.equals(seen, golden.chain)) {
                throw new IllegalStateException("tokens 1 to " + golden.tokens + " in blocks of " + golden.blockSize
                        + " hash to " + Arrays.toString(seen) + " instead of " + Arrays.toString(golden.chain));
            }
            blocks += seen.length;
        }
        return blocks + " golden hashes";
    }
}
