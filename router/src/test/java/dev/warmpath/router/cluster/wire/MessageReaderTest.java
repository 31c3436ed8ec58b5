package dev.warmpath.router.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.ExpectedHint;
import dev.warmpath.scorer.load.SharedLoad;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessageReaderTest {

    private static final Seal OPEN = new Seal(null);
    private static final Target TARGET = new Target("http://10.0.0.1:30000", 3);

    static List<Message> messages() {
        Hello hello = new Hello("r1", "1.2", "aa", "bb", "cc", "w", -5, List.of(new Greeting("r2", 7, -8)));
        List<Message.TargetLoad> loads = List.of(
                new Message.TargetLoad(TARGET, new SharedLoad(2, 300, 1.5, 77)),
                new Message.TargetLoad(new Target("http://10.0.0.2:30000", 0), new SharedLoad(0, 0, 0, 0)));
        return List.of(
                new Message.Load(hello, loads, List.of()),
                new Message.Load(null, loads, List.of()),
                new Message.AskFull("some-member"),
                new Message.Settings(List.of(new Register("weights", 9, "r1", "[1.0,2.0,null]"))),
                new Message.Bye());
    }

    private static byte[] bytes(Message message, Seal seal) {
        return MessageWriter.write(new Envelope("me", 42, message), seal).getBytes();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsWrittenIsRead(Message message) throws RefusedMessage {
        assertThat(MessageReader.read(bytes(message, OPEN), OPEN)).isEqualTo(new Envelope("me", 42, message));
        assertThat(MessageReader.read(bytes(message, new Seal("s")), new Seal("s"))
                        .message())
                .isEqualTo(message);
    }

    @Test
    void hintsKeepTheirBlocks() throws RefusedMessage {
        Message.Load load = new Message.Load(null, List.of(), List.of(new ExpectedHint(TARGET, new long[] {1, -2, 3})));
        Message.Load read =
                (Message.Load) MessageReader.read(bytes(load, OPEN), OPEN).message();
        assertThat(read.hints()).singleElement().satisfies(hint -> {
            assertThat(hint.target()).isEqualTo(TARGET);
            assertThat(hint.chain()).containsExactly(1, -2, 3);
        });
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsCutShortOrGoesOnIsRefused(Message message) {
        byte[] whole = bytes(message, OPEN);
        for (int length = 0; length < whole.length; length++) {
            refused(Arrays.copyOf(whole, length), OPEN, Refused.MALFORMED);
        }
        refused(Arrays.copyOf(whole, whole.length + 1), OPEN, Refused.MALFORMED);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyBitCounts(Message message) {
        Seal seal = new Seal("s3cret");
        byte[] signed = bytes(message, seal);
        for (int bit = 0; bit < 8 * signed.length; bit++) {
            byte[] changed = signed.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            refused(changed, seal, Refused.UNSIGNED);
        }
        refused(bytes(message, OPEN), seal, Refused.UNSIGNED);
    }

    /** A count is not believed: nothing is allocated for what a message merely claims. */
    @Test
    void claimedLengthsAreHeldAgainstWhatIsThere() {
        byte[] whole = bytes(new Message.Settings(List.of()), OPEN);
        for (int count : new int[] {1, Integer.MAX_VALUE, -1}) {
            byte[] changed = whole.clone();
            ByteBuffer.wrap(changed).putInt(changed.length - 4, count);
            refused(changed, OPEN, Refused.MALFORMED);
        }
    }

    @Test
    void numbersThatNoLoadCanBeAreRefused() {
        for (SharedLoad odd : List.of(
                new SharedLoad(-1, 0, 0, 0),
                new SharedLoad(0, -1, 0, 0),
                new SharedLoad(0, 0, Double.NaN, 0),
                new SharedLoad(0, 0, Double.POSITIVE_INFINITY, 0),
                new SharedLoad(0, 0, -1, 0),
                new SharedLoad(0, 0, 0, -1))) {
            Message message = new Message.Load(null, List.of(new Message.TargetLoad(TARGET, odd)), List.of());
            refused(bytes(message, OPEN), OPEN, Refused.MALFORMED);
        }
    }

    @Test
    void anotherReleasesFormatIsNamed() {
        byte[] next = bytes(new Message.Bye(), OPEN);
        next[0]++;
        refused(next, OPEN, Refused.OTHER_FORMAT);
    }

    @Test
    void noiseIsRefusedWithAReason() {
        long seed = 20261130;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(120)];
            random.nextBytes(noise);
            if (noise.length > 1) {
                noise[0] = MessageWriter.FORMAT;
                noise[1] = (byte) (1 + random.nextInt(6));
            }
            assertThatExceptionOfType(RefusedMessage.class)
                    .as("seed %d, case %d", seed, i)
                    .isThrownBy(() -> MessageReader.read(noise, OPEN));
        }
    }

    @Test
    void theGroupsNameDoesNotTellTheSecret() {
        assertThat(Seal.groupName("s3cret"))
                .isEqualTo(Seal.groupName("s3cret"))
                .isNotEqualTo(Seal.groupName("other"))
                .doesNotContain("s3cret");
    }

    private static void refused(byte[] message, Seal seal, Refused reason) {
        assertThatExceptionOfType(RefusedMessage.class)
                .isThrownBy(() -> MessageReader.read(message, seal))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
