package dev.warmpath.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.admin.AdminToken.Scope;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.router.access.SecretTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenario 76, its part about the admin port: who may look, who may change, and who is written down for what. */
@Timeout(60)
class AdminTokensIT {

    private static final String WEIGHTS = "/admin/weights";
    private static final String CHANGE = "{\"prefill\":{\"overlap_weight\":7.5}}";

    private final RouterUnderTest fleet = new RouterUnderTest();
    private final CapturedLog audit = CapturedLog.of("dev.warmpath.audit", Level.INFO);
    private ScriptedWorker worker;

    @BeforeEach
    void start() {
        worker = fleet.mixed(LegScripts::good);
        fleet.admin = new AdminSettings(
                "127.0.0.1",
                0,
                "plain",
                List.of(
                        new AdminToken("dashboard", SecretTable.digest("look"), Scope.READ),
                        new AdminToken("deploy", SecretTable.digest("change"), Scope.WRITE)),
                List.of("127.0.0.0/8"));
    }

    @AfterEach
    void tearDown() {
        audit.close();
        fleet.close();
    }

    @Test
    void missingAndWrongTokensGetTheSame401() throws Exception {
        HttpResponse<String> missing = call("", "GET", WEIGHTS, "");
        HttpResponse<String> wrong = call("Bearer plan", "GET", WEIGHTS, "");

        assertThat(missing.statusCode()).isEqualTo(401);
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).isEqualTo(missing.body());
        assertThat(wrong.headers()).isEqualTo(missing.headers());
        assertThat(wrong.headers().firstValue("www-authenticate")).hasValue("Bearer");
        assertThat(refusals("missing")).isEqualTo(1);
        assertThat(refusals("unknown")).isEqualTo(1);
    }

    @Test
    void scopeReadLooksExplainsAndScrapesButChangesNothing() throws Exception {
        String id = "/admin/workers/" + RouterUnderTest.url(worker);
        assertThat(as("look", "GET", WEIGHTS, "").statusCode()).isEqualTo(200);
        assertThat(as("look", "GET", "/metrics", "").statusCode()).isEqualTo(200);
        assertThat(as("look", "GET", id, "").statusCode()).isEqualTo(200);
        assertThat(as("look", "POST", "/admin/explain?endpoint=/v1/completions", "{\"model\":\"m\",\"prompt\":[1]}")
                        .statusCode())
                .isEqualTo(200);

        List<HttpResponse<String>> refused = List.of(
                as("look", "PUT", WEIGHTS, CHANGE),
                as("look", "POST", "/admin/workers", "{\"url\":\"http://127.0.0.1:1\"}"),
                as("look", "POST", id + "/drain", ""),
                as("look", "DELETE", id, ""));

        assertThat(refused).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("\"code\":\"insufficient_scope\"");
        });
        assertThat(as("look", "GET", WEIGHTS, "").body()).contains("20.0").doesNotContain("7.5");
        assertThat(as("look", "GET", id, "").body()).contains("\"draining\":false");
        assertThat(refusals("scope")).isEqualTo(4);
        assertThat(audit.lines()).isEmpty();
    }

    @Test
    void everyChangeIsWrittenDownOnceWithWhoWhatOldAndNew() throws Exception {
        String id = RouterUnderTest.url(worker);
        assertThat(as("change", "PUT", WEIGHTS, CHANGE).statusCode()).isEqualTo(200);
        assertThat(as("plain", "POST", "/admin/workers/" + id + "/drain", "").statusCode())
                .isEqualTo(200);
        assertThat(as("change", "POST", "/admin/workers/" + id + "/undrain", "").statusCode())
                .isEqualTo(200);
        assertThat(as("change", "POST", "/admin/workers", entry(id, 16, ", \"api_key\": \"hunter2\""))
                        .statusCode())
                .isEqualTo(200);
        assertThat(as("change", "DELETE", "/admin/workers/" + id, "").statusCode())
                .isEqualTo(204);
        assertThat(as("change", "POST", "/admin/workers", entry(id, 4, "")).statusCode())
                .isEqualTo(201);

        assertThat(audit.lines()).hasSize(6);
        assertThat(audit.lines().get(0))
                .contains("token=deploy action=set_weights subject=overlap weights old=", "20.0", "new=", "7.5");
        assertThat(audit.lines().get(1))
                .contains("token=token action=drain_worker subject=" + id + " old=serving new=draining");
        assertThat(audit.lines().get(2))
                .contains("token=deploy action=undrain_worker subject=" + id + " old=draining new=serving");
        assertThat(audit.lines().get(3))
                .contains("token=deploy action=replace_worker subject=" + id, "blockSize=4", "blockSize=16", "***");
        assertThat(audit.lines().get(4)).contains("action=remove_worker", "blockSize=16", "new=none");
        assertThat(audit.lines().get(5)).contains("action=register_worker", "old=none", "blockSize=4");
        assertThat(audit.lines()).noneMatch(line -> line.contains("hunter2"));
    }

    @Test
    void whatChangesNothingIsNotWrittenDown() throws Exception {
        String id = RouterUnderTest.url(worker);
        String drain = "/admin/workers/" + id + "/drain";
        as("change", "POST", drain, "");
        int before = audit.lines().size();

        assertThat(as("change", "POST", drain, "").statusCode()).isEqualTo(200);
        assertThat(as("change", "PUT", WEIGHTS, "{}").statusCode()).isEqualTo(200);
        assertThat(as("change", "PUT", WEIGHTS, "{\"prefill\":{\"overlap_weight\":-1}}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(as("change", "DELETE", "/admin/workers/http://127.0.0.1:1", "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(as("change", "POST", "/admin/workers", "{\"url\":\"http://10.0.0.1:1\"}")
                        .statusCode())
                .isEqualTo(400);

        assertThat(before).isEqualTo(1);
        assertThat(audit.lines()).hasSize(1);
    }

    private static String entry(String url, int blockSize, String more) {
        return "{\"url\":\"" + url + "\",\"role\":\"mixed\",\"engine\":\"sglang\",\"models\":[\"m\"],\"block_size\":"
                + blockSize + more + "}";
    }

    private HttpResponse<String> as(String token, String method, String path, String body)
            throws IOException, InterruptedException {
        return call("Bearer " + token, method, path, body);
    }

    private HttpResponse<String> call(String authorization, String method, String path, String body)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + fleet.router().adminPort() + path);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("authorization", authorization);
        }
        return fleet.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private double refusals(String reason) throws IOException, InterruptedException {
        String series = "warmpath_unauthorized_total{port=\"admin\",reason=\"" + reason + "\"} ";
        return as("look", "GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .sum();
    }
}
