package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.completion;
import static dev.warmpath.it.sim.SimClient.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.fault.Fault.Ending;
import dev.warmpath.it.sim.http.HealthMode;
import dev.warmpath.it.sim.http.ReceivedRequest;
import dev.warmpath.it.sim.http.ReceivedRequest.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine fails as it is told to, for the requests it is told, and says what it saw. */
class FaultTest {

    private static final String COMPLETIONS = "/v1/completions";
    private static final String STREAM = completion(1, 8, 6, "\"stream\":true");
    private static final String WHOLE = completion(1, 8, 6);

    private final SimClient client = new SimClient();
    private final SimEngine engine = SimEngine.start(
            SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).speed(0).build());

    @AfterEach
    void close() {
        engine.close();
    }

    private ReceivedRequest lastRequest() {
        List<ReceivedRequest> requests = engine.requests().of(COMPLETIONS);
        return requests.get(requests.size() - 1);
    }

    /** What comes on a connection of its own until it ends; a reset is thrown. */
    private String raw(String body) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), engine.ports().http())) {
            socket.setSoTimeout(10_000);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream()
                    .write(("POST /v1/completions HTTP/1.1\r\nHost: sim\r\nConnection: close\r\nContent-Length: "
                                    + bytes.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(bytes);
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void faultHoldsForAsManyRequestsAsSaidAndSparesProbes() {
        engine.faults().nextRequests(2, Fault.status(429, "{\"busy\":true}", Map.of("Retry-After", "7")));

        assertThat(client.get(engine, "/health").statusCode()).isEqualTo(200);
        HttpResponse<String> first = client.post(engine, COMPLETIONS, WHOLE);
        assertThat(first.statusCode()).isEqualTo(429);
        assertThat(first.body()).isEqualTo("{\"busy\":true}");
        assertThat(first.headers().firstValue("retry-after")).hasValue("7");
        assertThat(client.post(engine, COMPLETIONS, WHOLE).statusCode()).isEqualTo(429);
        assertThat(client.post(engine, COMPLETIONS, WHOLE).statusCode()).isEqualTo(200);
    }

    @Test
    void resetBeforeHeaders() {
        engine.faults().nextRequests(1, Fault.resetBeforeHeaders());

        assertThatThrownBy(() -> raw(WHOLE)).isInstanceOf(SocketException.class).hasMessageContaining("reset");
        assertThat(lastRequest().outcome()).isEqualTo(Outcome.CUT);
        assertThat(lastRequest().firstByteNanos()).isZero();
    }

    @Test
    void resetAfterEvents() {
        engine.faults().nextRequests(1, Fault.resetAfter(3));

        assertThatThrownBy(() -> raw(STREAM)).isInstanceOf(SocketException.class);
        assertThat(lastRequest().status()).isEqualTo(200);
        await().until(() -> engine.liveRequests() == 0);
    }

    @Test
    void closeAfterEventsLeavesTheBodyUnfinished() throws IOException {
        engine.faults().nextRequests(1, new Fault.CutAfter(3, Ending.CLOSE));

        String answer = raw(STREAM);

        assertThat(answer.split("data: ", -1)).hasSize(4);
        assertThat(answer).doesNotEndWith("0\r\n\r\n");
    }

    @Test
    void hangAfterEventsKeepsTheConnectionUntilTheClientLeaves() {
        engine.faults().nextRequests(1, Fault.hangAfter(2));
        CompletableFuture<HttpResponse<String>> answer = client.send(engine, COMPLETIONS, STREAM);
        await().until(() ->
                !engine.requests().of(COMPLETIONS).isEmpty() && lastRequest().status() == 200);
        assertThat(lastRequest().outcome()).isEqualTo(Outcome.OPEN);

        answer.cancel(true);

        await().untilAsserted(() -> assertThat(lastRequest().outcome()).isEqualTo(Outcome.CLIENT_LEFT));
        assertThat(lastRequest().endedNanos()).isGreaterThan(lastRequest().firstByteNanos());
    }

    @Test
    void errorInsideAStreamThatBeganWell() {
        engine.faults().nextRequests(1, new Fault.ErrorInStream(2, "{\"error\":{\"code\":500}}", true));

        HttpResponse<String> answer = client.post(engine, COMPLETIONS, STREAM);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(events(answer)).hasSize(4).endsWith("{\"error\":{\"code\":500}}", "[DONE]");
    }

    @Test
    void streamWithoutItsClosingMarker() {
        engine.faults().nextRequests(1, new Fault.NoDone());

        assertThat(events(client.post(engine, COMPLETIONS, STREAM))).hasSize(7).noneMatch("[DONE]"::equals);
    }

    @Test
    void scriptedBytesComeAsTheyAre() {
        String odd = ": ping\n\ndata:{\"x\":\"\u00e4\"}\r\n\r\n";
        engine.faults()
                .nextRequests(
                        1,
                        Fault.stream(
                                Ending.END,
                                Fault.Script.Part.of(odd.substring(0, 9)),
                                Fault.Script.Part.after(Duration.ofMillis(5), odd.substring(9))));

        assertThat(client.post(engine, COMPLETIONS, STREAM).body()).isEqualTo(odd);
    }

    @Test
    void lateAnswerIsStillTheRightOne() {
        String proper = client.post(engine, COMPLETIONS, WHOLE).body();
        engine.faults().nextRequests(1, Fault.late(Duration.ofMillis(50)));

        String late = client.post(engine, COMPLETIONS, WHOLE).body();

        assertThat(SimClient.json(late).path("choices"))
                .isEqualTo(SimClient.json(proper).path("choices"));
    }

    @Test
    void healthFailsOnItsOwn() {
        engine.health(HealthMode.UNAVAILABLE);

        assertThat(client.get(engine, "/health").statusCode()).isEqualTo(503);
        assertThat(client.post(engine, COMPLETIONS, WHOLE).statusCode()).isEqualTo(200);
    }

    @Test
    void refusedConnectionsComeBackOnTheSamePort() {
        engine.refuseConnections(true);
        assertThatThrownBy(() -> raw(WHOLE)).isInstanceOf(ConnectException.class);

        engine.refuseConnections(false);
        assertThat(client.post(engine, COMPLETIONS, WHOLE).statusCode()).isEqualTo(200);
    }

    @Test
    void frozenEngineAcceptsAndSaysNothingUntilItThaws() {
        engine.freeze(true);
        CompletableFuture<HttpResponse<String>> answer = client.send(engine, COMPLETIONS, WHOLE);
        CompletableFuture<Integer> health = CompletableFuture.supplyAsync(
                () -> client.get(engine, "/health").statusCode());
        await().until(() -> engine.requests().total() == 2);
        assertThat(answer).isNotDone();
        assertThat(EventTap.silence(engine.rank(0).replayEndpoint())).isEmpty();

        engine.freeze(false);

        assertThat(answer.join().statusCode()).isEqualTo(200);
        assertThat(health.join()).isEqualTo(200);
    }

    @Test
    void requestsAreRecordedAsTheyCame() {
        client.post(engine, COMPLETIONS, WHOLE, "X-Trace", "a", "X-Trace", "b");

        ReceivedRequest request = lastRequest();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.header("x-trace")).containsExactly("a", "b");
        assertThat(request.bodyText()).isEqualTo(WHOLE);
        await().until(() -> request.outcome() == Outcome.ANSWERED);
        assertThat(request.firstByteNanos()).isBetween(request.arrivedNanos(), request.endedNanos());
    }
}
