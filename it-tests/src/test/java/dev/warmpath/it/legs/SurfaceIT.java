package dev.warmpath.it.legs;

import static dev.warmpath.it.legs.LegFixture.receivedOne;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.support.TestSettings;
import io.vertx.core.MultiMap;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the data port says for itself, and what it lets through to a worker. */
@Timeout(30)
class SurfaceIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Requests of others between a head and its body. */
    private static final int OTHERS = 20;

    private final LegFixture fleet = new LegFixture();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private ScriptedWorker echo() {
        return fleet.mixed(leg -> leg.answer(200, "application/json", "{\"ok\":true}"));
    }

    @Test
    void modelsHealthAndReadyAnswer() throws Exception {
        echo();
        assertThat(JSON.readTree(get("/v1/models").body()).at("/data/0/id").asText())
                .isEqualTo("m");
        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(get("/ready").body()).isEqualTo("{\"ready\":true,\"models\":{\"m\":true}}");
    }

    @Test
    void oneModelIsDescribedByItsNameAndNoOtherIs() throws Exception {
        echo();
        assertThat(JSON.readTree(get("/v1/models/m").body()).path("object").asText())
                .isEqualTo("model");
        assertThat(get("/v1/models/%6d").statusCode()).as("escaped").isEqualTo(200);
        for (String unknown : new String[] {"/v1/models/other", "/v1/models/", "/v1/models/%2B"}) {
            HttpResponse<String> answer = get(unknown);
            assertThat(answer.statusCode()).as(unknown).isEqualTo(404);
            assertThat(JSON.readTree(answer.body()).at("/error/code").asText()).isEqualTo("model_not_found");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/completions,'{\"model\":\"other\",\"prompt\":\"a\"}',404,model_not_found",
        "/v1/completions,'{\"prompt\":\"a\"}',400,",
        "/v1/completions,'{\"model\":\"m\",\"prompt\":[]}',400,",
        "/v1/completions,'{\"model\":\"m\",\"prompt\":[1,\"a\"]}',400,",
        "/v1/completions,'{\"model\":',400,",
        "/v1/completions,'[]',400,",
        "/v1/chat/completions,'{\"model\":\"m\",\"messages\":[]}',400,",
        "/v1/nothing,'{}',404,unknown_path"
    })
    void badRequestsGetTheirStatusInOpenAisShape(String path, String body, int status, String code) throws Exception {
        ScriptedWorker worker = echo();

        HttpResponse<String> answer = fleet.post(path, body);

        assertThat(answer.statusCode()).isEqualTo(status);
        JsonNode error = JSON.readTree(answer.body()).get("error");
        assertThat(error.get("message").asText()).isNotBlank();
        assertThat(error.has("type") && error.has("param") && error.has("code")).isTrue();
        if (code != null) {
            assertThat(error.get("code").asText()).isEqualTo(code);
        }
        assertThat(worker.received()).isEmpty();
        fleet.returnsToZero();
    }

    @ParameterizedTest
    @CsvSource({"GET,/v1/completions,POST", "DELETE,/v1/models,GET", "POST,/health,GET"})
    void wrongMethodsAreNamed(String method, String path, String allowed) throws Exception {
        echo();
        HttpResponse<String> answer = fleet.client.send(
                HttpRequest.newBuilder(uri(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("allow")).contains(allowed);
    }

    /** Scenario 74 (a): the limit is 1 MiB here. */
    @ParameterizedTest
    @CsvSource({"1048576,200", "1048577,413", "5242880,413"})
    void bodiesAreTakenUpToTheLimitAndNoFurther(int size, int status) throws Exception {
        ScriptedWorker worker = echo();
        String head = "{\"model\":\"m\",\"prompt\":\"a\",\"pad\":\"";
        String body = head + "x".repeat(size - head.length() - 2) + "\"}";

        // Chunked, so that the size is not announced.
        HttpRequest request = HttpRequest.newBuilder(uri(LegFixture.COMPLETIONS))
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
        int answered =
                fleet.client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();

        assertThat(answered).isEqualTo(status);
        assertThat(worker.received()).hasSize(status == 200 ? 1 : 0);
        fleet.returnsToZero();
    }

    /** Scenario 74 (b): an image of 20 MB goes to both legs whole, and its prompt is routed without its tokens. */
    @Test
    void chatWithALargeImageReachesBothLegs() throws Exception {
        fleet.server(TestSettings::usualBodies);
        List<ScriptedWorker> workers = List.of(
                fleet.prefill(leg -> leg.answer(200, "application/json", "{}")),
                fleet.decode(leg -> leg.answer(200, "application/json", "{\"ok\":true}")));
        byte[] pixels = new byte[15 << 20];
        new Random(74).nextBytes(pixels);
        String image = Base64.getEncoder().encodeToString(pixels);
        String messages = "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"what is it?\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64," + image + "\"}}]}]";

        HttpResponse<String> answer = fleet.post("/v1/chat/completions", "{\"model\":\"m\"," + messages + "}");

        assertThat(image).hasSizeGreaterThanOrEqualTo(20 << 20);
        assertThat(answer.statusCode()).isEqualTo(200);
        for (ScriptedWorker worker : workers) {
            receivedOne(worker);
            // No message of 20 MB, should it fail.
            assertThat(worker.received().get(0).body().toString().contains(messages))
                    .isTrue();
        }
        fleet.returnsToZero();
    }

    /** Scenario 74 (d): the head alone at first, then piece by piece, each read before the next is sent. */
    @Test
    void bodyThatComesSlowlyInChunksReachesTheWorkerWhole() throws Exception {
        fleet.server(TestSettings::usualBodies);
        ScriptedWorker worker = echo();
        StringBuilder body = new StringBuilder("{\"model\":\"m\",\"prompt\":\"a\",\"pad\":\"");
        for (int i = 0; body.length() < 1_000_000; i++) {
            body.append(i).append(' ');
        }
        body.append("\"}");
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")) {
            // Time in which the router goes on, and could lose the body of a request whose head it has had.
            for (int i = 0; i < OTHERS; i++) {
                assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
            }
            for (int from = 0; from < body.length(); from += 50_000) {
                String piece = body.substring(from, Math.min(body.length(), from + 50_000));
                raw.send(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
                String read = "warmpath_bodies_bytes " + (double) (from + piece.length()) + "\n";
                Awaitility.await()
                        .atMost(LegFixture.SOON)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> fleet.scrape().contains(read));
            }
            raw.send("0\r\n\r\n");
            assertThat(raw.readUntil("{\"ok\":true}")).contains("200 OK");
        }

        assertThat(worker.received().get(OTHERS).body().toString().contentEquals(body))
                .isTrue();
        fleet.returnsToZero();
    }

    @Test
    void announcedOversizeIsRefusedBeforeItIsSent() throws Exception {
        ScriptedWorker worker = echo();
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n")) {
            assertThat(raw.readUntil("413")).contains("413");
        }
        assertThat(worker.received()).isEmpty();
    }

    /** After a refusal the rest of the body must not be taken for a next request. */
    @Test
    void connectionIsClosedAfterARefusedBody() throws Exception {
        echo();
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n{\"model\":")) {
            String answer = raw.readToEnd();
            assertThat(answer)
                    .contains("413")
                    .containsIgnoringCase("connection: close")
                    .contains("body_too_large");
        }
    }

    /** Scenario 74 (e): the connection of a body that does not come is not kept. */
    @Test
    void bodyThatStallsIsAnsweredAndItsConnectionClosed() throws Exception {
        ScriptedWorker worker = echo();
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"model\":")) {
            assertThat(raw.readToEnd())
                    .contains("408")
                    .containsIgnoringCase("connection: close")
                    .contains("body_timeout");
        }
        assertThat(worker.received()).isEmpty();
        fleet.returnsToZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "-1\r\n", "ffffffff1\r\n"})
    void bodyThatIsNotWellFramedGetsA400(String chunk) throws Exception {
        ScriptedWorker worker = echo();
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk)) {
            assertThat(raw.readToEnd()).contains("HTTP/1.1 400");
        }
        assertThat(worker.received()).isEmpty();
        fleet.returnsToZero();
    }

    @Test
    void badAdminCallsGetTheir400() throws Exception {
        echo();
        HttpRequest weights = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + fleet.router().adminPort() + "/admin/weights"))
                .PUT(HttpRequest.BodyPublishers.ofString("{\"" + "x".repeat(1000) + "\":1}"))
                .build();
        HttpResponse<String> refused = fleet.client.send(weights, HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).hasSizeLessThan(500);

        String body = LegFixture.body(false);
        try (RawClient raw = RawClient.head(
                fleet.router().adminPort(),
                "POST /admin/explain?endpoint=%zz HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)) {
            assertThat(raw.readUntil("bad_query")).contains("HTTP/1.1 400");
        }
    }

    /** Scenario 74 (c). */
    @Test
    void clientsThatExpectAContinueGetOne() throws Exception {
        ScriptedWorker worker = echo();
        String body = LegFixture.body(false);
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: " + body.length()
                        + "\r\n\r\n")) {
            assertThat(raw.readUntil("100 Continue")).doesNotContain("200 OK");
            raw.send(body);
            assertThat(raw.readUntil("{\"ok\":true}")).contains("200 OK");
        }
        assertThat(worker.received()).hasSize(1);
    }

    @Test
    void oldClientsSeeTheEndOfAnAnswerByTheEndOfTheConnection() throws Exception {
        fleet.mixed(leg -> leg.events("data: x\n\n").end());
        String body = LegFixture.body(true);
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)) {
            assertThat(raw.readToEnd()).contains("data: x\n\n");
        }
        fleet.returnsToZero();
    }

    /** Scenario 75: over the limit is 431, never an empty reply. */
    @ParameterizedTest
    @CsvSource({"6000,200", "9000,200", "40000,431"})
    void largeHeadersGetTheirStatus(int size, int status) throws Exception {
        echo();
        HttpRequest request = HttpRequest.newBuilder(
                        fleet.request(LegFixture.COMPLETIONS, LegFixture.body(false)), (name, value) -> true)
                .header("authorization", "x".repeat(size))
                .build();
        assertThat(fleet.client
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(status);
    }

    /** Scenario 75: what concerns one connection stays on it, in both directions. */
    @Test
    void hopByHopHeadersEndAtTheRouter() throws Exception {
        ScriptedWorker worker = fleet.mixed(leg -> {
            leg.response()
                    .putHeader("connection", "x-of-worker")
                    .putHeader("x-of-worker", "1")
                    .putHeader("keep-alive", "timeout=5")
                    .putHeader("proxy-authenticate", "Basic")
                    .putHeader("x-end-to-end", "2");
            leg.answer(200, "application/json", "{\"ok\":true}");
        });
        String body = LegFixture.body(false);
        try (RawClient raw = RawClient.head(
                fleet.router().port(),
                "POST /v1/completions HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, X-Foo\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                        + "X-Foo: 1\r\nKeep-Alive: timeout=5\r\nTE: trailers\r\nTrailer: X-Sum\r\nProxy-Authorization: Basic eA==\r\n"
                        + "Proxy-Connection: keep-alive\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nX-Bar: 2\r\nX-Bar: 3\r\n"
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body)) {
            String answer = raw.readUntil("{\"ok\":true}");
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("x-end-to-end: 2")
                    .doesNotContainIgnoringCase("x-of-worker")
                    .doesNotContainIgnoringCase("keep-alive:")
                    .doesNotContainIgnoringCase("proxy-authenticate");
        }

        MultiMap seen = worker.received().get(0).request().headers();
        assertThat(seen.names())
                .extracting(name -> name.toLowerCase(Locale.ROOT))
                .containsExactlyInAnyOrder("host", "x-request-id", "x-bar", "content-length");
        assertThat(seen.getAll("x-bar")).containsExactly("2", "3");
        assertThat(seen.getAll("content-length"))
                .containsExactly(String.valueOf(worker.received().get(0).body().length()));
        fleet.returnsToZero();
    }

    /** Scenario 76, as far as it needs no keys: what a worker sees. */
    @Test
    void workersSeeNeitherCredentialsNorSteering() throws Exception {
        ScriptedWorker worker = echo();
        String body =
                "{\"model\":\"m\",\"prompt\":\"a\",\"bootstrap_host\":\"evil\",\"data_parallel_rank\":9, \"x\" : 1.0}";
        HttpRequest request = HttpRequest.newBuilder(fleet.request(LegFixture.COMPLETIONS, body), (n, v) -> true)
                .header("authorization", "Bearer client-secret")
                .header("x-data-parallel-rank", "99")
                .header("x-prefiller-host-port", "127.0.0.1:1")
                .header("x-request-id", "mine")
                .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .build();

        HttpResponse<String> answer = fleet.client.send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.headers().firstValue("x-request-id")).contains("mine");
        ScriptedWorker.Received leg = worker.received().get(0);
        assertThat(leg.body().toString()).isEqualTo("{\"model\":\"m\",\"prompt\":\"a\", \"x\" : 1.0}");
        assertThat(leg.request().getHeader("authorization")).isNull();
        assertThat(leg.request().getHeader("x-data-parallel-rank")).isNull();
        assertThat(leg.request().getHeader("x-prefiller-host-port")).isNull();
        assertThat(leg.request().getHeader("traceparent")).isNotNull();
        assertThat(leg.request().getHeader("x-request-id")).startsWith("mine-");
        assertThat(leg.request().getHeader("host")).isEqualTo("127.0.0.1:" + worker.port());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothLegsCarryOneRequestIdThatNoOtherRequestHas(boolean sameFromClient) throws Exception {
        ScriptedWorker prefill = fleet.prefill(leg -> leg.answer(200, "application/json", "{}"));
        ScriptedWorker decode = fleet.decode(leg -> leg.answer(200, "application/json", "{}"));
        for (int i = 0; i < 2; i++) {
            HttpRequest request = HttpRequest.newBuilder(
                            fleet.request(LegFixture.COMPLETIONS, LegFixture.body(false)), (n, v) -> true)
                    .header("x-request-id", sameFromClient ? "same" : "id-" + i)
                    .build();
            fleet.client.send(request, HttpResponse.BodyHandlers.ofString());
        }
        fleet.returnsToZero();
        assertThat(ids(prefill))
                .containsExactlyInAnyOrderElementsOf(ids(decode))
                .doesNotHaveDuplicates();
    }

    private static java.util.List<String> ids(ScriptedWorker worker) {
        return worker.received().stream()
                .map(leg -> leg.request().getHeader("x-request-id"))
                .toList();
    }

    /** Scenario 58: legs are paired inside a group and a model. */
    @Test
    void pairsNeverCrossGroupsOrModels() throws Exception {
        ScriptedWorker[] prefill = new ScriptedWorker[3];
        ScriptedWorker[] decode = new ScriptedWorker[2];
        String[] models = {"m1", "m2", "m1"};
        String[] groups = {"a", "b", "c"};
        for (int i = 0; i < 3; i++) {
            prefill[i] = fleet.started(leg -> leg.answer(200, "application/json", "{}"));
            fleet.add(LegFixture.settings(prefill[i].url("127.0.0.1"), Role.PREFILL, 1, 0, models[i], groups[i]));
        }
        for (int i = 0; i < 2; i++) {
            decode[i] = fleet.started(leg -> leg.answer(200, "application/json", "{}"));
            fleet.add(LegFixture.settings(decode[i].url("127.0.0.1"), Role.DECODE, 1, 0, models[i], groups[i]));
        }

        for (int i = 0; i < 40; i++) {
            String model = models[i % 2];
            assertThat(fleet.post(LegFixture.COMPLETIONS, "{\"model\":\"" + model + "\",\"prompt\":[" + i + ",2,3,4]}")
                            .statusCode())
                    .isEqualTo(200);
        }

        assertThat(prefill[2].received()).as("group c has no decode worker").isEmpty();
        assertThat(prefill[0].received()).hasSize(20);
        assertThat(prefill[1].received()).hasSize(20);
        assertThat(decode[0].received()).allMatch(leg -> leg.body().toString().contains("\"m1\""));
        assertThat(decode[1].received()).allMatch(leg -> leg.body().toString().contains("\"m2\""));
    }

    /** Scenario 82. */
    @Test
    void clientsCannotMakeSeries() throws Exception {
        echo();
        fleet.complete(false);
        fleet.post(LegFixture.COMPLETIONS, "{\"model\":\"first\",\"prompt\":\"a\"}");
        long before = fleet.scrape().lines().count();
        for (int i = 0; i < 200; i++) {
            fleet.post(LegFixture.COMPLETIONS, "{\"model\":\"model-" + i + "\",\"prompt\":\"a\"}");
            fleet.post("/v1/path-" + i, "{}");
        }
        String after = fleet.scrape();
        assertThat(after.lines().count() - before).isLessThan(50);
        assertThat(after).doesNotContain("model-1").contains("model=\"other\"");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return fleet.client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + fleet.router().port() + path);
    }
}
