package dev.warmpath.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What the page's files are sent with, by a router that wants a token for everything else. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatusPageHeadersIT {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(/page/[^\"]+/status\\.js)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private RouterServer router;

    @BeforeAll
    void start() {
        router = RouterServer.start(
                TestSettings.of(List.of(), Duration.ofSeconds(5), ScoringSettings.withWeights(20.0, 2.0, null))
                        .withAdmin(new AdminSettings("127.0.0.1", 0, "secret", List.of())));
    }

    @AfterAll
    void tearDown() {
        router.close();
    }

    @Test
    void pageMayRunItsOwnScriptsOnlyAndMayNotBeFramed() throws Exception {
        HttpResponse<String> page = get("/", "");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(page, "content-security-policy"))
                .contains("default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(header(page, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(header(page, "x-frame-options")).isEqualTo("DENY");
    }

    @Test
    void pageIsAskedForAgainAndIsNotSentAgainWhileItIsTheSame() throws Exception {
        HttpResponse<String> page = get("/", "");
        HttpResponse<String> again = get("/", header(page, "etag"));

        assertThat(header(page, "cache-control")).isEqualTo("no-cache");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void scriptsMayBeKeptBecauseTheirAddressChangesWithThem() throws Exception {
        Matcher script = SCRIPT.matcher(get("/", "").body());
        assertThat(script.find()).isTrue();

        HttpResponse<String> sent = get(script.group(1), "");
        assertThat(header(sent, "cache-control")).contains("immutable");
        assertThat(header(sent, "content-type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(header(sent, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(get(script.group(1).replaceAll("/page/[^/]+/", "/page/0000000000000000/"), "")
                        .statusCode())
                .as("an address of other files")
                .isEqualTo(401);
    }

    @Test
    void whatThePageShowsNeedsTheToken() throws Exception {
        assertThat(get("/admin/status", "").statusCode()).isEqualTo(401);
    }

    private HttpResponse<String> get(String path, String knownTag) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + router.adminPort() + path));
        if (!knownTag.isEmpty()) {
            request.header("if-none-match", knownTag);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
