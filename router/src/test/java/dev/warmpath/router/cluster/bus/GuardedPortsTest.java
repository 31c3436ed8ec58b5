package dev.warmpath.router.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.cluster.wire.Seal;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real members at real ports, those who know another secret, and those who are no members. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardedPortsTest {

    private static final int CLAIMED = 1 << 30;
    /** They look for each other every two seconds. */
    private static final Duration HALVES_MEET = Duration.ofSeconds(30);

    private final int ports = PortBlockAllocator.system().allocate(10);
    private final Heard first = new Heard();
    private final Heard second = new Heard();
    private final Heard foreign = new Heard();
    private Bus one;
    private Bus two;
    private Bus other;

    private static final class Heard implements Bus.Listener {
        private final List<String> messages = new CopyOnWriteArrayList<>();
        private final List<Refused> refused = new CopyOnWriteArrayList<>();

        @Override
        public void heard(Buffer message) {
            messages.add(message.toString());
        }

        @Override
        public void refused(Refused reason, String from) {
            refused.add(reason);
        }

        @Override
        public void left(String member) {
            messages.add("left");
        }
    }

    @BeforeAll
    void join() throws Exception {
        one = join(0, "s3cret", first);
        two = join(1, "s3cret", second);
        other = join(2, "guess", foreign);
    }

    private Bus join(int number, String secret, Heard heard) throws Exception {
        return join(number, secret, heard, 0, 1, 2);
    }

    /** @param known numbers of the members that it looks for */
    private Bus join(int number, String secret, Heard heard, int... known) throws Exception {
        ClusterSettings defaults = ClusterSettings.defaults();
        ClusterSettings settings = new ClusterSettings(
                true,
                "",
                "127.0.0.1",
                "",
                ports + 2 * number,
                ports + 2 * number + 1,
                Arrays.stream(known)
                        .mapToObj(other -> "127.0.0.1:" + (ports + 2 * other))
                        .toList(),
                "",
                secret,
                null,
                defaults.interval(),
                defaults.fullInterval(),
                defaults.staleAfter(),
                defaults.memberTimeout(),
                defaults.maxMembers(),
                defaults.maxHintBlocks());
        // One name for all, so that it is the door that keeps them apart.
        return HazelcastBus.join(settings, Seal.groupName(null), heard)
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    @AfterAll
    void leave() throws Exception {
        for (Bus bus : List.of(one, two, other)) {
            bus.leave().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void membersHearEachOtherAndNobodyWhoKnowsAnotherSecret() {
        await().until(() -> one.members() == 2 && two.members() == 2);
        one.say(Buffer.buffer("from one"));
        two.say(Buffer.buffer("from two"));
        other.say(Buffer.buffer("from the other"));

        await().until(() -> first.messages.contains("from two") && second.messages.contains("from one"));
        await().until(() -> foreign.messages.contains("from the other"));
        assertThat(other.members()).isEqualTo(1);
        assertThat(foreign.messages).doesNotContain("from one", "from two");
        assertThat(foreign.refused).as("it is told why it is alone").contains(Refused.OTHER_SECRET);
    }

    /** The others may still clear away what it had registered under its id: it has to come again under another one. */
    @Test
    void whoseHalfWasTakenInByAnotherIsNotTheMemberAnyMoreThatJoined() throws Exception {
        Heard messages = new Heard();
        Bus looking = join(3, "s3cret", messages, 3, 4);
        Bus found = join(4, "s3cret", messages, 4);
        try {
            assertThat(looking.working() && found.working()).isTrue();

            await().atMost(HALVES_MEET).until(() -> looking.working() != found.working());

            Bus takenIn = looking.working() ? found : looking;
            assertThat(takenIn.members()).isZero();
            await().atMost(HALVES_MEET).until(() -> (looking.working() ? looking : found).members() == 2);
        } finally {
            for (Bus bus : List.of(looking, found)) {
                bus.leave().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Unguarded, the event bus keeps what it is sent of a message until it is whole, and Hazelcast sets all of it aside. */
    @Test
    void whatAStrangerSendsIsNotKept() throws IOException {
        ByteBuffer busFrame = ByteBuffer.allocate(4).putInt(CLAIMED);
        closedAfter(ports + 1, busFrame.array());
        ByteBuffer packet = ByteBuffer.allocate(14)
                .put("HZC".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 4)
                .putShort((short) 0)
                .putInt(-1)
                .putInt(CLAIMED);
        closedAfter(ports, packet.array());
        assertThat(first.refused)
                .filteredOn(reason -> reason == Refused.STRANGER)
                .hasSizeGreaterThanOrEqualTo(2);
    }

    /** Those that fit say nothing and are kept for a while; the rest is closed at once, and the ports serve on. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aCrowdOfStrangersIsKeptSmallAndMembersHearOn(int port) throws IOException {
        await().until(() -> one.members() == 2 && two.members() == 2);
        List<Socket> crowd = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                crowd.add(new Socket(InetAddress.getLoopbackAddress(), ports + port));
            }
            await().untilAsserted(() ->
                    assertThat(crowd.stream().filter(GuardedPortsTest::isOpen)).hasSizeBetween(1, 64));
        } finally {
            for (Socket socket : crowd) {
                socket.close();
            }
        }
        String word = "after a crowd at " + port;
        two.say(Buffer.buffer(word));
        await().until(() -> first.messages.contains(word));
        assertThat(one.members()).isEqualTo(2);
    }

    /** Whether the other side, which sends nothing, has not closed it. */
    private static boolean isOpen(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() != -1;
        } catch (SocketTimeoutException quiet) {
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** Sends this and a kilobyte of what it claims; a port that reads on leaves the connection open. */
    private static void closedAfter(int port, byte[] claim) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(claim);
            out.write(new byte[1024]);
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo(-1);
        } catch (SocketException closed) {
            // By the write if it is closed already, else by the read.
            assertThat(closed.getMessage()).containsAnyOf("reset", "Broken pipe");
        }
    }
}
