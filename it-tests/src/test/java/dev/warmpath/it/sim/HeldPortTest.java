package dev.warmpath.it.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a held port keeps away, and whom it lets in. */
@Timeout(30)
class HeldPortTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void whoConnectsIsRefused() {
        try (HeldPort held = HeldPort.any()) {
            assertThatThrownBy(() -> new Socket(LOOPBACK, held.port()).close()).isInstanceOf(ConnectException.class);
        }
    }

    /** As those bind who look for a free port, the system among them. */
    @Test
    void searchForFreePortsPassesItOver() throws IOException {
        try (HeldPort held = HeldPort.any();
                Socket search = new Socket()) {
            search.setReuseAddress(false);

            assertThatThrownBy(() -> search.bind(new InetSocketAddress(LOOPBACK, held.port())))
                    .isInstanceOf(BindException.class);
        }
    }

    @Test
    void serverThatNamesItMayListen() throws IOException {
        try (HeldPort held = HeldPort.any();
                ServerSocket server = new ServerSocket(held.port(), 1, LOOPBACK);
                Socket client = new Socket(LOOPBACK, held.port())) {
            assertThat(server.accept().getPort()).isEqualTo(client.getLocalPort());
        }
    }

    @Test
    void portOfAServerThatClosesIsHeldOnceNobodyListens() throws Exception {
        ServerSocket closing = new ServerSocket(0, 1, LOOPBACK);
        CompletableFuture<HeldPort> held = new CompletableFuture<>();
        Thread holder = new Thread(
                () -> held.complete(HeldPort.of(LOOPBACK.getHostAddress(), closing.getLocalPort())), "holder");
        holder.start();
        await().until(() -> holder.getState() == Thread.State.TIMED_WAITING);
        assertThat(held).isNotDone();

        closing.close();

        try (HeldPort port = held.join()) {
            assertThat(port.port()).isEqualTo(closing.getLocalPort());
        }
    }
}
