package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import dev.warmpath.config.settings.server.ClientClocks;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.router.access.SecretTable;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More requests at once than the router takes on. */
@Timeout(60)
class AdmissionIT {

    /** {@code server.max_body} of these tests. */
    private static final int MAX_BODY = 1 << 20;

    private static final String QUEUED = "warmpath_admission_queued{";
    private static final String HELD = "warmpath_admission_in_flight{";

    private final RouterUnderTest fleet = new RouterUnderTest();
    private final ScriptedWorker worker = fleet.mixed(LegScripts::silent);

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private void admission(int inFlight, int queued, Duration timeout) {
        fleet.admission = new AdmissionSettings(inFlight, inFlight, queued, timeout, 1 << 20);
    }

    private CompletableFuture<HttpResponse<String>> send() {
        return fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString());
    }

    private void workerHas(int requests) {
        await().atMost(SOON).until(() -> worker.received().size() == requests);
    }

    private void queueHas(int requests) {
        await().atMost(SOON).until(() -> fleet.metric(QUEUED) == requests);
    }

    private void allReturnsToZero() {
        fleet.returnsToZero();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(fleet.metric(QUEUED)).isZero();
            assertThat(fleet.metric(HELD)).isZero();
            assertThat(fleet.metric("warmpath_bodies_bytes")).isZero();
        });
    }

    @Test
    void oneMoreThanTheQueueHoldsIsAnswered429WithRetryAfter() throws Exception {
        admission(1, 1, Duration.ofSeconds(30));
        CompletableFuture<HttpResponse<String>> first = send();
        workerHas(1);
        CompletableFuture<HttpResponse<String>> second = send();
        queueHas(1);

        HttpResponse<String> third = fleet.complete();

        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(third.headers().firstValueAsLong("retry-after")).hasValue(1);
        assertThat(third.body()).contains("\"code\":\"queue_full\"", "\"type\":\"rate_limit_error\"");
        assertThat(fleet.metric("warmpath_admission_refused_total{reason=\"queue_full\"}"))
                .isEqualTo(1);

        worker.script(LegScripts::good);
        LegScripts.good(worker.received().get(0));
        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(second.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(fleet.metric("warmpath_admission_wait_seconds_count")).isEqualTo(1);
        allReturnsToZero();
    }

    @Test
    void whoseTurnDoesNotComeInTimeIsAnswered503WithRetryAfterAndReachesNoWorker() throws Exception {
        admission(1, 1, Duration.ofMillis(300));
        CompletableFuture<HttpResponse<String>> first = send();
        workerHas(1);

        HttpResponse<String> second = fleet.complete();

        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.headers().firstValueAsLong("retry-after")).hasValue(1);
        assertThat(second.body()).contains("\"code\":\"queue_timeout\"");
        assertThat(worker.received()).hasSize(1);
        assertThat(fleet.metric("warmpath_admission_refused_total{reason=\"queue_timeout\"}"))
                .isEqualTo(1);
        LegScripts.good(worker.received().get(0));
        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        allReturnsToZero();
    }

    @Test
    void aClientThatLeavesTheQueueFreesItsPlaceInItAtOnceAndReachesNoWorker() throws Exception {
        admission(1, 1, Duration.ofSeconds(30));
        CompletableFuture<HttpResponse<String>> first = send();
        workerHas(1);
        String body = "{\"model\":\"m\",\"prompt\":[1,2,3,4],\"max_tokens\":8}";
        try (Socket leaving =
                new Socket(InetAddress.getLoopbackAddress(), fleet.router().port())) {
            String text = "POST /v1/completions HTTP/1.1\r\nhost: x\r\ncontent-length: " + body.length() + "\r\n\r\n";
            leaving.getOutputStream().write((text + body).getBytes(StandardCharsets.US_ASCII));
            queueHas(1);
        }

        queueHas(0);
        assertThat(fleet.metric("warmpath_admission_wait_seconds_count")).isEqualTo(1);
        worker.script(LegScripts::good);
        LegScripts.good(worker.received().get(0));
        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(fleet.status()).isEqualTo(200);
        assertThat(worker.received()).hasSize(2);
        allReturnsToZero();
    }

    @Test
    void aClientThatLeavesWhileItsRequestIsWorkedOnHandsItsPlaceOn() throws Exception {
        admission(1, 1, Duration.ofSeconds(30));
        CompletableFuture<HttpResponse<String>> first = send();
        workerHas(1);
        CompletableFuture<HttpResponse<String>> second = send();
        queueHas(1);

        worker.script(LegScripts::good);
        first.cancel(true);

        assertThat(second.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        allReturnsToZero();
    }

    @Test
    void theTimeInTheQueueIsPartOfTheRequestsOwnTime() throws Exception {
        fleet.requestTimeout = Duration.ofMillis(500);
        admission(1, 1, Duration.ofSeconds(30));
        CompletableFuture<HttpResponse<String>> first = send();
        workerHas(1);
        HttpResponse<String> second = fleet.complete();

        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(504);
        assertThat(second.statusCode()).isEqualTo(504);
        allReturnsToZero();
    }

    @Test
    void aStopEndsTheQueueByNameAndLetsTheOthersRunOn() throws Exception {
        fleet.grace = Duration.ofSeconds(20);
        admission(1, 1, Duration.ofSeconds(30));
        CompletableFuture<HttpResponse<String>> first = send();
        workerHas(1);
        CompletableFuture<HttpResponse<String>> second = send();
        queueHas(1);

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fleet.router()::close);

        HttpResponse<String> refused = second.get(10, TimeUnit.SECONDS);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("\"code\":\"router_stopping\"");
        LegScripts.good(worker.received().get(0));
        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        stopped.get(15, TimeUnit.SECONDS);
    }

    private CompletableFuture<HttpResponse<String>> send(String key, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(fleet.request(false), (name, value) -> true)
                .header("x-api-key", key);
        return fleet.client.sendAsync(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private void classes(int queued) {
        fleet.keys = ClientKeySettings.of(Stream.of("vip", "crowd", "gateway")
                .map(name -> new ClientKey(name, SecretTable.digest(name)))
                .toList());
        fleet.admission = new AdmissionSettings(1, 1, queued, Duration.ofSeconds(30), 1 << 20)
                .withClasses(
                        List.of(
                                new PriorityClass("high", 8, List.of("vip"), 5),
                                new PriorityClass("low", 1, List.of(), null)),
                        "low",
                        List.of("gateway"));
    }

    /** In turns, for eight of one to one of the other is two to two so far; for SGLang a higher number goes first. */
    @Test
    void aClassWithALargerShareGoesFirstAndTheEngineIsTold() throws Exception {
        classes(9);
        CompletableFuture<HttpResponse<String>> first = send("crowd");
        workerHas(1);
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>(List.of(send("crowd"), send("crowd")));
        queueHas(2);
        waiting.add(send("vip"));
        waiting.add(send("gateway", "x-warmpath-priority", "high"));
        await().atMost(SOON)
                .until(() -> fleet.metric("warmpath_admission_waiting{priority=\"high\"}") == 2
                        && fleet.metric("warmpath_admission_waiting{priority=\"low\"}") == 2);

        worker.script(LegScripts::good);
        LegScripts.good(worker.received().get(0));
        for (CompletableFuture<HttpResponse<String>> request : waiting) {
            assertThat(request.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(worker.received())
                .extracting(leg -> leg.body().toString().contains("\"priority\":5") ? "high" : "low")
                .containsExactly("low", "high", "low", "high", "low");
        assertThat(worker.received()).allMatch(leg -> leg.body().toString().contains("\"priority\":"));
        allReturnsToZero();
    }

    @Test
    void onlyTrustedKeysMayNameAClassAndOnlyOneThatThereIs() throws Exception {
        classes(9);
        HttpResponse<String> untrusted =
                send("vip", "x-warmpath-priority", "low").get(10, TimeUnit.SECONDS);
        assertThat(untrusted.statusCode()).isEqualTo(403);
        assertThat(untrusted.body()).contains("\"code\":\"priority_not_allowed\"");
        HttpResponse<String> unknown =
                send("gateway", "x-warmpath-priority", "highest").get(10, TimeUnit.SECONDS);
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("\"code\":\"unknown_priority\"", "high, low");
        assertThat(worker.received()).isEmpty();
        allReturnsToZero();
    }

    @Test
    void aTenantThatFillsTheQueueMakesRoomForAnother() throws Exception {
        classes(2);
        CompletableFuture<HttpResponse<String>> first = send("crowd");
        workerHas(1);
        List<CompletableFuture<HttpResponse<String>>> crowd = List.of(send("crowd"), send("crowd"));
        queueHas(2);

        CompletableFuture<HttpResponse<String>> other = send("gateway");

        await().atMost(SOON).until(() -> crowd.stream().anyMatch(CompletableFuture::isDone));
        HttpResponse<String> displaced = crowd.stream()
                .filter(CompletableFuture::isDone)
                .findFirst()
                .orElseThrow()
                .join();
        assertThat(displaced.statusCode()).isEqualTo(429);
        assertThat(displaced.body()).contains("\"code\":\"queue_full\"");
        assertThat(fleet.metric("warmpath_admission_refused_total{reason=\"displaced\"}"))
                .isEqualTo(1);
        worker.script(LegScripts::good);
        LegScripts.good(worker.received().get(0));
        assertThat(other.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        allReturnsToZero();
    }

    /** Told to come again it would come for ever. */
    @Test
    void aBodyThatWouldNotFitEvenByItselfIsTooLarge() throws IOException, InterruptedException {
        fleet.admission = new AdmissionSettings(8, 8, 8, Duration.ofSeconds(30), 4096);

        HttpResponse<String> answer = fleet.client.send(
                fleet.post("{\"model\":\"m\",\"prompt\":\"" + "x".repeat(5000) + "\"}"),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.headers().firstValue("retry-after")).isEmpty();
        assertThat(answer.body()).contains("\"code\":\"body_too_large\"", "4096 bytes", "admission.max_bodies");
        assertThat(worker.received()).isEmpty();
        worker.script(LegScripts::good);
        assertThat(fleet.status()).isEqualTo(200);
        allReturnsToZero();
    }

    private Socket sent(String text) throws IOException {
        return sent(fleet.router().port(), text);
    }

    private static Socket sent(int port, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String head(int length, String more) {
        return "POST /v1/completions HTTP/1.1\r\nhost: x\r\ncontent-length: " + length + "\r\n" + more + "\r\n";
    }

    /** What is announced takes room: the second is refused instead of asked for its body. */
    @Test
    void anAnnouncedBodyThatDoesNotFitIsRefusedBeforeItIsSent() throws IOException {
        fleet.admission = new AdmissionSettings(8, 8, 8, Duration.ofSeconds(30), 4096);
        try (Socket first = sent(head(3000, ""))) {
            await().atMost(SOON).until(() -> fleet.metric("warmpath_bodies_bytes") == 3000);

            try (Socket second = sent(head(3000, "expect: 100-continue\r\n"))) {
                assertThat(new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 503")
                        .containsIgnoringCase("retry-after: 1\r\n")
                        .contains("\"code\":\"bodies_full\"");
            }
            assertThat(first.isClosed()).isFalse();
        }
        allReturnsToZero();
    }

    /** Else a few large ones end the process before the bound is reached. */
    @Test
    void bodiesTakeNoMoreThanASixteenthOfTheHeap() throws Exception {
        fleet.admission = new AdmissionSettings(8, 8, 8, Duration.ofSeconds(30), Long.MAX_VALUE);

        assertThat(fleet.metric("warmpath_bodies_limit_bytes"))
                .isPositive()
                .isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 16.0);
    }

    /** Its room is its own: what clients send keeps no operator out, nor the other way round. */
    @Test
    void theAdminPortHasRoomForOneLargestBodyAtATime() throws Exception {
        RouterServer router = fleet.router();
        String announced = "POST /admin/explain HTTP/1.1\r\nhost: localhost\r\ncontent-length: " + MAX_BODY + "\r\n";
        try (Socket large = sent(router.adminPort(), announced + "expect: 100-continue\r\n\r\n")) {
            assertThat(large.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 100");

            HttpResponse<String> second = fleet.admin("PUT", "/admin/weights", "{}");

            assertThat(second.statusCode()).isEqualTo(503);
            assertThat(second.body()).contains("\"code\":\"bodies_full\"");
            worker.script(LegScripts::good);
            assertThat(fleet.status()).isEqualTo(200);
        }
        await().atMost(SOON)
                .until(() -> fleet.admin("PUT", "/admin/weights", "{}").statusCode() == 200);
    }

    /** The worker's only connection of an event loop is busy: the others' legs wait for it, and their clients leave. */
    @Test
    void clientsThatLeaveBeforeTheirLegsHaveAConnectionAreNoErrors() throws Exception {
        fleet.upstream = fleet.upstream.withHandOffs(fleet.upstream.handOffLease(), 1);
        int moreThanEventLoops = 2 * Runtime.getRuntime().availableProcessors() + 1;
        List<Socket> clients = new ArrayList<>();
        try (CapturedLog log = CapturedLog.of("io.vertx", Level.WARN)) {
            String body = "{\"model\":\"m\",\"prompt\":[1,2,3,4],\"max_tokens\":8}";
            for (int i = 0; i < moreThanEventLoops; i++) {
                clients.add(sent(head(body.length(), "") + body));
            }
            await().atMost(SOON).until(() -> fleet.metric("warmpath_target_requests{") == moreThanEventLoops);
            for (Socket client : clients) {
                client.close();
            }

            allReturnsToZero();
            worker.script(LegScripts::good);
            assertThat(fleet.status()).isEqualTo(200);
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void aBodyThatDoesNotGetOnIsAnswered408AndGivesItsRoomBack() throws IOException {
        Duration longTime = Duration.ofMinutes(10);
        fleet.clocks = new ClientClocks(longTime, Duration.ofMillis(200), 1000, longTime, longTime);
        try (Socket slow = sent(head(3000, "") + "{\"model\":")) {
            assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 408")
                    .contains("\"code\":\"body_stalled\"");
        }
        assertThat(worker.received()).isEmpty();
        allReturnsToZero();
    }
}
