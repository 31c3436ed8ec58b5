package dev.warmpath.events.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goldens with bits flipped, bytes set to headers, and pieces cut out, repeated and moved between payloads: whatever
 * comes, the decoder returns, keeps its promises about what it returns, and reads the next good payload as ever.
 */
class MutationTest {

    private static final int CASES_PER_SEED = 100_000;

    /** First bytes of values that claim a length, and the byte that starts none. */
    private static final int[] HEADERS = {
        0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc4, 0xc6, 0xc9, 0xcb, 0xcf, 0xd3, 0xd8, 0xdb, 0xdc, 0xdd,
        0xde, 0xdf, 0xff
    };

    private final BatchDecoder decoder = new BatchDecoder(64);
    private final List<Golden> goldens = Golden.all().stream()
            .filter(golden -> golden.payload().length < 1000)
            .toList();

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130, 0x5eed})
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void nothingThatCanArriveBreaksTheDecoder(long seed) {
        Random random = new Random(seed);
        int used = 0;
        for (int i = 0; i < CASES_PER_SEED; i++) {
            byte[] payload = mutate(random);
            try {
                DecodedBatch batch = decoder.decode(payload);
                check(batch);
                used += batch.events().size();
                if (i % 100 == 0) {
                    Golden golden = pick(random);
                    assertThat(Rendering.of(decoder.decode(golden.payload())))
                            .isEqualTo(Rendering.expand(golden.expected()));
                }
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                fail("seed " + seed + ", case " + i + ": " + HexFormat.of().formatHex(payload), e);
            }
        }
        // Were nearly all of them unreadable, the promises about events would not have been tried.
        assertThat(used).isGreaterThan(CASES_PER_SEED / 20);
    }

    @Test
    void anyFewBytesCanBeAPayload() {
        byte[] payload = new byte[3];
        for (int bits = 0; bits < 1 << 24; bits += 7) {
            payload[0] = (byte) (bits >> 16);
            payload[1] = (byte) (bits >> 8);
            payload[2] = (byte) bits;
            check(decoder.decode(payload));
        }
    }

    private static void check(DecodedBatch batch) {
        for (KvEvent event : batch.events()) {
            if (event instanceof BlockStored stored) {
                boolean aligned = stored.isPlaceholder()
                        ? stored.tokens().length == 0
                        : stored.tokens().length == (long) stored.hashes().length * stored.blockSize();
                long[] extraKeys = stored.extraKeys();
                boolean extraFits = extraKeys == null || extraKeys.length == stored.hashes().length;
                if (!aligned || !extraFits || stored.hashes().length == 0 || stored.hashes().length > 64) {
                    fail("broken promise: " + stored);
                }
            }
        }
        if (batch.rejected().contains(DecodeReason.MSGPACK) && !batch.events().isEmpty()) {
            fail("events of a payload whose structure is broken: " + batch);
        }
    }

    private byte[] mutate(Random random) {
        byte[] payload = pick(random).payload().clone();
        for (int i = random.nextInt(1, 4); i > 0 && payload.length > 0; i--) {
            int at = random.nextInt(payload.length);
            switch (random.nextInt(6)) {
                case 0 -> payload[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> payload[at] = (byte) random.nextInt(256);
                case 2 -> payload[at] = (byte) HEADERS[random.nextInt(HEADERS.length)];
                case 3 -> payload = splice(payload, at, pick(random).payload(), random);
                case 4 -> payload = splice(payload, at, payload, random);
                default -> payload = Arrays.copyOf(payload, at);
            }
        }
        return payload;
    }

    /** Puts a piece of the donor over a piece of the payload of perhaps another length. */
    private static byte[] splice(byte[] payload, int at, byte[] donor, Random random) {
        int from = random.nextInt(donor.length + 1);
        int length = random.nextInt(Math.min(24, donor.length - from) + 1);
        int replaced = random.nextInt(Math.min(24, payload.length - at) + 1);
        byte[] spliced = new byte[payload.length - replaced + length];
        System.arraycopy(payload, 0, spliced, 0, at);
        System.arraycopy(donor, from, spliced, at, length);
        System.arraycopy(payload, at + replaced, spliced, at + length, payload.length - at - replaced);
        return spliced;
    }

    private Golden pick(Random random) {
        return goldens.get(random.nextInt(goldens.size()));
    }
}
