package dev.warmpath.it.discovery;

import static dev.warmpath.it.discovery.DiscoveredFleet.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.it.sim.pods.PodServer;
import dev.warmpath.it.support.Authority;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.kubernetes.KubernetesSource;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import dev.warmpath.router.discovery.source.WorkerSource;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.net.PemKeyCertOptions;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fabric8's mock cannot do to {@link KubernetesDiscoveryIT}: an API server that asks for a token, has TLS, and forgets. */
class KubernetesFaultsIT {

    private static final String URL = "http://127.0.0.31:8000";

    private PodServer api;

    @BeforeEach
    void startServer() {
        api = new PodServer(ClosedPorts.next());
        api.start();
    }

    @AfterEach
    void stopServer() {
        api.close();
    }

    private String place(String token, int port) {
        return """
                kubernetes: {server: "http://127.0.0.1:%d", token: %s, namespace: %s, selector: app=engine, port: %d,
                             interval: 200ms, timeout: 2s}""".formatted(api.port(), token, PodServer.NAMESPACE, port).replaceAll("\\s*\\n\\s*", " ");
    }

    private DiscoveredFleet found(String token) {
        return new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    hold: 0s
                    worker: {role: mixed, engine: sglang, topology: {zone: hall-2}, kv_events: {endpoint: "tcp://*:5557"}}
                    %s
                """.formatted(place(token, 8000)));
    }

    private static ObjectNode pod(String name, String ip, Map<String, String> annotations) {
        return PodServer.pod(name, "uid of " + name, ip, Map.of(), annotations);
    }

    /** A watch that is too old is followed by a new listing, and who is as before is not touched by it. */
    @Test
    void versionThatIsGoneIsFollowedByANewListing() throws Exception {
        api.put("a", pod("a", "127.0.0.31", Map.of()));
        try (DiscoveredFleet found = found(PodServer.TOKEN)) {
            found.awaitWorkers(URL);
            Worker before = found.router().fleet().view().worker(URL);
            int lists = api.lists();

            api.forget();
            api.put("b", pod("b", "127.0.0.32", Map.of()));

            found.awaitWorkers(URL, "http://127.0.0.32:8000");
            assertThat(api.lists()).isGreaterThan(lists);
            assertThat(found.router().fleet().view().worker(URL)).isSameAs(before);
        }
    }

    private DiscoveredFleet foundByTls(int port, Path token, Path ca) {
        return new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    worker: {role: mixed, engine: sglang}
                    kubernetes: {server: "https://127.0.0.1:%d", token_file: "%s", tls: {ca: "%s"}, namespace: %s,
                                 selector: app=engine, port: 8000, interval: 200ms, timeout: 2s}
                """.formatted(port, token, ca, PodServer.NAMESPACE));
    }

    private static PodServer started(PodServer server) {
        server.put("a", pod("a", "127.0.0.31", Map.of()));
        server.start();
        return server;
    }

    private static PemKeyCertOptions identity(Path directory, String name) {
        return new PemKeyCertOptions()
                .setCertPath(directory.resolve(name + ".crt").toString())
                .setKeyPath(directory.resolve(name + ".key").toString());
    }

    /** As the kubelet renews a token while the router runs; here behind a proxy that passes no WebSockets on, too. */
    @Test
    void tokenOfAFileMayBeRenewed(@TempDir Path directory) throws Exception {
        new Authority(directory, "ca").issue("api");
        Path token = Files.writeString(directory.resolve("token"), PodServer.TOKEN + "\n");
        try (PodServer tls = started(new PodServer(ClosedPorts.next(), identity(directory, "api"), false));
                DiscoveredFleet found = foundByTls(tls.port(), token, directory.resolve("ca.crt"))) {
            found.awaitWorkers(URL);

            tls.accept("renewed-token");
            found.awaitState("found", SourceState.BROKEN);
            assertThat(found.source("found").fault()).isEqualTo(FaultReason.FORBIDDEN);
            Files.delete(token);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(found.source("found").detail())
                            .contains("token_file " + token)
                            .doesNotContain("renewed-token"));
            Files.writeString(token, "renewed-token");

            found.awaitState("found", SourceState.FOLLOWING);
            tls.put("b", pod("b", "127.0.0.32", Map.of()));
            found.awaitWorkers(URL, "http://127.0.0.32:8000");
            assertThat(found.admin("GET", "/admin/config", "").body()).doesNotContain("renewed-token");
        }
    }

    /** Nobody but the API server gets the token; and who mends the file of authorities need not start the router again. */
    @Test
    void apiServerThatNobodyVouchesForIsNotAsked(@TempDir Path directory) throws Exception {
        Authority authority = new Authority(directory, "ca");
        authority.issue("api");
        authority.issueFor("elsewhere", "elsewhere.test");
        new Authority(directory, "other");
        Path trusted = Files.copy(directory.resolve("other.crt"), directory.resolve("trusted.crt"));
        Path token = Files.writeString(directory.resolve("token"), PodServer.TOKEN);
        try (PodServer tls = started(new PodServer(ClosedPorts.next(), identity(directory, "api"), true));
                PodServer elsewhere =
                        started(new PodServer(ClosedPorts.next(), identity(directory, "elsewhere"), true));
                DiscoveredFleet found = foundByTls(tls.port(), token, trusted);
                DiscoveredFleet misled = foundByTls(elsewhere.port(), token, directory.resolve("ca.crt"))) {
            found.awaitState("found", SourceState.BROKEN);
            assertThat(found.source("found").fault()).isEqualTo(FaultReason.UNREACHABLE);
            misled.awaitState("found", SourceState.BROKEN);
            // A busy machine may time out first.
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(misled.source("found").detail()).contains("127.0.0.1"));
            assertThat(tls.lists() + elsewhere.lists()).isZero();

            Files.copy(directory.resolve("ca.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);

            found.awaitWorkers(URL);
            assertThat(misled.source("found").state()).isEqualTo(SourceState.BROKEN);
        }
    }

    @Test
    void whoMayNotLookIsForbidden() throws Exception {
        try (DiscoveredFleet found = found("wrong")) {
            found.awaitState("found", SourceState.BROKEN);
            assertThat(found.source("found").fault()).isEqualTo(FaultReason.FORBIDDEN);
            assertThat(found.findings("source_broken"))
                    .singleElement()
                    .satisfies(one -> assertThat(one.get("seen").asText()).contains("forbidden"));
        }
    }

    /** A look that is due later would connect anew, to be followed by nobody. */
    @Test
    void closedSourceHasNoLookDue() {
        KubernetesSettings settings = new KubernetesSettings(
                PodServer.NAMESPACE,
                "app=engine",
                KubernetesSettings.USUAL_LABEL_PREFIX,
                8000,
                "http",
                URI.create("http://127.0.0.1:" + api.port()),
                PodServer.TOKEN,
                null,
                null,
                Duration.ofHours(1),
                Duration.ofSeconds(2));
        KubernetesSource source = new KubernetesSource("closing", settings, WorkerTemplate.nothing());
        CompletableFuture<WantedSet> told = new CompletableFuture<>();
        source.start(new WorkerSource.Listener() {
            @Override
            public void wanted(WantedSet set) {
                told.complete(set);
            }

            @Override
            public void broken(SourceFault fault) {
                told.completeExceptionally(new AssertionError(fault.detail()));
            }
        });
        assertThat(told).succeedsWithin(SOON);
        assertThat(ownThread()).isTrue();

        assertThat(source.close()).succeedsWithin(SOON);

        await().atMost(SOON).until(() -> !ownThread());
    }

    private static boolean ownThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("discovery-closing"));
    }
}
