package dev.warmpath.events.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every shape that engines send or have sent, byte for byte. Scenarios 1 (maps), 2 (batch forms), 3 (bad siblings), 13
 * (media and placeholders), 14 (groups), 15 (blocks in their own way), 27 (adapters), 28 (salts), 29 (images), 30
 * (bigrams) and 33 (inconsistent stores), as far as decoding shows them.
 */
class GoldenTest {

    private static final int NO_LIMIT = 1_000_000;

    private final BatchDecoder decoder = new BatchDecoder(NO_LIMIT);

    static Stream<Golden> goldens() {
        return Golden.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goldens")
    void payloadIsReadAsWritten(Golden golden) {
        assertThat(Rendering.of(decoder.decode(golden.payload()))).isEqualTo(Rendering.expand(golden.expected()));
    }

    /** A decoder keeps its scratch space: nothing of one payload may show in the next. */
    @Test
    void oneDecoderReadsThemAllInAnyOrder() {
        List<Golden> goldens = Golden.all();
        for (int step : new int[] {1, 7, 101}) {
            for (int i = 0; i < goldens.size(); i++) {
                Golden golden = goldens.get(Math.floorMod(i * step, goldens.size()));
                assertThat(Rendering.of(decoder.decode(golden.payload())))
                        .as(golden.name())
                        .isEqualTo(Rendering.expand(golden.expected()));
            }
        }
    }

    /** A proper prefix of one MessagePack value is never a whole value: each must be seen for what it is. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("goldens")
    void aPayloadCutAnywhereIsLostWhole(Golden golden) {
        for (int length = 0; length < golden.payload().length; length++) {
            DecodedBatch batch = decoder.decode(Arrays.copyOf(golden.payload(), length));
            if (!batch.events().isEmpty() || !batch.rejected().equals(List.of(DecodeReason.MSGPACK))) {
                fail("cut at " + length + ": " + batch);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goldens")
    void aPayloadWithBytesBehindItsEndIsLostWhole(Golden golden) {
        byte[] longer = Arrays.copyOf(golden.payload(), golden.payload().length + 1);

        DecodedBatch batch = decoder.decode(longer);

        assertThat(batch.events()).isEmpty();
        assertThat(batch.rejected()).containsExactly(DecodeReason.MSGPACK);
    }
}
