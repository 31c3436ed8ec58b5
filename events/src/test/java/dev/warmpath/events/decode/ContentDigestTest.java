package dev.warmpath.events.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.BlockStored;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Scenario 29: equal text with other images is told apart by what the extra keys digest to. */
class ContentDigestTest {

    private final BatchDecoder decoder = new BatchDecoder(1000);

    @Test
    void equalContentHasOneDigestHoweverItIsEncoded() {
        // ["img", 1]: short and wide headers, and the number as each kind of integer.
        Set<Long> digests = new HashSet<>();
        for (String key : List.of("92a3696d6701", "dc0002d903696d67cc01", "dd00000002da0003696d67d30000000000000001")) {
            digests.add(digestOf(key));
        }

        assertThat(digests).hasSize(1).doesNotContain(0L);
    }

    @Test
    void otherContentHasAnotherDigest() {
        Set<Long> digests = new HashSet<>();
        List<String> keys = List.of(
                "92a3696d6701",
                "92a3696d6702",
                "92a3696d67ff",
                "92a3696e6701",
                "91a3696d67",
                "92c403696d6701",
                "c403696d67",
                "c0",
                "c2",
                "c3",
                "cb3ff8000000000000",
                "cb3ff8000000000001",
                "90",
                "80",
                "81a16101",
                "81a16102",
                "c7010561",
                "c7010661",
                "00",
                "0a");
        for (String key : keys) {
            digests.add(digestOf(key));
        }

        assertThat(digests).hasSize(keys.size()).doesNotContain(0L);
    }

    @Test
    void theOrderOfKeysCounts() {
        assertThat(digestOf("92a16101", "92a16201")).isNotEqualTo(digestOf("92a16201", "92a16101"));
    }

    private long digestOf(String... keys) {
        String hex = "92c09199ab426c6f636b53746f7265649101" + "05" + "92010202c0c0c0" + "919" + keys.length
                + String.join("", keys);
        DecodedBatch batch = decoder.decode(HexFormat.of().parseHex(hex));
        assertThat(batch.rejected()).isEmpty();
        BlockStored stored = (BlockStored) batch.events().get(0);
        return Objects.requireNonNull(stored.extraKeys())[0];
    }
}
