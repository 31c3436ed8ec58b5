package dev.warmpath.it.discovery;

import static dev.warmpath.it.discovery.DiscoveredFleet.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.it.sim.pods.PodServer;
import dev.warmpath.it.support.Authority;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers from a real etcd. */
class EtcdDiscoveryIT extends SourceScenarios {

    private static final String PREFIX = "/infera/workers/";

    private final Set<Integer> present = new HashSet<>();

    @TempDir
    static Path directory;

    private static Etcd etcd;

    @BeforeAll
    static void makeServer() {
        etcd = new Etcd(directory);
    }

    @BeforeEach
    void startServer() throws Exception {
        if (!etcd.running()) {
            etcd.start();
        }
        etcd.wipe();
    }

    @AfterAll
    static void stopServer() {
        etcd.close();
    }

    @Override
    String place() {
        return "etcd: {endpoints: [\"http://127.0.0.1:%d\"], prefix: %s, interval: 300ms, timeout: 2s}"
                .formatted(etcd.port(), PREFIX);
    }

    @Override
    void announce(int... wanted) throws Exception {
        Set<Integer> now = new HashSet<>(Arrays.stream(wanted).boxed().toList());
        for (int address : now) {
            etcd.put(PREFIX + address, record(addresses.url(address), ""));
        }
        for (int address : present) {
            if (!now.contains(address)) {
                etcd.delete(PREFIX + address);
            }
        }
        present.clear();
        present.addAll(now);
    }

    @Override
    void breakSource() {
        etcd.stop();
    }

    @Override
    void repairSource() throws Exception {
        etcd.start();
    }

    private static String record(String url, String more) {
        return "{\"worker_id\":\"w\",\"url\":\"" + url + "\",\"model_name\":\"m\",\"engine\":\"sglang\"" + more + "}";
    }

    private DiscoveredFleet fleet(int port, String more) {
        return new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    hold: 0s
                    etcd: {endpoints: ["http://127.0.0.1:%d"], prefix: %s, interval: 1h, timeout: 2s%s}
                """.formatted(port, PREFIX, more));
    }

    /** Every field of the record that the reference router reads. */
    @Test
    void recordTellsAllOfAWorker() throws Exception {
        etcd.put(PREFIX + "p", record("HTTP://127.0.0.31:30000/", """
                ,"disagg_mode":"PREFILL","disagg_meta":{"bootstrap_addr":"127.0.0.31:8998"},
                "kv_events_endpoint":"tcp://0.0.0.0:5557","kv_block_size":64,"dp_size":2,"unknown":{"a":1}"""));
        etcd.put(PREFIX + "d", record("http://127.0.0.32:30000", """
                ,"disagg_mode":"decode","disagg_meta":null,"kv_events_endpoint":"tcp://127.0.0.32:6000",
                "kv_block_size":64,"dp_rank":3,"dp_size":8"""));
        try (DiscoveredFleet found = fleet(etcd.port(), "")) {
            found.awaitWorkers("http://127.0.0.31:30000", "http://127.0.0.32:30000");

            JsonNode prefill = found.worker("http://127.0.0.31:30000");
            assertThat(prefill.at("/role").asText()).isEqualTo("prefill");
            assertThat(prefill.at("/protocol").asText()).isEqualTo("sglang-bootstrap");
            assertThat(prefill.at("/block_size").asInt()).isEqualTo(64);
            assertThat(prefill.at("/ranks/1/stream/endpoint").asText()).isEqualTo("tcp://127.0.0.31:5558");
            Worker worker = Objects.requireNonNull(found.router().fleet().view().worker("http://127.0.0.31:30000"));
            assertThat(worker.settings().bootstrapPort()).isEqualTo(8998);
            JsonNode decode = found.worker("http://127.0.0.32:30000");
            assertThat(decode.at("/ranks")).hasSize(1);
            assertThat(decode.at("/ranks/0/rank").asInt()).isEqualTo(3);
            assertThat(decode.at("/ranks/0/stream/endpoint").asText()).isEqualTo("tcp://127.0.0.32:6000");
        }
    }

    /** Scenario 78: the same worker, registered anew in another role. */
    @Test
    void changedRecordReplacesItsWorker() throws Exception {
        String url = "http://127.0.0.31:30000";
        etcd.put(PREFIX + "w", record(url, ",\"disagg_mode\":\"prefill\""));
        try (DiscoveredFleet found = fleet(etcd.port(), "")) {
            found.awaitWorkers(url);

            etcd.put(PREFIX + "w", record(url, ",\"disagg_mode\":\"decode\""));

            await().atMost(SOON)
                    .until(() -> found.worker(url).at("/role").asText().equals("decode"));
            assertThat(found.router().fleet().view().workers()).hasSize(1);
        }
    }

    @Test
    void recordWhoseLeaseRunsOutIsAWorkerThatIsGone() throws Exception {
        etcd.put(PREFIX + "stays", record("http://127.0.0.31:30000", ",\"disagg_mode\":null"));
        String lease = etcd.lease(1);
        etcd.put(PREFIX + "dies", record("http://127.0.0.32:30000", ",\"disagg_mode\":\"none\""), lease);
        try (DiscoveredFleet found = fleet(etcd.port(), "")) {
            found.awaitWorkers("http://127.0.0.31:30000", "http://127.0.0.32:30000");

            found.awaitWorkers("http://127.0.0.31:30000");
        }
    }

    @Test
    void badRecordsCostOnlyThemselves() throws Exception {
        String good = "http://127.0.0.31:30000";
        etcd.put(PREFIX + "good", record(good, ",\"disagg_mode\":\"mixed\""));
        etcd.put(PREFIX + "text", "no json");
        etcd.put(PREFIX + "url", record("http://0.0.0.0:30000", ""));
        etcd.put(PREFIX + "number", record("http://127.0.0.32:30000", ",\"dp_size\":\"eight\""));
        etcd.put(PREFIX + "long", record("http://127.0.0.33:30000", ",\"x\":\"" + "x".repeat(70_000) + "\""));
        etcd.put(PREFIX + "ranks", record("http://127.0.0.34:30000", ",\"disagg_mode\":\"none\",\"dp_size\":100000"));
        etcd.put("/infera/other", record("http://127.0.0.35:30000", ""));
        try (DiscoveredFleet found = fleet(etcd.port(), "")) {
            found.awaitWorkers(good);

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(found.source("found").rejected())
                            .extracting(Rejection::origin, Rejection::reason)
                            .containsExactlyInAnyOrder(
                                    rejected("text", RejectionReason.MALFORMED_RECORD),
                                    rejected("url", RejectionReason.MALFORMED_RECORD),
                                    rejected("number", RejectionReason.MALFORMED_RECORD),
                                    rejected("long", RejectionReason.RECORD_TOO_LARGE),
                                    rejected("ranks", RejectionReason.BAD_WORKER)));
            etcd.put(PREFIX + "text", record("http://127.0.0.36:30000", ",\"disagg_mode\":\"mixed\""));
            found.awaitWorkers(good, "http://127.0.0.36:30000");
        }
    }

    private static Tuple rejected(String key, RejectionReason reason) {
        return tuple(PREFIX + key, reason);
    }

    /** Whatever a record says, workers that have TLS are not called in the clear. */
    @Test
    void recordCannotTakeTheTlsOfItsSourceAway() throws Exception {
        etcd.put(PREFIX + "plain", record("http://127.0.0.31:30000", ",\"disagg_mode\":\"mixed\""));
        etcd.put(PREFIX + "good", record("https://127.0.0.32:30000", ",\"disagg_mode\":\"mixed\""));
        try (DiscoveredFleet found = new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    worker: {tls: {verify_host: false}, health: {interval: 7s}}
                    etcd: {endpoints: ["http://127.0.0.1:%d"], prefix: %s}
                """.formatted(etcd.port(), PREFIX))) {
            found.awaitWorkers("https://127.0.0.32:30000");

            Worker worker = Objects.requireNonNull(found.router().fleet().view().worker("https://127.0.0.32:30000"));
            assertThat(Objects.requireNonNull(worker.settings().tls()).verifyHost())
                    .isFalse();
            assertThat(Objects.requireNonNull(worker.settings().health()).interval())
                    .hasSeconds(7);
            assertThat(found.source("found").rejected())
                    .extracting(Rejection::origin, Rejection::reason)
                    .containsExactly(rejected("plain", RejectionReason.BAD_WORKER));
        }
    }

    /** What changed while nobody watched is found by the listing, though the revisions in between are gone. */
    @Test
    void breakIsFollowedByANewListing() throws Exception {
        etcd.put(PREFIX + "a", record("http://127.0.0.31:30000", ",\"disagg_mode\":\"mixed\""));
        etcd.put(PREFIX + "b", record("http://127.0.0.32:30000", ",\"disagg_mode\":\"mixed\""));
        try (DiscoveredFleet found = fleet(etcd.port(), "")) {
            found.awaitWorkers("http://127.0.0.31:30000", "http://127.0.0.32:30000");
            Worker before = found.router().fleet().view().worker("http://127.0.0.31:30000");
            etcd.stop();
            found.awaitState("found", SourceState.BROKEN);
            assertThat(found.source("found").fault()).isEqualTo(FaultReason.UNREACHABLE);

            etcd.start();
            etcd.delete(PREFIX + "b");
            etcd.put(PREFIX + "c", record("http://127.0.0.33:30000", ",\"disagg_mode\":\"mixed\""));
            etcd.compact();

            found.awaitWorkers("http://127.0.0.31:30000", "http://127.0.0.33:30000");
            assertThat(found.router().fleet().view().worker("http://127.0.0.31:30000"))
                    .isSameAs(before);
        }
    }

    private static DiscoveredFleet byTls(Etcd secured, Path own, String files, String login) {
        String tls = files.replace("DIR", own.toString());
        return new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    etcd: {endpoints: ["https://127.0.0.1:%d"], prefix: %s, timeout: 2s, tls: {%s}%s}
                """.formatted(secured.tlsPort(), PREFIX, tls, login));
    }

    /** A certificate gets the router in, a user and a password let it look; the watch is by both. */
    @Test
    void whoHasACertificateAUserAndAPasswordMayLook(@TempDir Path own) throws Exception {
        Authority authority = new Authority(own, "ca");
        authority.issue("etcd");
        authority.issueNameless("router");
        authority.issue("named");
        new Authority(own, "other").issue("stranger");
        String good = "ca: DIR/ca.crt, cert: DIR/router.crt, key: DIR/router.key";
        try (Etcd secured = new Etcd(own, true)) {
            secured.start();
            secured.put(PREFIX + "a", record("http://127.0.0.31:30000", ",\"disagg_mode\":\"mixed\""));
            secured.enableAuthentication("root", "hunter2");
            refused(secured, own, good, "", FaultReason.FORBIDDEN);
            refused(secured, own, good.replace("router", "named"), "", FaultReason.FORBIDDEN);
            refused(secured, own, good, ", user: root, password: wrong", FaultReason.FORBIDDEN);
            String login = ", user: root, password: hunter2";
            refused(secured, own, "ca: DIR/ca.crt", login, FaultReason.UNREACHABLE);
            refused(secured, own, good.replace("router", "stranger"), login, FaultReason.UNREACHABLE);
            refused(secured, own, good.replace("ca.crt", "other.crt"), login, FaultReason.UNREACHABLE);
            try (DiscoveredFleet found = byTls(secured, own, good, login)) {
                found.awaitWorkers("http://127.0.0.31:30000");
                secured.put(PREFIX + "b", record("http://127.0.0.32:30000", ",\"disagg_mode\":\"mixed\""));
                found.awaitWorkers("http://127.0.0.31:30000", "http://127.0.0.32:30000");
                assertThat(found.admin("GET", "/admin/config", "").body()).doesNotContain("hunter2");

                // Its sessions are gone with the process: the router has to log in again.
                secured.stop();
                found.awaitState("found", SourceState.BROKEN);
                secured.start();
                found.awaitState("found", SourceState.FOLLOWING);
            }
        }
    }

    private static void refused(Etcd secured, Path own, String files, String login, FaultReason reason) {
        try (DiscoveredFleet found = byTls(secured, own, files, login)) {
            found.awaitState("found", SourceState.BROKEN);
            assertThat(found.source("found").fault()).as(files + login).isEqualTo(reason);
        }
    }

    /** Whatever a server says that shows somebody else's certificate, the password is not for it. */
    @Test
    void certificateOfAnotherHostIsNotAsked(@TempDir Path own) throws Exception {
        new Authority(own, "ca").issueFor("elsewhere", "elsewhere.test");
        PemKeyCertOptions identity = new PemKeyCertOptions()
                .setCertPath(own.resolve("elsewhere.crt").toString())
                .setKeyPath(own.resolve("elsewhere.key").toString());
        try (PodServer elsewhere = new PodServer(ClosedPorts.next(), identity, true)) {
            elsewhere.start();
            try (DiscoveredFleet found =
                    new DiscoveredFleet("""
                    discovery:
                      - name: found
                        etcd: {endpoints: ["https://127.0.0.1:%d"], prefix: %s, timeout: 2s, tls: {ca: "%s"}}
                    """.formatted(elsewhere.port(), PREFIX, own.resolve("ca.crt")))) {
                found.awaitState("found", SourceState.BROKEN);
                assertThat(found.source("found").fault())
                        .as("an answer would be forbidden")
                        .isEqualTo(FaultReason.UNREACHABLE);
                assertThat(found.source("found").detail()).contains("subject alternative");
            }
        }
    }

    /** A port on which something else answers is no empty registry. */
    @Test
    void whoIsNoEtcdIsBroken() throws Exception {
        try (DiscoveredFleet other = fleet(etcd.port(), "");
                DiscoveredFleet found = fleet(other.router().port(), "")) {
            found.awaitState("found", SourceState.BROKEN);
        }
    }

    /** As behind a proxy that cuts streams off: what is listed holds, and is not listed again without a pause. */
    @Test
    void whoListsAndCannotWatchIsBroken() throws Exception {
        String kv = "{\"key\":\"%s\",\"value\":\"%s\",\"mod_revision\":\"2\"}"
                .formatted(
                        Etcd.base64(PREFIX + "a"),
                        Etcd.base64(record("http://127.0.0.31:30000", ",\"disagg_mode\":\"mixed\"")));
        String listing = "{\"header\":{\"revision\":\"5\"},\"kvs\":[" + kv + "]}";
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/v3/kv/range", call -> answer(call, 200, listing));
        proxy.createContext("/v3/watch", call -> answer(call, 502, "cut off"));
        proxy.start();
        try (DiscoveredFleet found = fleet(proxy.getAddress().getPort(), "")) {
            found.awaitState("found", SourceState.BROKEN);
            found.awaitWorkers("http://127.0.0.31:30000");
        } finally {
            proxy.stop(0);
        }
    }

    private static void answer(HttpExchange call, int status, String text) throws IOException {
        try (call) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(status, body.length);
            call.getResponseBody().write(body);
        }
    }
}
