package dev.warmpath.it.discovery;

import static dev.warmpath.it.discovery.DiscoveredFleet.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.fleet.worker.Worker;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers that are pods of fabric8's mock of an API server, which its client has made. */
class KubernetesDiscoveryIT extends SourceScenarios {

    private static final String URL = "http://127.0.0.31:8000";

    private static MockKubernetes kubernetes;

    private final Set<Integer> present = new HashSet<>();
    private MockNamespace api;

    @BeforeAll
    static void startServer() throws IOException {
        kubernetes = new MockKubernetes();
    }

    @AfterAll
    static void endServer() {
        kubernetes.close();
    }

    @BeforeEach
    void takeNamespace() {
        api = kubernetes.namespace();
    }

    @AfterEach
    void serveAgain() {
        // Unless it serves already, since a test has failed in between.
        kubernetes.start();
    }

    private String place(int port) {
        return """
                kubernetes: {server: "http://127.0.0.1:%d", namespace: %s, selector: app=engine, port: %d,
                             interval: 200ms, timeout: 2s}""".formatted(kubernetes.port(), api.name(), port).replaceAll("\\s*\\n\\s*", " ");
    }

    @Override
    String place() {
        return place(addresses.port());
    }

    @Override
    void announce(int... wanted) {
        Set<Integer> now = new HashSet<>(Arrays.stream(wanted).boxed().toList());
        for (int address : now) {
            api.put(pod("pod-" + address, Addresses.host(address), Map.of()));
        }
        for (int address : present) {
            if (!now.contains(address)) {
                api.delete("pod-" + address);
            }
        }
        present.clear();
        present.addAll(now);
    }

    @Override
    void breakSource() {
        kubernetes.stop();
    }

    @Override
    void repairSource() {
        kubernetes.start();
    }

    private DiscoveredFleet found() {
        return new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    hold: 0s
                    worker: {role: mixed, engine: sglang, topology: {zone: hall-2}, kv_events: {endpoint: "tcp://*:5557"}}
                    %s
                """.formatted(place(8000)));
    }

    private static Pod pod(String name, String ip, Map<String, String> annotations) {
        return MockNamespace.pod(name, ip, Map.of(), annotations);
    }

    private Tuple rejected(String pod, RejectionReason reason) {
        return tuple(api.name() + "/" + pod, reason);
    }

    @Test
    void labelsAndAnnotationsTellOfAWorker() throws Exception {
        api.put(MockNamespace.pod(
                "p",
                "127.0.0.31",
                Map.of("role", "prefill", "model", "m", "group", "east"),
                Map.of(
                        "dp-size", "2",
                        "kv-events-ports", "5557, 6001",
                        "bootstrap-port", "8998",
                        "block-size", "64",
                        "rack", "r1",
                        "port", "30000")));
        api.put(pod("other", "127.0.0.32", Map.of()));
        api.edit("other", pod -> pod.editMetadata().addToLabels("app", "web").endMetadata());
        try (DiscoveredFleet found = found()) {
            found.awaitWorkers("http://127.0.0.31:30000");

            JsonNode worker = found.worker("http://127.0.0.31:30000");
            assertThat(worker.at("/role").asText()).isEqualTo("prefill");
            assertThat(worker.at("/group").asText()).isEqualTo("east");
            assertThat(worker.at("/block_size").asInt()).isEqualTo(64);
            assertThat(worker.at("/ranks/1/stream/endpoint").asText())
                    .as("each rank's port by itself")
                    .isEqualTo("tcp://127.0.0.31:6001");
            Worker placed = Objects.requireNonNull(found.router().fleet().view().worker("http://127.0.0.31:30000"));
            assertThat(placed.settings().topology()).isEqualTo(new TopologyLabels(null, null, "r1", "hall-2"));
        }
    }

    /** Scenario 81: who is deleted drains while it terminates, with its index kept. */
    @Test
    void terminatingAndUnreadyPodsGetNothing() throws Exception {
        api.put(pod("a", "127.0.0.31", Map.of()));
        api.put(pod("b", "127.0.0.32", Map.of()));
        api.put(pod("c", "127.0.0.33", Map.of()));
        api.ready("c", false);
        api.put(pod("d", "", Map.of()));
        try (DiscoveredFleet found = found()) {
            found.awaitWorkers(URL, "http://127.0.0.32:8000");
            Worker before = found.router().fleet().view().worker(URL);

            api.ready("a", false);
            await().atMost(SOON)
                    .until(() -> found.worker(URL).at("/state").asText().equals("withdrawn"));
            api.ready("a", true);
            await().atMost(SOON)
                    .until(() -> !found.worker(URL).at("/state").asText().equals("withdrawn"));
            assertThat(found.router().fleet().view().worker(URL)).isSameAs(before);

            api.terminate("a");
            await().atMost(SOON)
                    .until(() -> found.worker(URL).at("/state").asText().equals("withdrawn"));
            api.finish("a");
            found.awaitWorkers("http://127.0.0.32:8000");
        }
    }

    /** Scenario 78: an address is given to another pod, in another role, while the one before still terminates. */
    @Test
    void addressOfAPodThatGoesMayHaveANewOwner() throws Exception {
        api.put(MockNamespace.pod("a", "127.0.0.31", Map.of("role", "prefill"), Map.of()));
        try (DiscoveredFleet found = found()) {
            found.awaitWorkers(URL);

            api.terminate("a");
            api.put(MockNamespace.pod("b", "127.0.0.31", Map.of("role", "decode"), Map.of()));

            await().atMost(SOON)
                    .until(() -> found.worker(URL).at("/role").asText().equals("decode"));
            assertThat(found.worker(URL).at("/state").asText()).isNotEqualTo("withdrawn");
            api.finish("a");
            api.put(pod("c", "127.0.0.33", Map.of()));
            found.awaitWorkers(URL, "http://127.0.0.33:8000");
        }
    }

    @Test
    void badPodsCostOnlyThemselves() throws Exception {
        api.put(pod("good", "127.0.0.31", Map.of()));
        api.put(pod("number", "127.0.0.32", Map.of("dp-size", "eight")));
        api.put(pod("address", "not an address", Map.of()));
        api.put(pod("port", "127.0.0.35", Map.of("port", "9999999")));
        api.put(pod("long", "127.0.0.33", Map.of("models", "m,".repeat(3000))));
        api.put(pod("ports", "127.0.0.34", Map.of("dp-size", "2", "kv-events-ports", "5557")));
        try (DiscoveredFleet found = found()) {
            found.awaitWorkers(URL);

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(found.source("found").rejected())
                            .extracting(Rejection::origin, Rejection::reason)
                            .containsExactlyInAnyOrder(
                                    rejected("number", RejectionReason.MALFORMED_RECORD),
                                    rejected("address", RejectionReason.MALFORMED_RECORD),
                                    rejected("port", RejectionReason.MALFORMED_RECORD),
                                    rejected("long", RejectionReason.RECORD_TOO_LARGE),
                                    rejected("ports", RejectionReason.BAD_WORKER)));
        }
    }

    /** A pod in whose place another of the same name comes up has another address, as with a StatefulSet. */
    @Test
    void addressAndLabelsOfAPodMayChange() throws Exception {
        api.put(pod("a", "127.0.0.31", Map.of()));
        api.put(pod("b", "127.0.0.32", Map.of()));
        try (DiscoveredFleet found = found()) {
            found.awaitWorkers(URL, "http://127.0.0.32:8000");
            Worker before = found.router().fleet().view().worker("http://127.0.0.32:8000");

            api.edit("a", pod -> pod.editStatus().withPodIP("127.0.0.33").endStatus());
            found.awaitWorkers("http://127.0.0.32:8000", "http://127.0.0.33:8000");
            api.edit("a", pod -> pod.editMetadata().addToLabels("app", "web").endMetadata());
            found.awaitWorkers("http://127.0.0.32:8000");
            api.edit("a", pod -> pod.editMetadata().addToLabels("app", "engine").endMetadata());
            found.awaitWorkers("http://127.0.0.32:8000", "http://127.0.0.33:8000");

            assertThat(found.router().fleet().view().worker("http://127.0.0.32:8000"))
                    .isSameAs(before);
        }
    }
}
