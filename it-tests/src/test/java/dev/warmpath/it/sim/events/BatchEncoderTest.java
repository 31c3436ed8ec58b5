package dev.warmpath.it.sim.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.SglangHashing;
import dev.warmpath.it.sim.hash.VllmHashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Batches byte for byte as msgspec 0.22 encodes the engines' own event structs (timestamp 1.5, rank 0). The hexadecimal
 * texts were made with {@code msgspec.msgpack.encode}.
 */
class BatchEncoderTest {

    private static final String PREFIX = "93cb3ff8000000000000";
    private static final int[] TWO_TOKENS = {1, 2};

    private final VllmHashing vllm = new VllmHashing(VllmHashing.DEFAULT_SEED);

    private static String encode(EventOptions options, HashScheme scheme, CacheChange... changes) {
        return HexFormat.of().formatHex(new BatchEncoder(options, scheme).encode(1.5, 0, List.of(changes)));
    }

    /** A digest whose last eight bytes are these. */
    private static Digest low(long bits) {
        return Digest.of(ByteBuffer.allocate(32).putLong(24, bits).array());
    }

    /** A digest whose first eight bytes are these. */
    private static Digest high(long bits) {
        return Digest.of(ByteBuffer.allocate(32).putLong(0, bits).array());
    }

    private static Digest sha256(String text) {
        try {
            return Digest.of(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static CacheChange stored(Digest digest, @Nullable Digest parent, CacheNamespace namespace, int... tokens) {
        return new CacheChange.Stored(List.of(new BlockContent(digest, parent, 0, tokens, namespace)), Tier.DEVICE);
    }

    private static CacheChange removed(Digest digest) {
        return new CacheChange.Removed(List.of(digest), Tier.DEVICE);
    }

    @Test
    void vllmMaps() {
        String batch = encode(
                EventOptions.of(Engine.VLLM),
                vllm,
                stored(low(Long.parseUnsignedLong("15760518052499183552")), null, CacheNamespace.PLAIN, 1, 2, 3, 4),
                removed(low(7)),
                new CacheChange.Cleared());

        assertThat(batch)
                .isEqualTo(PREFIX
                        + "938ba474797065ab426c6f636b53746f726564ac626c6f636b5f68617368657391cfdab89baa7b5857c0b1706172656e745f"
                        + "626c6f636b5f68617368c0a9746f6b656e5f6964739401020304aa626c6f636b5f73697a6504a76c6f72615f6964c0a66d65"
                        + "6469756da3475055a96c6f72615f6e616d65c0aa65787472615f6b65797391c0a967726f75705f69647800b26b765f636163"
                        + "68655f737065635f6b696e64ae66756c6c5f617474656e74696f6e84a474797065ac426c6f636b52656d6f766564ac626c6f"
                        + "636b5f6861736865739107a66d656469756da3475055a967726f75705f6964780081a474797065b0416c6c426c6f636b7343"
                        + "6c656172656400");
    }

    @Test
    void vllmDigestsAndSalt() {
        String batch = encode(
                EventOptions.builder(Engine.VLLM).digestHashes(true).build(),
                vllm,
                stored(sha256("x"), sha256("p"), CacheNamespace.PLAIN, 1, 2, 3, 4));

        assertThat(batch)
                .contains("c4202d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881")
                .contains("c420148de9c5a7a44d19e56cd9ae1a554bf67847afb0c58f6e12fa29ac7ddfca9940");
        assertThat(encode(
                        EventOptions.of(Engine.VLLM),
                        vllm,
                        stored(low(1), null, new CacheNamespace(null, "salt"), 1, 2, 3, 4)))
                .contains("aa65787472615f6b6579739191a473616c74");
    }

    @Test
    void vllmArraysOfEveryLength() {
        CacheChange block = stored(low(1), null, CacheNamespace.PLAIN, TWO_TOKENS);

        assertThat(encode(arrays(6), vllm, block)).isEqualTo(PREFIX + "9196ab426c6f636b53746f7265649101c092010202c000");
        assertThat(encode(arrays(7), vllm, block))
                .isEqualTo(PREFIX + "9197ab426c6f636b53746f7265649101c092010202c0a347505500");
        assertThat(encode(arrays(8), vllm, block))
                .isEqualTo(PREFIX + "9198ab426c6f636b53746f7265649101c092010202c0a3475055c000");
        assertThat(encode(arrays(9), vllm, block))
                .isEqualTo(PREFIX + "9199ab426c6f636b53746f7265649101c092010202c0a3475055c091c000");
        assertThat(encode(arrays(10), vllm, block))
                .isEqualTo(PREFIX + "919aab426c6f636b53746f7265649101c092010202c0a3475055c091c00000");
        assertThat(encode(arrays(12), vllm, stored(low(1), low(5), new CacheNamespace("ad", null), TWO_TOKENS)))
                .isEqualTo(
                        PREFIX
                                + "919cab426c6f636b53746f7265649101059201020201a3475055a261649191a2616400ae66756c6c5f617474656e74696f6ec000");
    }

    @Test
    void vllmRemovalsInArrays() {
        assertThat(encode(arrays(6), vllm, removed(low(1)))).isEqualTo(PREFIX + "9192ac426c6f636b52656d6f766564910100");
        assertThat(encode(arrays(7), vllm, removed(low(1))))
                .isEqualTo(PREFIX + "9193ac426c6f636b52656d6f7665649101a347505500");
        assertThat(encode(arrays(12), vllm, removed(low(1))))
                .isEqualTo(PREFIX + "9194ac426c6f636b52656d6f7665649101a34750550000");
        assertThat(encode(arrays(6), vllm, new CacheChange.Cleared()))
                .isEqualTo(PREFIX + "9191b0416c6c426c6f636b73436c656172656400");
    }

    @Test
    void vllmRemovesOneBlockPerEventAndSglangManyInOne() {
        CacheChange two = new CacheChange.Removed(List.of(low(1), low(2)), Tier.DEVICE);

        assertThat(encode(arrays(6), vllm, two))
                .isEqualTo(PREFIX + "9292ac426c6f636b52656d6f766564910192ac426c6f636b52656d6f766564910200");
        assertThat(encode(
                        EventOptions.builder(Engine.SGLANG).arrays(6).build(),
                        new SglangHashing(),
                        new CacheChange.Removed(List.of(high(1), high(2)), Tier.DEVICE)))
                .isEqualTo(PREFIX + "9192ac426c6f636b52656d6f76656492010200");
    }

    @Test
    void sglangMapsCarrySignedHashesAndTheSalt() {
        assertThat(encode(
                        EventOptions.of(Engine.SGLANG),
                        new SglangHashing(),
                        stored(high(-123456789012345678L), null, new CacheNamespace(null, "t"), TWO_TOKENS)))
                .isEqualTo(PREFIX
                        + "9188a474797065ab426c6f636b53746f726564ac626c6f636b5f68617368657391d3fe4964b459cf0cb2b1706172656e745f62"
                        + "6c6f636b5f68617368c0a9746f6b656e5f696473920102aa626c6f636b5f73697a6502a76c6f72615f6964c0a66d65646975"
                        + "6da3475055aa63616368655f73616c74a17400");
    }

    @Test
    void sglangArraysPutTheSaltIntoAMapBehind() {
        EventOptions seven = EventOptions.builder(Engine.SGLANG).arrays(7).build();

        assertThat(encode(seven, new SglangHashing(), stored(high(1), null, CacheNamespace.PLAIN, TWO_TOKENS)))
                .isEqualTo(PREFIX + "9197ab426c6f636b53746f7265649101c092010202c0a347505500");
        assertThat(encode(seven, new SglangHashing(), stored(high(1), null, new CacheNamespace(null, "t"), TWO_TOKENS)))
                .isEqualTo(
                        PREFIX + "9198ab426c6f636b53746f7265649101c092010202c0a347505581aa63616368655f73616c74a17400");
    }

    @Test
    void firstReleasesLeftTheRankOut() {
        assertThat(encode(
                        EventOptions.builder(Engine.VLLM)
                                .rankInBatch(false)
                                .arrays(6)
                                .build(),
                        vllm,
                        removed(low(1))))
                .isEqualTo("92cb3ff80000000000009192ac426c6f636b52656d6f7665649101");
    }

    @Test
    void placeholdersHaveNoTokens() {
        CacheChange host = new CacheChange.Stored(
                List.of(new BlockContent(low(3), low(2), 0, TWO_TOKENS, CacheNamespace.PLAIN)), Tier.HOST);

        assertThat(encode(
                        EventOptions.builder(Engine.VLLM)
                                .arrays(7)
                                .placeholders(true)
                                .build(),
                        vllm,
                        host))
                .isEqualTo(PREFIX + "9197ab426c6f636b53746f7265649103c09000c0a343505500");
    }

    @Test
    void lengthsThatNoReleaseSentAreRefused() {
        assertThatThrownBy(() -> arrays(11)).hasMessageContaining("[6, 7, 8, 9, 10, 12]");
    }

    private static EventOptions arrays(int length) {
        return EventOptions.builder(Engine.VLLM).arrays(length).build();
    }
}
