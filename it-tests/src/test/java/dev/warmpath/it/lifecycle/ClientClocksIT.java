package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.server.ClientClocks;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients' connections that are of no use: no head comes, no next request, nothing is read. */
@Timeout(60)
class ClientClocksIT {

    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String BODY = "{\"model\":\"m\",\"prompt\":[1,2,3,4],\"max_tokens\":8,\"stream\":true}";
    private static final String EVENT = "data: {\"choices\":[{\"text\":\"a\"}]}\n\n";

    private final RouterUnderTest fleet = new RouterUnderTest();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void tearDown() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        fleet.close();
    }

    /** A client with a small receive buffer, so that what it does not read soon stays with the router. */
    private Socket connect() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(16 << 10);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), fleet.router().port()));
        return socket;
    }

    private static ClientClocks clocks(Duration header, Duration idle, Duration write) {
        return new ClientClocks(header, LONG, 1, idle, write);
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String post() {
        return "POST /v1/completions HTTP/1.1\r\nhost: x\r\ncontent-length: " + BODY.length() + "\r\n\r\n" + BODY;
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (text.indexOf(end) < 0) {
            int next = in.read();
            assertThat(next).as("ended after: %s", text).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }

    /** Sends as much as the router takes, and counts it. */
    private static void pour(ScriptedWorker.Received leg, AtomicLong taken) {
        Buffer piece = Buffer.buffer(EVENT.repeat(500));
        leg.response().drainHandler(drained -> fill(leg, piece, taken));
        leg.response().setChunked(true).putHeader("content-type", "text/event-stream");
        fill(leg, piece, taken);
    }

    private static void fill(ScriptedWorker.Received leg, Buffer piece, AtomicLong taken) {
        while (!leg.response().closed() && !leg.response().writeQueueFull()) {
            leg.response().write(piece);
            taken.addAndGet(piece.length());
        }
    }

    @Test
    void aConnectionWhoseFirstHeadDoesNotArriveIsClosed() throws Exception {
        fleet.clocks = clocks(SHORT, LONG, LONG);
        fleet.mixed(LegScripts::good);
        Socket slow = connect();
        send(slow, "POST /v1/completions HTTP/1.1\r\nhost:");

        assertThat(slow.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aConnectionWithoutANextRequestIsClosed() throws Exception {
        fleet.clocks = clocks(LONG, SHORT, LONG);
        fleet.mixed(LegScripts::good);
        Socket socket = connect();
        send(socket, post());
        readUntil(socket, "{\"ok\":true}");

        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    /** Scenario 68: only {@code request_timeout} ends a live stream, before its head as well as after. */
    @Test
    void aQuietAnswerOutlivesAllOfThem() throws Exception {
        fleet.clocks = clocks(SHORT, SHORT, SHORT);
        ScriptedWorker worker = fleet.mixed(LegScripts::silent);
        Socket socket = connect();
        send(socket, post());
        await().atMost(SOON).until(() -> worker.received().size() == 1);
        ScriptedWorker.Received leg = worker.received().get(0);
        threeTimesShort();
        leg.events(EVENT);
        readUntil(socket, EVENT.strip());
        threeTimesShort();
        leg.response().write("data: [DONE]\n\n");

        assertThat(readUntil(socket, "[DONE]")).doesNotContain("error");
    }

    /** Idle time itself is what is tested, so it is let pass; a connection that idles beside shows that the clock ran. */
    private void threeTimesShort() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(connect().getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aClientThatTakesNothingIsCutAndItsEnginesAreLetGo() throws Exception {
        fleet.clocks = clocks(LONG, LONG, SHORT);
        AtomicLong taken = new AtomicLong();
        ScriptedWorker worker = fleet.mixed(leg -> pour(leg, taken));
        send(connect(), post());

        await().atMost(SOON).until(() -> worker.received().size() == 1);
        await().atMost(SOON).until(() -> worker.received().get(0).closed().isDone());
        fleet.returnsToZero();
        assertThat(fleet.metric("warmpath_requests_total{model=\"m\",reason=\"client_stalled\""))
                .isEqualTo(1);
    }

    /** The error event is for clients that read; nobody waits for one that does not. */
    @Test
    void anAnswerIsBrokenOffInTimeThoughItsClientTakesNothing() throws Exception {
        fleet.clocks = clocks(LONG, LONG, LONG);
        fleet.requestTimeout = Duration.ofSeconds(1);
        fleet.mixed(leg -> pour(leg, new AtomicLong()));
        send(connect(), post());

        await().atMost(SOON).until(() -> fleet.metric("warmpath_requests_total{model=\"m\",reason=\"timeout\"") == 1);
        await().atMost(SOON).until(() -> fleet.metric("warmpath_connections") == 0);
    }

    /** The last of an answer lies with the router when the request is over; no request's clock runs any more. */
    @Test
    void aClientThatDoesNotTakeTheEndOfItsAnswersIsCut() throws Exception {
        fleet.clocks = clocks(LONG, LONG, SHORT);
        String large = "x".repeat(3 << 20);
        fleet.mixed(leg -> leg.answer(400, "text/plain", large));
        // More than any kernel keeps for one connection, and each whole when the next is asked for.
        int requests = 8;
        send(connect(), post().repeat(requests));

        await().atMost(SOON)
                .until(() -> fleet.metric("warmpath_requests_total{model=\"m\",reason=\"worker_refused\"") > 0);
        await().atMost(SOON).until(() -> fleet.metric("warmpath_connections") == 0);
        fleet.returnsToZero();
    }

    /** What clients do not read stays with the engines: the router takes a bounded part, whatever the engines could send. */
    @Test
    void clientsThatReadNothingMakeTheRouterTakeOnlySoMuch() throws Exception {
        AtomicLong taken = new AtomicLong();
        ScriptedWorker worker = fleet.mixed(leg -> pour(leg, taken));
        int clients = 10;
        for (int i = 0; i < clients; i++) {
            send(connect(), post());
        }
        await().atMost(SOON).until(() -> worker.received().size() == clients);
        AtomicLong before = new AtomicLong(-1);
        // Socket buffers on the way grow for a while, and then nothing moves.
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> before.getAndSet(taken.get()) == taken.get());

        // Kernel buffers of two sockets each, up to 6 MiB and 4 MiB a side on Linux, and the router's few 64 KiB.
        assertThat(taken.get()).isPositive().isLessThan(clients * (24L << 20));
        for (Socket socket : sockets) {
            socket.close();
        }
        fleet.returnsToZero();
        assertThat(fleet.metric("warmpath_admission_in_flight{")).isZero();
        assertThat(fleet.metric("warmpath_bodies_bytes")).isZero();
    }
}
