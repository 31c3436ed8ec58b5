package dev.warmpath.it.sim.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.SglangHashing;
import dev.warmpath.it.sim.hash.VllmHashing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The simulated engine sends what the released encoders make of the same events, byte for byte. {@code released.bytes} is
 * recorded from them (it-tests/real-engine/publishers); the events are those of its {@code recordings.py}. Later
 * releases send the same with a map's keys in another order, or with keys that nothing here fills.
 */
class ReleasedBytesTest {

    private static final long FIRST = Long.MAX_VALUE;
    private static final long SECOND = 5;
    private static final long CHILD = 6;
    private static final int[] CHILD_TOKENS = {70_000, -1};

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "vllm-0.9.0.post2, 6, plain",
        "vllm-0.9.1, 6, plain",
        "vllm-0.10.2, 7, plain",
        "vllm-0.10.2, 7, host",
        "vllm-0.10.2, 7, digests",
        "vllm-0.14.0, 8, plain",
        "vllm-0.14.0, 8, adapter",
        "vllm-0.17.1, 9, plain",
        "vllm-0.17.1, 9, salt",
        "vllm-0.20.0, 10, plain",
        "vllm-0.22.0, 12, plain",
        "vllm-0.22.0, 12, adapter",
        "vllm-0.22.0, 12, host",
        "vllm-0.22.0, 12, salt",
        "vllm-0.22.0, 12, digests",
        "vllm-0.24.0, 0, plain",
        "vllm-0.24.0, 0, adapter",
        "vllm-0.24.0, 0, host",
        "vllm-0.24.0, 0, salt",
        "vllm-0.24.0, 0, digests",
        "vllm-0.27.1, 0, plain",
        "sglang-0.4.6.post5, 6, plain",
        "sglang-0.4.7, 6, plain",
        "sglang-0.5.9, 7, plain",
        "sglang-0.5.9, 7, host",
        "sglang-0.5.18, 7, plain",
        "sglang-0.5.18, 7, salt",
        "sglang-0.5.20, 0, plain",
        "sglang-0.5.20, 0, host",
        "sglang-0.5.20, 0, salt",
        "sglang-0.5.23, 0, plain",
        "sglang-0.5.23, 0, adapter",
        "sglang-0.5.23, 0, salt",
    })
    void simulatedEngineSendsWhatTheReleaseSends(String release, int arrayLength, String batch) {
        boolean vllm = release.startsWith("vllm");
        EventOptions.Builder options = EventOptions.builder(vllm ? Engine.VLLM : Engine.SGLANG)
                .rankInBatch(!release.endsWith("0.9.0.post2") && !release.endsWith("0.4.6.post5"))
                .digestHashes(batch.equals("digests"));
        if (arrayLength > 0) {
            options.arrays(arrayLength);
        }
        HashScheme scheme = vllm ? new VllmHashing(VllmHashing.DEFAULT_SEED) : new SglangHashing();

        byte[] sent = new BatchEncoder(options.build(), scheme).encode(1.5, 0, changes(batch, vllm));

        assertThat(HexFormat.of().formatHex(sent)).isEqualTo(recorded(release + "/" + batch));
    }

    private static List<CacheChange> changes(String batch, boolean vllm) {
        return switch (batch) {
            case "plain" ->
                List.of(
                        root(vllm, Tier.DEVICE, CacheNamespace.PLAIN),
                        stored(Tier.DEVICE, block(vllm, CHILD, SECOND, CacheNamespace.PLAIN, CHILD_TOKENS)),
                        new CacheChange.Removed(List.of(digest(vllm, CHILD)), Tier.DEVICE),
                        new CacheChange.Cleared());
            case "host" ->
                List.of(
                        root(vllm, Tier.HOST, CacheNamespace.PLAIN),
                        new CacheChange.Removed(List.of(digest(vllm, SECOND)), Tier.HOST));
            case "salt" -> List.of(root(vllm, Tier.DEVICE, new CacheNamespace(null, "pepper")));
            case "adapter" -> List.of(root(vllm, Tier.DEVICE, new CacheNamespace("ad", null)));
            case "digests" ->
                List.of(stored(
                        Tier.DEVICE, new BlockContent(wholeDigest(), null, 0, new int[] {1, 2}, CacheNamespace.PLAIN)));
            default -> throw new IllegalArgumentException(batch);
        };
    }

    private static CacheChange root(boolean vllm, Tier tier, CacheNamespace namespace) {
        return stored(tier, block(vllm, FIRST, null, namespace, 1, 2), block(vllm, SECOND, FIRST, namespace, 3, 4));
    }

    private static CacheChange stored(Tier tier, BlockContent... blocks) {
        return new CacheChange.Stored(List.of(blocks), tier);
    }

    private static BlockContent block(
            boolean vllm, long hash, @Nullable Long parent, CacheNamespace namespace, int... tokens) {
        return new BlockContent(digest(vllm, hash), parent == null ? null : digest(vllm, parent), 0, tokens, namespace);
    }

    /** A digest that this engine publishes as this number: vLLM takes its end, SGLang its beginning. */
    private static Digest digest(boolean vllm, long hash) {
        return Digest.of(ByteBuffer.allocate(32).putLong(vllm ? 24 : 0, hash).array());
    }

    private static Digest wholeDigest() {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, 0, 24, (byte) 255);
        bytes[31] = 9;
        return Digest.of(bytes);
    }

    private static String recorded(String name) {
        try (InputStream in = Objects.requireNonNull(ReleasedBytesTest.class.getResourceAsStream("released.bytes"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(name + " = "))
                    .map(line -> line.substring(name.length() + 3))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("nothing is recorded as " + name));
        } catch (IOException e) {
            throw new AssertionError("released.bytes", e);
        }
    }
}
