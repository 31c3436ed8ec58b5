package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.sim.hash.SglangHashing;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Prompts for cache tests, in blocks of four tokens. */
final class Chains {

    static final int BLOCK = 4;

    private Chains() {}

    /** The tokens {@code from, from+1, ...}. */
    static TokenChain run(int from, int tokens) {
        return of(CacheNamespace.PLAIN, IntStream.range(from, from + tokens).toArray());
    }

    static TokenChain of(CacheNamespace namespace, int... tokens) {
        return new TokenChain(new SglangHashing(), namespace, BLOCK, tokens);
    }

    /** The router's identities of the first blocks of a prompt. */
    static Set<Long> blocks(TokenChain chain, int count) {
        Set<Long> own = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            own.add(chain.block(i).own());
        }
        return own;
    }
}
