package dev.warmpath.events.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.sun.management.ThreadMXBean;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads made to cost more than they weigh. Scenarios 19 (malformed payloads) and 20 (large ones that are right). */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostilePayloadTest {

    private static final String STORED = "ab426c6f636b53746f726564";
    private static final String TS = "cb3ff0000000000000";

    private final BatchDecoder decoder = new BatchDecoder(100_000);

    /** Array, map, string and byte-string headers that claim up to four billion, alone and at each place of an event. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ddffffffff",
                "dfffffffff",
                "dbffffffff",
                "c6ffffffff",
                "c9ffffffff",
                "92" + TS + "dd7fffffff",
                "92" + TS + "91ddffffffff",
                "92" + TS + "9196" + STORED + "dd7fffffff",
                "92" + TS + "9196" + STORED + "9101c0ddffffffff",
                "92" + TS + "9196" + STORED + "9101c0920102c6ffffffff",
                "92" + TS + "9199" + STORED + "9101c092010202c0c0c0dd00ffffff",
                "92" + TS + "91df7fffffff",
                "df00000001a6657665" + "6e7473ddffffffff",
            })
    void aLengthThatThePayloadCannotHoldIsMalformed(String hex) {
        byte[] payload = HexFormat.of().parseHex(hex);

        assertThat(decoder.decode(payload).rejected()).containsExactly(DecodeReason.MSGPACK);
        assertThat(bytesAllocatedBy(() -> decoder.decode(payload))).isLessThan(4096);
    }

    /** The lists are as long as they say, and after a while turn out not to be lists of hashes or tokens. */
    @Test
    void listsAreAllocatedAsTheyAreReadAndNotAsTheyAreAnnounced() {
        byte[] hashes = new Bytes()
                .hex("92" + TS + "9196" + STORED + "dd")
                .u32(100_000)
                .hex("01".repeat(300) + "c0".repeat(99_700))
                .hex("c092010202c0")
                .toArray();
        byte[] tokens = new Bytes()
                .hex("92" + TS + "9196" + STORED + "9101c0dd")
                .u32(1_000_000)
                .hex("01".repeat(5000) + "c0".repeat(995_000))
                .hex("02c0")
                .toArray();

        for (byte[] payload : new byte[][] {hashes, tokens}) {
            assertThat(decoder.decode(payload).rejected()).containsExactly(DecodeReason.EVENT_FIELD);
            // A new decoder each time, for one that has grown already would show nothing.
            assertThat(bytesAllocatedBy(() -> new BatchDecoder(100_000).decode(payload)))
                    .isLessThan(128 * 1024);
        }
    }

    @Test
    void fiveMegabytesOfZerosAreMalformed() {
        byte[] payload = new byte[5 << 20];

        assertThat(decoder.decode(payload).rejected()).containsExactly(DecodeReason.MSGPACK);
        assertThat(bytesAllocatedBy(() -> decoder.decode(payload))).isLessThan(4096);
    }

    /** Wherever an unknown value may stand: as payload, event, field, extra key. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "@",
                "92" + TS + "91@",
                "94" + TS + "90c0@",
                "92" + TS + "9191@",
                "92" + TS + "9196" + STORED + "9101c0@02c0",
                "92" + TS + "9199" + STORED + "9101c092010202c0c0c091@",
                "92" + TS + "9181a178@",
            })
    void nestingOfAHundredThousandLevelsUsesNoStack(String around) {
        for (String level : new String[] {"91", "81c0", "81a178"}) {
            String deep = level.repeat(100_000) + "c0";
            byte[] payload = HexFormat.of().parseHex(around.replace("@", deep));
            byte[] cut = Arrays.copyOf(payload, payload.length - 1);

            assertThatNoException().isThrownBy(() -> decoder.decode(payload));
            assertThat(decoder.decode(payload).rejected()).doesNotContain(DecodeReason.MSGPACK);
            assertThat(decoder.decode(cut).rejected()).containsExactly(DecodeReason.MSGPACK);
        }
    }

    @Test
    void anEventOfMoreHashesThanTheLimitIsRejectedAloneAndByName() {
        byte[] payload = new Bytes()
                .hex("92" + TS + "9396" + STORED)
                .hashes(70_000, 1)
                .hex("c0dd")
                .tokens(70_000)
                .hex("01c0")
                .hex("92ac426c6f636b52656d6f766564")
                .hashes(70_000, 1)
                .hex("91b0416c6c426c6f636b73436c6561726564")
                .toArray();

        DecodedBatch over = new BatchDecoder(69_999).decode(payload);
        DecodedBatch at = new BatchDecoder(70_000).decode(payload);

        assertThat(over.rejected()).containsExactly(DecodeReason.TOO_MANY_HASHES, DecodeReason.TOO_MANY_HASHES);
        assertThat(over.events()).hasSize(1);
        assertThat(at.rejected()).isEmpty();
        assertThat(at.events()).hasSize(3);
    }

    @Test
    void twentyThousandBlocksAndARemovalInOneBatchAreRead() {
        byte[] payload = new Bytes()
                .hex("92" + TS + "9296" + STORED)
                .hashes(20_000, 1L << 40)
                .hex("c0dd")
                .tokens(80_000)
                .hex("04c0")
                .hex("92ac426c6f636b52656d6f7665649107")
                .toArray();

        DecodedBatch batch = decoder.decode(payload);

        assertThat(batch.rejected()).isEmpty();
        BlockStored stored = (BlockStored) batch.events().get(0);
        assertThat(stored.hashes()).hasSize(20_000).startsWith(1L << 40).endsWith((1L << 40) + 19_999);
        assertThat(stored.tokens()).hasSize(80_000).startsWith(0, 1, 2).endsWith(79_999);
        assertThat(((BlockRemoved) batch.events().get(1)).hashes()).containsExactly(7);
    }

    /** A twin at the far ends of a long event, and a parent that is the last block: found without comparing all pairs. */
    @Test
    void twinsAreFoundInLongEventsToo() {
        for (int blocks : new int[] {2, 3, 127, 128, 129, 255, 256, 257, 20_000}) {
            Bytes twins = new Bytes().hex("92" + TS + "9196" + STORED + "dd").u32(blocks);
            for (int i = 0; i < blocks; i++) {
                twins.hex("cf").u64(i == blocks - 1 ? 1000 : 1000L + i);
            }
            byte[] twin = twins.hex("c0dd").tokens(blocks).hex("01c0").toArray();
            byte[] ownParent = new Bytes()
                    .hex("92" + TS + "9196" + STORED)
                    .hashes(blocks, 1000)
                    .hex("cf")
                    .u64(1000 + blocks - 1)
                    .hex("dd")
                    .tokens(blocks)
                    .hex("01c0")
                    .toArray();

            assertThat(decoder.decode(twin).rejected())
                    .as("%d blocks", blocks)
                    .containsExactly(DecodeReason.SELF_PARENT);
            assertThat(decoder.decode(ownParent).rejected())
                    .as("%d blocks", blocks)
                    .containsExactly(DecodeReason.SELF_PARENT);
        }
    }

    @Test
    void aBatchOfMoreThanAMillionEventsIsNoBatch() {
        byte[] payload = new Bytes()
                .hex("92" + TS + "dd")
                .u32((1 << 20) + 1)
                .hex("c0".repeat((1 << 20) + 1))
                .toArray();

        assertThat(decoder.decode(payload).rejected()).containsExactly(DecodeReason.BATCH_SHAPE);
        assertThat(bytesAllocatedBy(() -> decoder.decode(payload))).isLessThan(4096);
    }

    @Test
    void whatIsReadCostsWhatItIsWorth() {
        byte[] payload = new Bytes()
                .hex("92" + TS + "9196" + STORED)
                .hashes(4000, 1L << 40)
                .hex("c0dd")
                .tokens(64_000)
                .hex("10c0")
                .toArray();
        decoder.decode(payload);

        // 4000 hashes and 64,000 tokens, once each and exactly as long as they are.
        assertThat(bytesAllocatedBy(() -> decoder.decode(payload)))
                .isLessThan(4000 * Long.BYTES + 64_000 * Integer.BYTES + 4096);
    }

    private static long bytesAllocatedBy(Runnable action) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The first run pays for class loading and for growing what is kept.
        action.run();
        long before = threads.getCurrentThreadAllocatedBytes();
        action.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** MessagePack in the making. */
    private static final class Bytes {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes hex(String hex) {
            out.writeBytes(HexFormat.of().parseHex(hex));
            return this;
        }

        Bytes u32(int value) {
            return hex(HexFormat.of().toHexDigits(value));
        }

        Bytes u64(long value) {
            return hex(HexFormat.of().toHexDigits(value));
        }

        /** A list of hashes that count up from the first. */
        Bytes hashes(int count, long first) {
            hex("dd").u32(count);
            for (int i = 0; i < count; i++) {
                hex("cf").u64(first + i);
            }
            return this;
        }

        /** The length and the elements of a list of tokens that count up from 0. */
        Bytes tokens(int count) {
            u32(count);
            for (int i = 0; i < count; i++) {
                hex("ce").u32(i);
            }
            return this;
        }

        byte[] toArray() {
            return out.toByteArray();
        }
    }
}
