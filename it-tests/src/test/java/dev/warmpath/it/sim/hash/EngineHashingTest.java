package dev.warmpath.it.sim.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.CacheNamespace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Digests that the engines' own code gave: computed with hashlib and cbor2 from the formulas of each engine. */
class EngineHashingTest {

    private static final CacheNamespace SALTED = new CacheNamespace(null, "salt-1");

    @Test
    void vllmChainStartsFromTheDigestOfTheSeed() {
        assertThat(new VllmHashing(VllmHashing.DEFAULT_SEED).none())
                .hasToString("9bd96a485ad84efdafb72ee48a1d7a69bcead0f8f0433173941b276b9581eef0");
        assertThat(new VllmHashing("0").none())
                .hasToString("4e1195df020de59e0d65a33a4279f1183e7ae4e5d980e309f8b55adff2e61c3e");
    }

    @Test
    void vllmDigestsAreThoseOfCanonicalCbor() {
        VllmHashing vllm = new VllmHashing(VllmHashing.DEFAULT_SEED);

        Digest first = vllm.hash(null, range(1, 16), CacheNamespace.PLAIN);
        Digest second = vllm.hash(first, range(17, 32), CacheNamespace.PLAIN);

        assertThat(first).hasToString("cd7c51bc5a8fc8643f383a2b9e01522fba7473c669e9270c7b0bf7bf7fd01682");
        assertThat(second).hasToString("2533ea50426b36e9e4d68296cac6bce8cf602e46957d0fe40b368b33d87bf3bf");
        assertThat(vllm.wire(first)).isEqualTo(8866452693264111234L);
        assertThat(vllm.wire(second)).isEqualTo(807986237951177663L);
    }

    @Test
    void vllmTokensOfEveryCborLengthAreHashed() {
        VllmHashing vllm = new VllmHashing(VllmHashing.DEFAULT_SEED);

        Digest first = vllm.hash(null, spread(0), CacheNamespace.PLAIN);
        Digest second = vllm.hash(first, spread(128), CacheNamespace.PLAIN);

        assertThat(first).hasToString("3c922374e6fe67f3c64e75b88a3b8bd6185b538f7019674b72aefbf8dd8754f8");
        assertThat(Long.toUnsignedString(vllm.wire(second))).isEqualTo("13774986176891249317");
    }

    @Test
    void vllmSaltIsAnExtraKeyOfTheFirstBlock() {
        VllmHashing vllm = new VllmHashing(VllmHashing.DEFAULT_SEED);

        Digest first = vllm.hash(null, range(1, 16), SALTED);

        assertThat(Long.toUnsignedString(vllm.wire(first))).isEqualTo("14735018591364666410");
        assertThat(vllm.hash(first, range(17, 32), SALTED))
                .isEqualTo(vllm.hash(first, range(17, 32), CacheNamespace.PLAIN));
    }

    @Test
    void sglangDigestsAreChainedSha256() {
        SglangHashing sglang = new SglangHashing();

        Digest first = sglang.hash(null, range(1, 16), CacheNamespace.PLAIN);
        Digest second = sglang.hash(first, range(17, 32), CacheNamespace.PLAIN);

        assertThat(sglang.wire(first)).isEqualTo(8635429971592222890L);
        assertThat(sglang.wire(second)).isEqualTo(1256577331724852459L);
    }

    @Test
    void sglangSaltSeedsTheChain() {
        SglangHashing sglang = new SglangHashing();

        assertThat(sglang.wire(sglang.hash(null, range(1, 16), SALTED))).isEqualTo(5836291587149776920L);
    }

    @Test
    void adaptersHaveChainsOfTheirOwn() {
        CacheNamespace adapter = new CacheNamespace("ad1", null);
        for (HashScheme scheme : new HashScheme[] {new SglangHashing(), new VllmHashing(VllmHashing.DEFAULT_SEED)}) {
            assertThat(scheme.hash(null, range(1, 16), adapter))
                    .isNotEqualTo(scheme.hash(null, range(1, 16), CacheNamespace.PLAIN))
                    .isNotEqualTo(scheme.hash(null, range(1, 16), SALTED));
        }
    }

    private static int[] range(int from, int to) {
        return IntStream.rangeClosed(from, to).toArray();
    }

    private static int[] spread(int from) {
        return IntStream.range(from, from + 128)
                .map(i -> (i * 7919 + 13) % 152064)
                .toArray();
    }
}
