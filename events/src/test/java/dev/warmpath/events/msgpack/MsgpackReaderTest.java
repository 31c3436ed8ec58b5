package dev.warmpath.events.msgpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** The cursor against msgpack-core, which writes what is read here. */
class MsgpackReaderTest {

    private final MsgpackReader in = new MsgpackReader();

    @Test
    void integersOfEveryWidthComeOutAsTheirBits() throws IOException, MalformedMsgpackException {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            MessageBufferPacker packer = packer();
            packer.packLong(value);
            wrap(packer);
            assertThat(in.kind()).isEqualTo(Kind.INT);
            assertThat(in.readLong()).isEqualTo(value);
            assertThat(in.atEnd()).isTrue();
        }
        MessageBufferPacker packer = packer();
        packer.packBigInteger(BigInteger.TWO.pow(64).subtract(BigInteger.TWO));
        wrap(packer);
        assertThat(in.readLong()).isEqualTo(-2);
    }

    @ParameterizedTest
    @CsvSource({
        "cc80,128",
        "d080,-128",
        "cdffff,65535",
        "d1ffff,-1",
        "ceffffffff,4294967295",
        "d2ffffffff,-1",
        "cf0000000000000001,1",
        "d3fffffffffffffffe,-2"
    })
    void integersWiderThanTheyNeedToBeAreReadToo(String hex, long value) throws MalformedMsgpackException {
        in.wrap(HexFormat.of().parseHex(hex));

        assertThat(in.readLong()).isEqualTo(value);
    }

    /** Some at a time, and the last of a payload one by one. */
    @Test
    void tokensComeOutTheSameHoweverTheyAreRead() throws IOException, MalformedMsgpackException {
        Random random = new Random(2);
        for (int i = 0; i < 2_000; i++) {
            int[] tokens = random.ints(random.nextInt(40))
                    .map(token -> token >>> random.nextInt(32))
                    .toArray();
            MessageBufferPacker packer = packer();
            for (int token : tokens) {
                packer.packLong(token & 0xffff_ffffL);
            }
            wrap(packer);
            int[] read = new int[tokens.length + 1];
            int count = in.readUnsignedInts(read, 0, tokens.length / 2);
            assertThat(count).isLessThanOrEqualTo(tokens.length / 2);
            count += in.readUnsignedInts(read, count, tokens.length + 1);
            while (count < tokens.length) {
                read[count++] = (int) in.readLong();
            }
            assertThat(Arrays.copyOf(read, count)).isEqualTo(tokens);
            assertThat(in.atEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "d0ff", "d200000001", "cf0000000000000001", "c0", "a0", "90", "ca00000000", "c1"})
    void tokensEndWhereSomethingElseBegins(String other) {
        in.wrap(HexFormat.of().parseHex("01cc80cdffffceffffffff" + other + "0102030405060708"));
        int[] read = new int[8];

        assertThat(in.readUnsignedInts(read, 1, 7)).isEqualTo(4);

        assertThat(read).startsWith(0, 1, 128, 65_535, -1);
        assertThat(in.position()).isEqualTo(11);
    }

    /** Whatever a tag claims, nothing behind the payload is read. */
    @Test
    void tokensThatAreCutShortAreLeftToWhoReadsOneByOne() {
        for (String tail : new String[] {"cc", "cd01", "ce010203"}) {
            in.wrap(HexFormat.of().parseHex("0102030405" + tail));
            int read = in.readUnsignedInts(new int[8], 0, 8);

            assertThat(in.position()).isEqualTo(read).isLessThanOrEqualTo(5);
        }
    }

    @Test
    void numbersTextAndBytesComeOutAsTheyWentIn() throws IOException, MalformedMsgpackException {
        for (int length : new int[] {0, 1, 31, 32, 255, 256, 65_535, 65_536}) {
            byte[] content = new byte[length];
            Arrays.fill(content, (byte) 'x');
            MessageBufferPacker packer = packer();
            packer.packRawStringHeader(length).addPayload(content);
            packer.packBinaryHeader(length).addPayload(content);
            packer.packExtensionTypeHeader((byte) 5, length).addPayload(content);
            packer.packFloat(1.5f)
                    .packDouble(-2.25)
                    .packBoolean(true)
                    .packBoolean(false)
                    .packNil();
            wrap(packer);

            assertThat(in.kind()).isEqualTo(Kind.STR);
            assertThat(in.readSpan()).isEqualTo(length);
            assertThat(Arrays.copyOfRange(in.bytes(), in.spanStart(), in.position()))
                    .isEqualTo(content);
            assertThat(in.kind()).isEqualTo(Kind.BIN);
            assertThat(in.readSpan()).isEqualTo(length);
            assertThat(in.kind()).isEqualTo(Kind.EXT);
            assertThat(in.readSpan()).isEqualTo(length + 1);
            assertThat(in.readDouble()).isEqualTo(1.5);
            assertThat(in.readDouble()).isEqualTo(-2.25);
            assertThat(in.readBoolean()).isTrue();
            assertThat(in.readBoolean()).isFalse();
            assertThat(in.skipNil()).isTrue();
            assertThat(in.atEnd()).isTrue();
        }
    }

    @Test
    void aValueIsSkippedWithAllThatIsInItAndNoMore() throws IOException, MalformedMsgpackException {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            MessageBufferPacker packer = packer();
            packRandom(packer, random, 4);
            byte[] value = packer.toByteArray();
            byte[] followed = Arrays.copyOf(value, value.length + 1);

            in.wrap(followed);
            in.skip();

            assertThat(in.position()).as("seed %d", seed).isEqualTo(value.length);
            for (int length = 0; length < value.length; length++) {
                in.wrap(Arrays.copyOf(value, length));
                assertThatExceptionOfType(MalformedMsgpackException.class)
                        .as("seed %d cut at %d", seed, length)
                        .isThrownBy(in::skip);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c1", "91c1", "81c0c1", "9291ddffffffff"})
    void whatIsNotMessagePackIsMalformed(String hex) {
        in.wrap(HexFormat.of().parseHex(hex));

        assertThatExceptionOfType(MalformedMsgpackException.class).isThrownBy(in::skip);
    }

    /** Each header alone could be right; together they owe more elements than there are bytes. */
    @Test
    void headersThatTogetherClaimMoreThanThereIsAreMalformedAtOnce() {
        byte[] nested = new byte[3 + 3 + 70_000];
        in.wrap(nested);
        for (int at : new int[] {0, 3}) {
            nested[at] = (byte) 0xdc;
            nested[at + 1] = (byte) 0xff;
            nested[at + 2] = (byte) 0xff;
        }

        assertThatExceptionOfType(MalformedMsgpackException.class).isThrownBy(in::skip);
        assertThat(in.position()).isEqualTo(6);
    }

    private static void packRandom(MessageBufferPacker packer, Random random, int depth) throws IOException {
        switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> packer.packNil();
            case 1 -> packer.packBoolean(random.nextBoolean());
            case 2 -> packer.packLong(random.nextLong() >> random.nextInt(64));
            case 3 -> packer.packDouble(random.nextDouble());
            case 4 -> packer.packString("x".repeat(random.nextInt(40)));
            case 5 -> packer.packBinaryHeader(3).addPayload(new byte[3]);
            case 6 -> packer.packExtensionTypeHeader((byte) 1, 4).addPayload(new byte[4]);
            case 7 -> {
                int elements = random.nextInt(20);
                packer.packArrayHeader(elements);
                for (int i = 0; i < elements; i++) {
                    packRandom(packer, random, depth - 1);
                }
            }
            default -> {
                int entries = random.nextInt(4);
                packer.packMapHeader(entries);
                for (int i = 0; i < 2 * entries; i++) {
                    packRandom(packer, random, depth - 1);
                }
            }
        }
    }

    private void wrap(MessageBufferPacker packer) {
        in.wrap(packer.toByteArray());
    }

    private static MessageBufferPacker packer() {
        return MessagePack.newDefaultBufferPacker();
    }
}
