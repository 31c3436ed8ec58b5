package dev.warmpath.events.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The probe and the whole allocator on this host's real sockets. */
class BindProbeTest {

    private final BindProbe probe = new BindProbe();

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void anAllocatedBlockCanBeListenedOnAllAtOnce(int count) throws IOException {
        int base = PortBlockAllocator.system().allocate(count);

        assertThat(base).isGreaterThanOrEqualTo(1024);
        assertThat(base + count).isLessThanOrEqualTo(EphemeralRange.low());
        List<ServerSocket> servers = new ArrayList<>();
        try {
            for (int port = base; port < base + count; port++) {
                servers.add(new ServerSocket(port));
            }
            assertThat(probe.allFree(base, count)).isFalse();
        } finally {
            for (ServerSocket server : servers) {
                server.close();
            }
        }
        assertThat(probe.allFree(base, count)).isTrue();
    }

    @Test
    void aPortListenedOnThroughLoopbackAloneIsNotFree() throws IOException {
        int base = PortBlockAllocator.system().allocate(4);

        try (ServerSocket user = new ServerSocket(base + 2, 1, InetAddress.getLoopbackAddress())) {
            assertThat(user.getLocalPort()).isEqualTo(base + 2);
            assertThat(probe.allFree(base, 4)).isFalse();
            assertThat(probe.allFree(base, 2)).isTrue();
        }
    }

    @Test
    void aPortListenedOnAtAnotherAddressIsNotFree() throws IOException {
        int base = PortBlockAllocator.system().allocate(2);

        try (ServerSocket user = new ServerSocket(base + 1, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 2}))) {
            assertThat(user.getLocalPort()).isEqualTo(base + 1);
            assertThat(probe.allFree(base, 2)).isFalse();
        }
    }

    /** What SO_REUSEADDR in the probe would hide: bound by an engine that has not come to listen yet. */
    @Test
    void aPortThatIsBoundButNotYetListenedOnIsNotFree() throws IOException {
        int base = PortBlockAllocator.system().allocate(2);

        try (Socket user = new Socket()) {
            user.setReuseAddress(true);
            user.bind(new InetSocketAddress(base));
            assertThat(probe.allFree(base, 2)).isFalse();
        }
    }

    /** Ports that are free one after the other are not a block. */
    @Test
    void allPortsAreHeldUntilTheLastOneIsBoundAndThenAllAreReleased() throws IOException {
        int base = PortBlockAllocator.system().allocate(8);
        List<Socket> onWildcard = new ArrayList<>();
        List<Integer> heldBefore = new ArrayList<>();
        BindProbe recording = new BindProbe(address -> {
            Socket socket = BindProbe.bound(address);
            if (address.getAddress().isAnyLocalAddress()) {
                heldBefore.add((int)
                        onWildcard.stream().filter(held -> !held.isClosed()).count());
                onWildcard.add(socket);
            }
            return socket;
        });

        assertThat(recording.allFree(base, 8)).isTrue();
        assertThat(heldBefore).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(onWildcard).hasSize(8).allMatch(Socket::isClosed);

        onWildcard.clear();
        try (ServerSocket user = new ServerSocket(base + 5)) {
            assertThat(recording.allFree(base, 8)).isFalse();
            assertThat(user.isClosed()).isFalse();
        }
        assertThat(onWildcard).hasSize(5).allMatch(Socket::isClosed);
    }

    @Test
    void theKernelsDrawIsFreeAfterwards() {
        int port = probe.draw();

        assertThat(port).isBetween(1024, 65_535);
        assertThat(probe.allFree(port, 1)).isTrue();
    }

    @Test
    void aSinglePortCanBeListenedOn() throws IOException {
        int port = PortBlockAllocator.system().allocate(1);

        try (ServerSocket server = new ServerSocket(port)) {
            assertThat(server.getLocalPort()).isEqualTo(port);
        }
    }
}
