package dev.warmpath.router.cluster.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who is let in, whatever he knows and however his bytes come. */
class DoorTest {

    private final List<String> refused = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong();
    private final Door door = door("s3cret", "bus");

    private Door door(String secret, String port) {
        return new Door(secret, port, (reason, from) -> refused.add(reason.key() + " " + from), clock::get);
    }

    @Test
    void whoKnowsTheSecretIsLetInByBothSides() {
        Handshake coming = door.coming("a", () -> {});
        Handshake going = door("s3cret", "bus").going("b");

        talk(going, coming);

        assertThat(going.isOpen()).isTrue();
        assertThat(coming.isOpen()).isTrue();
        assertThat(door.strangers()).isZero();
        assertThat(refused).isEmpty();
    }

    @Test
    void whatFollowsTheHandshakeIsLeftInPlace() {
        Handshake coming = door.coming("a", () -> {});
        Handshake going = door("s3cret", "bus").going("b");
        coming.take(said(going));
        going.take(said(coming));
        ByteBuffer proofAndMore =
                ByteBuffer.allocate(64).put(said(going)).put("HZC".getBytes(StandardCharsets.US_ASCII));

        coming.take(proofAndMore.flip());

        assertThat(coming.isOpen()).isTrue();
        assertThat(StandardCharsets.US_ASCII.decode(proofAndMore).toString()).isEqualTo("HZC");
    }

    @Test
    void whoKnowsAnotherSecretIsToldApartFromWhoIsNoRouter() {
        Handshake going = door("guess", "bus").going("b");
        talk(going, door.coming("a", () -> {}));
        assertThat(going.isShut()).isTrue();
        assertThat(refused).containsExactly("other_secret b");

        refused.clear();
        Handshake coming = door.coming("a", () -> {});
        coming.take(ByteBuffer.wrap("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertThat(coming.isShut()).isTrue();
        assertThat(refused).containsExactly("stranger a");
        assertThat(coming.speaks())
                .as("a stranger gets nothing to try his guesses on")
                .isFalse();
    }

    /** Overheard bytes are worth nothing: not on another connection, not at another port, and not handed back. */
    @Test
    void whatWasOverheardOpensNoOtherConnection() {
        Handshake coming = door.coming("a", () -> {});
        Handshake going = door("s3cret", "bus").going("b");
        ByteBuffer greeting = said(going);
        coming.take(greeting.duplicate());
        ByteBuffer answer = said(coming);
        going.take(answer.duplicate());
        ByteBuffer proof = said(going);

        Handshake again = door.coming("c", () -> {});
        again.take(greeting.duplicate());
        again.take(proof.duplicate());
        assertThat(again.isOpen()).isFalse();
        assertThat(again.isShut()).isTrue();

        Handshake elsewhere = door("s3cret", "members").coming("d", () -> {});
        Handshake member = door("s3cret", "bus").going("e");
        talk(member, elsewhere);
        assertThat(member.isOpen()).isFalse();
        assertThat(elsewhere.isOpen()).isFalse();

        Handshake mirrored = door.coming("f", () -> {});
        mirrored.take(greeting.duplicate());
        ByteBuffer own = said(mirrored);
        mirrored.take(own.position(16));
        assertThat(mirrored.isShut()).isTrue();
    }

    @Test
    void strangersAreFewAndDoNotStay() {
        AtomicInteger sentAway = new AtomicInteger();
        List<Handshake> idle = new ArrayList<>();
        for (int i = 0; i < Door.MOST_STRANGERS; i++) {
            idle.add(door.coming("idle", sentAway::incrementAndGet));
        }
        assertThat(sentAway).hasValue(0);

        assertThat(door.coming("one more", sentAway::incrementAndGet).isShut()).isTrue();
        assertThat(sentAway).hasValue(1);
        assertThat(door.strangers()).isEqualTo(Door.MOST_STRANGERS);

        clock.addAndGet(Door.PATIENCE.toNanos());
        assertThat(door.coming("later", sentAway::incrementAndGet).isShut()).isFalse();
        assertThat(sentAway).hasValue(1 + idle.size());
        assertThat(door.strangers()).isEqualTo(1);
    }

    @Test
    void noiseIsRefusedAndNothingOfItIsKept() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[random.nextInt(20, 500)];
            random.nextBytes(noise);
            noise[0] = 0;
            Handshake coming = door.coming("noise", () -> {});
            ByteBuffer bytes = ByteBuffer.wrap(noise);
            coming.take(bytes);
            assertThat(coming.isShut()).as("seed %d", seed).isTrue();
            assertThat(bytes.position()).as("seed %d", seed).isEqualTo(20);
        }
        assertThat(door.strangers()).isZero();
    }

    /** All that is said, byte by byte. */
    private static void talk(Handshake going, Handshake coming) {
        for (int turn = 0; turn < 2; turn++) {
            bytewise(said(going), coming);
            bytewise(said(coming), going);
        }
    }

    private static void bytewise(ByteBuffer said, Handshake to) {
        while (said.hasRemaining()) {
            to.take(ByteBuffer.wrap(new byte[] {said.get()}));
        }
    }

    private static ByteBuffer said(Handshake by) {
        ByteBuffer out = ByteBuffer.allocate(64);
        by.say(out);
        return out.flip();
    }
}
