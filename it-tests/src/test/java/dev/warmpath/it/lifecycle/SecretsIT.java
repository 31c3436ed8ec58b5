package dev.warmpath.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.admin.AdminToken.Scope;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.router.access.SecretTable;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Whatever goes wrong, no secret and nothing of a prompt is logged, measured, or told to an operator; and no client is told
 * a secret. Every secret of this router, every prompt and every word of its workers has a marker in it, everything that comes
 * out of the router is kept, down to level debug, and then searched.
 */
@Timeout(90)
class SecretsIT {

    private static final String WORKER_KEY = "marker-worker-key";
    private static final String OTHER_WORKER_KEY = "marker-other-worker-key";
    private static final String CLIENT_KEY = "marker-client-key";
    private static final String FILE_KEY = "marker-file-key";
    private static final String ADMIN_TOKEN = "marker-admin-token";
    private static final String NAMED_TOKEN = "marker-named-token";
    private static final String WRONG_KEY = "marker-wrong-key";

    /** In prompts, and wherever else a client can put text. */
    private static final String PROMPT = "marker-prompt";

    /** In what workers answer: a client may have it, it is the client's. */
    private static final String ENGINE = "marker-engine";

    private static final List<String> SECRETS = List.of(
            WORKER_KEY,
            OTHER_WORKER_KEY,
            CLIENT_KEY,
            FILE_KEY,
            ADMIN_TOKEN,
            NAMED_TOKEN,
            WRONG_KEY,
            SecretTable.digest(CLIENT_KEY),
            SecretTable.digest(FILE_KEY),
            SecretTable.digest(NAMED_TOKEN));

    private final CapturedLog all = CapturedLog.of("ROOT", Level.INFO);
    private final CapturedLog ours = CapturedLog.of("dev.warmpath", Level.DEBUG);
    private final RouterUnderTest fleet = new RouterUnderTest();
    /** What clients are told. */
    private final List<String> told = new ArrayList<>();
    /** What operators are told. */
    private final List<String> shown = new ArrayList<>();

    @TempDir
    private Path directory = Path.of("");

    private ScriptedWorker worker;

    @BeforeEach
    void start() throws IOException {
        worker = fleet.started(LegScripts::good);
        Path template = DemoModel.unpack(directory.resolve("broken"));
        Files.writeString(
                template.resolve("chat_template.jinja"), "{{ raise_exception('no: ' + messages[0].content) }}");
        fleet.models = List.of(new ModelSettings("m", null, true), new ModelSettings("broken", template, false));
        fleet.add(WorkerSettings.of(
                        worker.url("127.0.0.1"),
                        Role.MIXED,
                        Engine.SGLANG,
                        Protocol.NONE,
                        List.of("m", "broken"),
                        "default",
                        1,
                        0,
                        4)
                .withApiKey(WORKER_KEY)
                .withHealth(RouterUnderTest.PROBED));
        Path keys = Files.writeString(directory.resolve("keys"), "file " + SecretTable.digest(FILE_KEY) + "\n");
        fleet.keys = new ClientKeySettings(
                List.of(new ClientKey("client", SecretTable.digest(CLIENT_KEY))), keys, Duration.ofMillis(50));
        fleet.admin = new AdminSettings(
                "127.0.0.1",
                0,
                ADMIN_TOKEN,
                List.of(new AdminToken("named", SecretTable.digest(NAMED_TOKEN), Scope.READ)),
                List.of("127.0.0.0/8"));
    }

    @AfterEach
    void tearDown() {
        fleet.close();
        ours.close();
        all.close();
    }

    @Test
    void nothingThatGoesWrongTellsASecretOrAPrompt() throws Exception {
        clientsErrors();
        workersErrors();
        operatorsErrors();
        keysFileErrors();
        lookAround();
        fleet.returnsToZero();

        assertThat(all.lines()).as("log").anyMatch(line -> line.contains("router is up"));
        assertThat(all.lines()).anyMatch(line -> line.contains("key=client") && line.contains("status=400"));
        assertThat(all.lines()).anyMatch(line -> line.contains("worker_credentials") || line.contains("leg failed"));
        assertThat(all.lines()).anyMatch(line -> line.contains("dev.warmpath.audit") && line.contains("token=token"));
        assertThat(all.lines()).anyMatch(line -> line.contains("client keys not reloaded"));
        assertThat(shown).anyMatch(text -> text.contains("warmpath_unauthorized_total{port=\"data\""));
        assertThat(leaks()).isEmpty();
    }

    @Test
    void leakWouldBeFound() {
        fleet.router();
        LoggerFactory.getLogger("dev.warmpath.router.http")
                .atDebug()
                .addKeyValue("body", "{" + PROMPT + "}")
                .setCause(new IllegalStateException("outer", new IOException(WORKER_KEY)))
                .log("planted");
        told.add("planted " + NAMED_TOKEN);
        shown.add("planted " + ENGINE);

        assertThat(leaks()).hasSize(4).allMatch(leak -> leak.contains("planted"));
    }

    private List<String> leaks() {
        List<String> leaks = new ArrayList<>();
        Stream<String> outsiders = told.stream();
        Stream<String> insiders = Stream.concat(all.lines().stream(), shown.stream());
        outsiders.forEach(text -> find(text, Stream.concat(SECRETS.stream(), Stream.of(PROMPT)), leaks));
        insiders.forEach(text -> find(text, Stream.concat(SECRETS.stream(), Stream.of(PROMPT, ENGINE)), leaks));
        return leaks;
    }

    private static void find(String text, Stream<String> markers, List<String> leaks) {
        markers.filter(text::contains).forEach(marker -> leaks.add(marker + " in: " + text));
    }

    private void clientsErrors() throws Exception {
        post("Bearer " + WRONG_KEY, "/v1/completions", completion("m"));
        post("Bearer " + FILE_KEY, "/v1/completions", "{\"model\":\"m\",\"prompt\":\"" + PROMPT);
        post("Bearer " + CLIENT_KEY, "/v1/completions", "{\"model\":\"m\",\"prompt\":{\"" + PROMPT + "\":1}}");
        post(
                "Bearer " + CLIENT_KEY,
                "/v1/completions",
                "{\"model\":\"m\",\"prompt\":\"" + PROMPT + "\",\"stream\":\"" + PROMPT + "\"}");
        post("Bearer " + CLIENT_KEY, "/v1/completions", completion(PROMPT));
        post("Bearer " + CLIENT_KEY, "/v1/completions", completion("m").replace("text", "x".repeat(2 << 20)));
        post("Bearer " + CLIENT_KEY, "/v1/chat/completions", chat("broken"));
        post("Bearer " + CLIENT_KEY, "/v1/chat/completions", "{\"model\":\"broken\",\"messages\":\"" + PROMPT + "\"}");
        post("Bearer " + CLIENT_KEY, "/v1/" + PROMPT, completion("m"));
        assertThat(told).extracting(text -> text.substring(0, 3)).contains("401", "400", "404", "413", "200");
    }

    private void workersErrors() throws Exception {
        // Quotes what it was sent, as careless engines do.
        worker.script(leg -> leg.answer(
                401,
                "application/json",
                "{\"error\":\"" + ENGINE + leg.request().getHeader("authorization") + "\"}"));
        post("Bearer " + CLIENT_KEY, "/v1/completions", completion("m"));
        worker.script(leg -> leg.answer(500, "application/json", "{\"error\":\"" + ENGINE + "\"}"));
        post("Bearer " + CLIENT_KEY, "/v1/completions", completion("m"));
        worker.script(leg -> leg.answer(400, "application/json", "{\"error\":\"" + ENGINE + "\"}"));
        post("Bearer " + CLIENT_KEY, "/v1/completions", completion("m"));
        worker.script(ScriptedWorker.Received::cut);
        post("Bearer " + CLIENT_KEY, "/v1/completions", completion("m"));
        worker.script(leg -> {
            if (leg.path().equals("/tokenize")) {
                leg.answer(200, "application/json", "{\"" + ENGINE + "\":\"" + ENGINE + "\"}");
            } else {
                leg.events("data: {\"error\":{\"message\":\"" + ENGINE + "\"}}\n\n");
                leg.cut();
            }
        });
        postAndBreakOff(completion("m").replace("}", ",\"stream\":true}"));
        worker.health(probe -> probe.answer(503, "text/plain", ENGINE));
        await().atMost(RouterUnderTest.SOON)
                .until(() -> admin("GET", "/admin/workers", "").contains("unhealthy"));
        worker.health(LegScripts::good);
        worker.script(LegScripts::good);
        await().atMost(RouterUnderTest.SOON)
                .until(() -> !admin("GET", "/admin/workers", "").contains("unhealthy"));
    }

    private void operatorsErrors() throws Exception {
        as("", "PUT", "/admin/weights", "{}");
        as("Bearer " + WRONG_KEY, "PUT", "/admin/weights", "{}");
        as("Bearer " + NAMED_TOKEN, "PUT", "/admin/weights", "{}");
        admin("PUT", "/admin/weights", "{\"prefill\":{\"overlap_weight\":-1}}");
        admin("PUT", "/admin/weights", "{\"prefill\":");
        admin("PUT", "/admin/weights", "{\"prefill\":{\"overlap_weight\":3}}");
        admin(
                "POST",
                "/admin/workers",
                "{\"url\":\"http://user:" + OTHER_WORKER_KEY + "@127.0.0.1:1\",\"role\":\"mixed\"}");
        admin(
                "POST",
                "/admin/workers",
                "{\"url\":\"http://10.0.0.1:1\",\"role\":\"mixed\",\"engine\":\"sglang\",\"models\":[\"m\"],\"api_key\":\""
                        + OTHER_WORKER_KEY + "\"}");
        String url = RouterUnderTest.nobody();
        admin(
                "POST",
                "/admin/workers",
                "{\"url\":\"" + url + "\",\"role\":\"mixed\",\"engine\":\"sglang\",\"models\":[\"m\"],\"api_key\":\""
                        + OTHER_WORKER_KEY + "\"}");
        admin("GET", "/admin/workers/" + url, "");
        admin("DELETE", "/admin/workers/" + url, "");
        admin("POST", "/admin/explain", chat("broken"));
        admin("POST", "/admin/explain", chat(PROMPT));
        admin("POST", "/admin/explain?endpoint=/v1/completions", completion("m"));
        admin("POST", "/admin/explain?endpoint=/v1/completions", "{\"prompt\":\"" + PROMPT);
        assertThat(shown).extracting(text -> text.substring(0, 3)).contains("401", "403", "400", "200", "201", "204");
    }

    private void keysFileErrors() throws Exception {
        Files.writeString(directory.resolve("keys"), FILE_KEY + "\nfile " + FILE_KEY + "\n");
        await().atMost(RouterUnderTest.SOON)
                .until(() -> admin("GET", "/metrics", "").contains("warmpath_keys_file_stale 1.0"));
    }

    private void lookAround() throws Exception {
        for (String path : List.of("/metrics", "/admin/workers", "/admin/weights", "/admin/config", "/admin/doctor")) {
            assertThat(admin("GET", path, "")).startsWith("200 ");
        }
        told.add(fleet.get("/ready").body());
    }

    private static String completion(String model) {
        return "{\"model\":\"" + model + "\",\"prompt\":\"" + PROMPT + " text\",\"max_tokens\":4}";
    }

    private static String chat(String model) {
        return "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + PROMPT + "\"}]}";
    }

    private HttpRequest data(String authorization, String path, String body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + fleet.router().port() + path))
                .header("authorization", authorization)
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private void post(String authorization, String path, String body) throws IOException, InterruptedException {
        told.add(text(fleet.client.send(data(authorization, path, body), HttpResponse.BodyHandlers.ofString())));
    }

    /** The answer may break off, which is an error of the client's. */
    private void postAndBreakOff(String body) throws InterruptedException {
        try {
            post("Bearer " + CLIENT_KEY, "/v1/completions", body);
        } catch (IOException brokenOff) {
            told.add(brokenOff.toString());
        }
    }

    private String admin(String method, String path, String body) throws IOException, InterruptedException {
        return as("Bearer " + ADMIN_TOKEN, method, path, body);
    }

    private String as(String authorization, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + fleet.router().adminPort() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("authorization", authorization);
        }
        String answer = text(fleet.client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        shown.add(answer);
        return answer;
    }

    private static String text(HttpResponse<String> answer) {
        return answer.statusCode() + " " + answer.headers().map() + " " + answer.body();
    }
}
