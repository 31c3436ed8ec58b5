package dev.warmpath.it.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.Authority;
import dev.warmpath.router.prompt.DemoModel;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything by https: clients on the data port, operators with a certificate on the admin port, and a worker that asks the
 * router for one.
 */
@Timeout(60)
class TlsPortsIT {

    @TempDir
    static Path directory = Path.of("");

    private static Authority authority;
    private static X509Bundle operator;
    private static SimEngine engine;
    private static SecureRouter router;
    private static HttpClient client;
    private static HttpClient operatorsClient;

    @BeforeAll
    static void start() throws Exception {
        authority = new Authority(directory, "ca");
        authority.issue("router");
        authority.issue("engine");
        operator = authority.issue("operator");
        engine = SimEngine.start(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .model("m")
                .tokenizer(ModelTokenizer.load(DemoModel.unpack(directory.resolve("model"))))
                .times(TimeModel.instant())
                .tls(SecureRouter.files(directory, "engine", "ca"))
                .build());
        router = SecureRouter.start("""
                server:
                  {host: 127.0.0.1, port: 0, drain_delay: 0s, shutdown_grace: 200ms, header_timeout: 1s,
                   tls: {cert: router.crt, key: router.key}}
                admin: {host: 127.0.0.1, port: 0, tls: {cert: router.crt, key: router.key, client_ca: ca.crt}}
                upstream: {tls: {ca: ca.crt, cert: router.crt, key: router.key}}
                models: [{name: m, remote_tokenizer: true}]
                prompt: {timeout: 30s}
                """ + WorkerYaml.of(List.of(engine.workerSettings())), directory);
        client = SecureRouter.client(SecureRouter.context(authority.root(), null));
        operatorsClient = SecureRouter.client(SecureRouter.context(authority.root(), operator));
    }

    @AfterAll
    static void stop() {
        router.close();
        engine.close();
    }

    private static String scrape() throws IOException, InterruptedException {
        return SecureRouter.get(operatorsClient, router.admin("/metrics")).body();
    }

    private static double failedHandshakes(String port) throws IOException, InterruptedException {
        return SecureRouter.metric(scrape(), "warmpath_tls_handshakes_failed_total{port=\"" + port + "\"");
    }

    /** The worker asks for a certificate of the router on each of these ways to it. */
    @Test
    void requestsProbesAndTokenizingGoByMutualTls() throws Exception {
        Awaitility.await()
                .atMost(SecureRouter.SOON)
                .untilAsserted(() -> assertThat(
                                SecureRouter.json(SecureRouter.get(operatorsClient, router.admin("/admin/workers")))
                                        .at("/workers/0/health/state")
                                        .asText())
                        .isEqualTo("healthy"));

        HttpResponse<String> answer = client.send(
                router.completion("https", "\"The register of all boats on the river.\""),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(engine.requests().all())
                .extracting(request -> request.path())
                .contains("/health", "/tokenize", "/v1/completions");
        assertThat(SecureRouter.metric(scrape(), "warmpath_decisions_total{kind=\"unhashed\""))
                .isZero();
    }

    @Test
    void adminPortTakesOperatorsWithACertificateOnly() throws Exception {
        double before = failedHandshakes("admin");

        assertThatThrownBy(() -> SecureRouter.get(client, router.admin("/admin/weights")))
                .isInstanceOf(IOException.class);

        Awaitility.await()
                .atMost(SecureRouter.SOON)
                .untilAsserted(() -> assertThat(failedHandshakes("admin")).isGreaterThan(before));
        assertThat(SecureRouter.get(operatorsClient, router.admin("/admin/weights"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void certificateOfAnotherAuthorityOpensNothing() {
        X509Bundle stranger = new Authority(directory, "other-ca").issue("stranger");
        HttpClient foreign = SecureRouter.client(SecureRouter.context(authority.root(), stranger));

        assertThatThrownBy(() -> SecureRouter.get(foreign, router.admin("/admin/weights")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void clientThatDoesNotKnowTheAuthorityRefusesTheRouter() {
        X509Bundle another = new Authority(directory, "another-ca").root();
        HttpClient distrustful = SecureRouter.client(SecureRouter.context(another, null));

        assertThatThrownBy(() -> SecureRouter.get(distrustful, router.data("https", "/health")))
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void oldTlsIsRefusedAndTls12Taken() throws Exception {
        try (SSLSocket socket = (SSLSocket) SecureRouter.context(authority.root(), null)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), router.server().port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
        }
        // The JDK's own client refuses to offer less, so the offer is written by hand: TLS 1.1, no extensions.
        byte[] offer = {
            22,
            3,
            1,
            0,
            45,
            1,
            0,
            0,
            41,
            3,
            2,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            9,
            10,
            11,
            12,
            13,
            14,
            15,
            16,
            17,
            18,
            19,
            20,
            21,
            22,
            23,
            24,
            25,
            26,
            27,
            28,
            29,
            30,
            31,
            32,
            0,
            0,
            2,
            (byte) 0xC0,
            0x13,
            1,
            0
        };
        assertThat(said(offer)).startsWith(21);
    }

    /** What the data port answers to some bytes before it closes the connection. */
    private static byte[] said(byte[] bytes) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), router.server().port())) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
            InputStream in = socket.getInputStream();
            return in.readAllBytes();
        }
    }

    @Test
    void plainHttpOnATlsPortIsClosedWithoutAnAnswer() throws Exception {
        double before = failedHandshakes("data");

        byte[] answer = said("GET /health HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(new String(answer, StandardCharsets.ISO_8859_1)).doesNotContain("HTTP/1");
        Awaitility.await()
                .atMost(SecureRouter.SOON)
                .untilAsserted(() -> assertThat(failedHandshakes("data")).isGreaterThan(before));
    }

    /** {@code server.header_timeout} bounds it, which is a second here. */
    @Test
    void handshakeThatNeverEndsIsClosed() throws Exception {
        byte[] halfARecord = {22, 3, 1, 0, 100, 1, 0};

        assertThat(said(new byte[0])).isEmpty();
        said(halfARecord);

        Awaitility.await()
                .atMost(SecureRouter.SOON)
                .untilAsserted(() -> assertThat(SecureRouter.get(client, router.data("https", "/health"))
                                .statusCode())
                        .isEqualTo(200));
    }

    @Test
    void expiryOfEachFileIsAGauge() throws Exception {
        String scrape = scrape();

        long expected = operator.getCertificate().getNotAfter().toInstant().getEpochSecond();
        for (String series : List.of(
                "port=\"data\",use=\"cert\"",
                "port=\"admin\",use=\"cert\"",
                "port=\"admin\",use=\"client_ca\"",
                "port=\"workers\",use=\"ca\"",
                "port=\"workers\",use=\"cert\"")) {
            assertThat(scrape.lines()
                            .filter(line -> line.startsWith("warmpath_tls_certificate_expiry_seconds{")
                                    && line.contains(series)))
                    .as(series)
                    .singleElement()
                    .satisfies(line ->
                            assertThat(SecureRouter.metric(line, "")).isBetween(expected - 60.0, expected + 60.0));
        }
    }
}
