package dev.warmpath.scorer.hash;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.Allocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BlockHashTest {

    record Golden(int blockSize, int[] tokens, long[] hashes) {}

    static List<Golden> goldenChains() throws IOException {
        try (InputStream in = BlockHashTest.class.getResourceAsStream("golden-chains.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> {
                        String[] parts = line.split(";", -1);
                        return new Golden(
                                Integer.parseInt(parts[0].strip()),
                                tokens(parts[1].strip()),
                                Arrays.stream(parts[2].strip().split(" ", -1))
                                        .mapToLong(hex -> Long.parseUnsignedLong(hex, 16))
                                        .toArray());
                    })
                    .toList();
        }
    }

    private static int[] tokens(String text) {
        int range = text.indexOf("..");
        if (range >= 0) {
            return IntStream.rangeClosed(
                            Integer.parseInt(text.substring(0, range)), Integer.parseInt(text.substring(range + 2)))
                    .toArray();
        }
        return Arrays.stream(text.split(" ", -1))
                .mapToInt(Integer::parseUnsignedInt)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("goldenChains")
    void chainIsTheOneOfTheGoldenVectors(Golden golden) {
        long parent = BlockHash.root(CacheNamespace.PLAIN);
        long[] chain = new long[golden.tokens.length / golden.blockSize];
        for (int i = 0; i < chain.length; i++) {
            parent = BlockHash.next(parent, golden.tokens, i * golden.blockSize, golden.blockSize);
            chain[i] = parent;
        }
        assertThat(chain).containsExactly(golden.hashes);
    }

    /** The digest function by itself, on inputs that are not blocks. */
    @ParameterizedTest
    @CsvSource({
        "https://example.com/a.png, 432b06447698eaf0",
        "'data:image/png;base64,AAAA', c4a60ab824c912a1",
        "'', 2d06800538d394c2",
    })
    void xxh3IsTheOneOfTheGoldenVectors(String text, String hex) {
        assertThat(Hashing.xxh3_64().hashBytesToLong(text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Long.parseUnsignedLong(hex, 16));
    }

    @Test
    void plainNamespaceIsRootedAtZero() {
        assertThat(BlockHash.root(CacheNamespace.PLAIN)).isZero();
        assertThat(BlockHash.root(new CacheNamespace(null, null))).isZero();
    }

    /** Scenarios 27 and 28: no pair of names reads as another pair, however the characters are shared out. */
    @Test
    void everyNamespaceHasItsOwnRoot() {
        List<CacheNamespace> namespaces = List.of(
                CacheNamespace.PLAIN,
                new CacheNamespace("a", null),
                new CacheNamespace(null, "a"),
                new CacheNamespace("a", "a"),
                new CacheNamespace("", null),
                new CacheNamespace(null, ""),
                new CacheNamespace("", ""),
                new CacheNamespace("ab", "c"),
                new CacheNamespace("a", "bc"),
                new CacheNamespace("abc", null),
                new CacheNamespace("abc", ""),
                new CacheNamespace("a\u0000", "b"),
                new CacheNamespace("a", "\u0000b"),
                new CacheNamespace("a\u0001b", null),
                new CacheNamespace("a", "b\u0000"),
                new CacheNamespace("é", null),
                new CacheNamespace("e\u0301", null));
        Set<Long> roots = new HashSet<>();
        namespaces.forEach(namespace -> roots.add(BlockHash.root(namespace)));
        assertThat(roots).hasSameSizeAs(namespaces);
    }

    @Test
    void namespaceIsTheSameForEqualNames() {
        assertThat(BlockHash.root(new CacheNamespace("ad1", "tenantA")))
                .isEqualTo(BlockHash.root(new CacheNamespace("ad1", "tenantA")));
    }

    @Test
    void blockWithAnExtraKeyIsNotTheBlockOfItsTokens() {
        int[] tokens = IntStream.rangeClosed(1, 16).toArray();
        long plain = BlockHash.next(7, tokens, 0, 16);
        assertThat(BlockHash.next(7, tokens, 0, 16, 0)).isEqualTo(plain);
        assertThat(BlockHash.next(7, tokens, 0, 16, 1)).isNotEqualTo(plain);
        assertThat(BlockHash.next(7, tokens, 0, 16, 1)).isNotEqualTo(BlockHash.next(7, tokens, 0, 16, 2));
    }

    @Test
    void blockLargerThanTheKeptBufferHashesAsOneByteString() {
        int blockSize = 10_000;
        int[] tokens = IntStream.range(0, blockSize).toArray();
        byte[] bytes = new byte[8 + 4 * blockSize];
        bytes[0] = 42;
        for (int i = 0; i < blockSize; i++) {
            bytes[8 + 4 * i] = (byte) tokens[i];
            bytes[9 + 4 * i] = (byte) (tokens[i] >>> 8);
        }
        assertThat(BlockHash.next(42, tokens, 0, blockSize))
                .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes));
    }

    @Test
    void hashingAllocatesNothing() {
        int[] tokens = IntStream.range(0, 4_096).toArray();
        long[] last = new long[1];
        long allocated = Allocation.perRound(() -> {
            for (int i = 0; i < 100; i++) {
                last[0] = hashAll(tokens);
            }
        });
        assertThat(last[0]).isNotZero();
        assertThat(allocated).isZero();
    }

    private static long hashAll(int[] tokens) {
        long parent = 0;
        for (int from = 0; from < 2_048; from += 16) {
            parent = BlockHash.next(parent, tokens, from, 16, from & 1);
        }
        for (int size = 1; size <= 1_024; size *= 2) {
            parent = BlockHash.next(parent, tokens, 0, size);
        }
        return parent;
    }
}
