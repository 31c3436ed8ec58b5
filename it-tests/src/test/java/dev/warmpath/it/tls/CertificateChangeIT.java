package dev.warmpath.it.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.Authority;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.tls.CertificateStatus;
import dev.warmpath.router.tls.TlsPlace;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificate files that change while the router runs. */
@Timeout(60)
class CertificateChangeIT {

    @TempDir
    private Path directory = Path.of("");

    private final Vertx vertx = Vertx.vertx();
    private final CompletableFuture<HttpServerResponse> stream = new CompletableFuture<>();
    private ScriptedWorker worker;
    private SimEngine engine;
    private Authority authority;
    private Authority fleetAuthority;
    private X509Bundle first;
    private SecureRouter router;

    @BeforeEach
    void start() {
        authority = new Authority(directory, "ca");
        first = authority.issue("router");
        fleetAuthority = new Authority(directory, "fleet-ca");
        fleetAuthority.issue("gpu");
        new Authority(directory, "trusted");
        engine = SimEngine.start(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .model("by-tls")
                .times(TimeModel.instant())
                .tls(SecureRouter.files(directory, "gpu", null))
                .build());
        worker = ScriptedWorker.start(vertx, leg -> stream.complete(leg.events("data: one\n\n")));
        router = SecureRouter.start("""
                server:
                  {host: 127.0.0.1, port: 0, drain_delay: 0s, shutdown_grace: 200ms,
                   tls: {cert: router.crt, key: router.key, client_ca: ca.crt, reload_interval: 20ms}}
                admin: {host: 127.0.0.1, port: 0}
                upstream: {tls: {ca: trusted.crt, reload_interval: 20ms}}
                models: [{name: m}, {name: by-tls}]
                workers:
                  - {url: "%s", role: mixed, engine: vllm, models: [m]}
                  - {url: "%s", role: mixed, engine: vllm, models: [by-tls], health: {enabled: false}}
                """.formatted(worker.url("127.0.0.1"), engine.url()), directory);
    }

    @AfterEach
    void stop() {
        router.close();
        worker.close();
        engine.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private HttpClient client() {
        return SecureRouter.client(SecureRouter.context(authority.root(), first));
    }

    /** What the data port shows to a new connection. */
    private X509Certificate shown() throws IOException {
        try (SSLSocket socket = (SSLSocket) SecureRouter.context(authority.root(), first)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), router.server().port())) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private String scrape() throws IOException, InterruptedException {
        return SecureRouter.get(client(), router.admin("/metrics")).body();
    }

    private double failures() throws IOException, InterruptedException {
        return SecureRouter.metric(scrape(), "warmpath_tls_reload_failures_total{port=\"data\"");
    }

    private String trouble() {
        return router.server().tls().certificates().stream()
                .filter(certificate -> certificate.port() == TlsPlace.DATA)
                .map(CertificateStatus::trouble)
                .findFirst()
                .orElseThrow();
    }

    private static void eventually(org.awaitility.core.ThrowingRunnable rule) {
        // A handshake that is refused is an exception, and a file may be read while it is written.
        Awaitility.await()
                .atMost(SecureRouter.SOON)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(rule);
    }

    @Test
    void renewedCertificateIsShownToNewConnectionsWhileAnOpenStreamGoesOn() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(router.data("https", "/v1/completions"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"m\",\"prompt\":[1,2,3],\"max_tokens\":2,\"stream\":true}"))
                .build();
        try (BufferedReader events = new BufferedReader(new InputStreamReader(
                client().send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8))) {
            assertThat(next(events)).isEqualTo("data: one");
            assertThat(shown()).isEqualTo(first.getCertificate());

            X509Bundle renewed = authority.issue("router", Duration.ofDays(30));

            eventually(() -> assertThat(shown()).isEqualTo(renewed.getCertificate()));
            stream.join().end("data: two\n\ndata: [DONE]\n\n");
            assertThat(next(events)).isEqualTo("data: two");
            assertThat(next(events)).isEqualTo("data: [DONE]");
            assertThat(next(events)).isNull();
            assertThat(SecureRouter.metric(
                            scrape().lines()
                                    .filter(line -> line.contains("use=\"cert\""))
                                    .findFirst()
                                    .orElseThrow(),
                            "warmpath_tls_certificate_expiry_seconds"))
                    .isEqualTo((double)
                            renewed.getCertificate().getNotAfter().toInstant().getEpochSecond());
        }
        assertThat(failures()).isZero();
    }

    @Test
    void certificateThatEndsSoonIsNamedByTheDoctor() throws Exception {
        assertThat(certificates()).isEqualTo("pass");

        authority.issue("router", Duration.ofDays(10));

        eventually(() -> assertThat(certificates()).isEqualTo("warn"));
    }

    /** What the doctor says of them. */
    private String certificates() throws IOException, InterruptedException {
        for (JsonNode check : SecureRouter.json(SecureRouter.get(client(), router.admin("/admin/doctor")))
                .path("checks")) {
            if (check.path("name").asText().equals(WorkerCheck.CERTIFICATE_EXPIRES.key())) {
                return check.path("status").asText();
            }
        }
        throw new AssertionError("the doctor says nothing of certificates");
    }

    private static @Nullable String next(BufferedReader events) throws IOException {
        String line = events.readLine();
        while (line != null && line.isEmpty()) {
            line = events.readLine();
        }
        return line;
    }

    @Test
    void filesThatCannotBeUsedLeaveTheOldOnesInForceAndAreToldOnce() throws Exception {
        String key = Files.readString(directory.resolve("router.key"));
        authority.issue("another");
        Authority.write(directory, "router.key", Files.readString(directory.resolve("another.key")));

        eventually(() -> assertThat(failures()).isEqualTo(1));
        for (int i = 0; i < 3; i++) {
            router.server().tls().look();
        }

        assertThat(failures()).isEqualTo(1);
        assertThat(trouble()).contains("not that of the first certificate").contains("router.key");
        assertThat(shown()).isEqualTo(first.getCertificate());

        Authority.write(directory, "router.key", key);
        eventually(() -> assertThat(trouble()).isEmpty());
        assertThat(shown()).isEqualTo(first.getCertificate());
    }

    @Test
    void fileThatIsGoneAndAnExpiredCertificateAreSuchFiles() throws Exception {
        Files.delete(directory.resolve("router.crt"));
        eventually(() -> assertThat(trouble()).contains("not there").contains("router.crt"));

        authority.issue("router", Duration.ofMinutes(30));
        eventually(() -> assertThat(trouble()).contains("expired").contains("router.crt"));

        assertThat(shown()).isEqualTo(first.getCertificate());
        assertThat(failures()).isEqualTo(2);
        X509Bundle good = authority.issue("router");
        eventually(() -> assertThat(shown()).isEqualTo(good.getCertificate()));
        assertThat(trouble()).isEmpty();
    }

    /** Nobody who was let in by the old authority gets in again, not even by resuming a session. */
    @Test
    void clientsOfAnAuthorityThatWasTakenOffAreRefused() throws Exception {
        HttpClient old = client();
        assertThat(SecureRouter.get(old, router.data("https", "/health")).statusCode())
                .isEqualTo(200);
        X509Bundle newcomer = fleetAuthority.issue("newcomer");
        HttpClient fresh = SecureRouter.client(SecureRouter.context(authority.root(), newcomer));
        assertThatThrownBy(() -> SecureRouter.get(fresh, router.data("https", "/health")))
                .isInstanceOf(IOException.class);

        Authority.write(directory, "ca.crt", fleetAuthority.root().getCertificatePEM());

        eventually(() -> assertThat(
                        SecureRouter.get(fresh, router.data("https", "/health")).statusCode())
                .isEqualTo(200));
        assertThatThrownBy(() -> SecureRouter.get(client(), router.data("https", "/health")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void authorityOfWorkersThatIsAddedHoldsFromTheNextConnectionOn() throws Exception {
        assertThat(completeByTls()).isGreaterThanOrEqualTo(500);

        Authority.write(
                directory,
                "trusted.crt",
                Files.readString(directory.resolve("trusted.crt")) + "\n"
                        + fleetAuthority.root().getCertificatePEM());

        eventually(() -> assertThat(completeByTls()).isEqualTo(200));
    }

    private int completeByTls() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(router.data("https", "/v1/completions"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"by-tls\",\"prompt\":[1,2,3],\"max_tokens\":2}"))
                .build();
        return client().send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }
}
