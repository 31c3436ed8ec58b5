package dev.warmpath.router.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainBytesTest {

    /** Longer than what is looked at in one go, with a word and some bytes behind it. */
    private static final int LENGTH = 44;

    /** Each value of a byte at each place, before and behind others that are just not special. */
    @Test
    void everyByteIsToldApartWhereverItStands() {
        byte[] neighbours = {' ', '!', '#', '[', ']', 0x7f};
        for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
            boolean plain = value >= ' ' && value != '"' && value != '\\';
            for (int at = 0; at < LENGTH; at++) {
                for (byte neighbour : neighbours) {
                    byte[] in = new byte[LENGTH];
                    Arrays.fill(in, neighbour);
                    in[at] = (byte) value;
                    assertThat(PlainBytes.end(in, 0, in.length))
                            .as("%d at %d among %d", value, at, neighbour)
                            .isEqualTo(plain ? in.length : at);
                }
            }
        }
    }

    @Test
    void theFirstOfManyIsFoundInAnyRange() {
        long seed = 9_000;
        Random random = new Random(seed);
        byte[] in = new byte[160];
        for (int i = 0; i < 5_000; i++) {
            int rarity = 2 + random.nextInt(100);
            for (int at = 0; at < in.length; at++) {
                in[at] = (byte) (random.nextInt(rarity) == 0 ? random.nextInt(256) : 'a' + random.nextInt(26));
            }
            int from = random.nextInt(in.length);
            int end = from + random.nextInt(in.length - from + 1);
            int expected = from;
            while (expected < end && in[expected] >= ' ' && in[expected] != '"' && in[expected] != '\\') {
                expected++;
            }
            assertThat(PlainBytes.end(in, from, end))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(expected);
        }
    }
}
