package dev.warmpath.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.address.DnsServer;
import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.discovery.DnsSettings;
import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.pods.PodServer;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.router.cluster.bus.Bus;
import dev.warmpath.router.cluster.bus.HazelcastBus;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.cluster.wire.Seal;
import dev.warmpath.router.doctor.catalogue.ChoiceCheck;
import dev.warmpath.router.doctor.catalogue.ClusterCheck;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** One router whose models, prompts, workers and index each have a fault of their own. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FleetFaultsIT {

    private final SimFleet engines = SimFleet.start(List.of(
            mixed(Engine.VLLM, "single", 16),
            mixed(Engine.VLLM, "two-kinds", 16),
            mixed(Engine.SGLANG, "two-kinds", 32),
            mixed(Engine.SGLANG, "contradicted", 16),
            half("0.5.23"),
            half("0.4.6.post1"),
            mixed(Engine.VLLM, "salted", 16)
                    .events(EventOptions.builder(Engine.VLLM).arrays(6).build())));
    private final SimEngine only = engines.engines().get(0);
    private final SimEngine foreign = engines.engines().get(2);
    private final SimEngine contradicted = engines.engines().get(3);
    private final SimEngine unsplit = engines.engines().get(4);
    private final SimEngine outdated = engines.engines().get(5);
    private final SimEngine salted = engines.engines().get(6);
    private final String unknown = "http://127.0.0.1:" + ClosedPorts.next();
    private final String dead = "http://127.0.0.1:" + ClosedPorts.next();
    private final String probed = "http://127.0.0.1:" + ClosedPorts.next();
    private final String prefill = "http://127.0.0.1:" + ClosedPorts.next();
    private final String mooncake = "http://127.0.0.1:" + ClosedPorts.next();
    private final int samePort = ClosedPorts.next();
    private final int clusterPorts = PortBlockAllocator.system().allocate(4);
    private final Path notOurs = foreignFile();
    private final PodServer pods = pods();
    private final ExaminedFleet fleet = new ExaminedFleet(workers(), this::settings);

    /** Two pods that cannot both be, and one at a listed worker's address. */
    private PodServer pods() {
        PodServer server = new PodServer(ClosedPorts.next());
        Map<String, String> port = Map.of("port", Integer.toString(only.url().getPort()));
        server.put("listed", PodServer.pod("listed", "1", "127.0.0.1", Map.of(), port));
        server.put("first", PodServer.pod("first", "2", "127.0.0.41", Map.of("role", "mixed"), Map.of()));
        server.put("second", PodServer.pod("second", "3", "127.0.0.41", Map.of("role", "prefill"), Map.of()));
        server.start();
        return server;
    }

    private List<DiscoverySettings> sources() {
        DnsServer nobody = new DnsServer("127.0.0.1", ClosedPorts.next());
        DnsSettings dns = new DnsSettings(
                "engines.test",
                DnsSettings.RecordType.ADDRESS,
                DnsSettings.Family.BOTH,
                8000,
                "http",
                false,
                List.of(nobody),
                null,
                Duration.ofMillis(200));
        return List.of(
                source("unasked", dns, null),
                source("conflicting", null, pods("app=engine")),
                source("empty", null, pods("app=nobody")));
    }

    private static DiscoverySettings source(
            String name, @Nullable DnsSettings dns, @Nullable KubernetesSettings kubernetes) {
        WorkerTemplate template = new WorkerTemplate(
                Role.MIXED,
                Engine.VLLM,
                null,
                List.of("probed"),
                "discovered",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        return new DiscoverySettings(name, Duration.ZERO, Duration.ofMinutes(1), 100, template, dns, null, kubernetes);
    }

    private KubernetesSettings pods(String selector) {
        return new KubernetesSettings(
                PodServer.NAMESPACE,
                selector,
                KubernetesSettings.USUAL_LABEL_PREFIX,
                8000,
                "http",
                URI.create("http://127.0.0.1:" + pods.port()),
                PodServer.TOKEN,
                null,
                null,
                KubernetesSettings.USUAL_INTERVAL,
                KubernetesSettings.USUAL_TIMEOUT);
    }

    private static Path foreignFile() {
        try {
            Path file = Files.createTempFile("warmpath", ".snapshot");
            file.toFile().deleteOnExit();
            return Files.writeString(file, "somebody's notes");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static SimEngineConfig.Builder mixed(Engine engine, String model, int blockSize) {
        return SimEngineConfig.builder(engine, Role.MIXED)
                .model(model)
                .blockSize(blockSize)
                .times(TimeModel.instant());
    }

    /** An engine that was started for prefill, of a model that nobody has split. */
    private static SimEngineConfig.Builder half(String version) {
        return SimEngineConfig.builder(Engine.SGLANG, Role.PREFILL)
                .model("unsplit")
                .version(version)
                .times(TimeModel.instant());
    }

    private List<WorkerSettings> workers() {
        List<WorkerSettings> workers = new ArrayList<>(engines.workerSettings().subList(0, 3));
        String half = contradicted.url().toString();
        workers.add(worker(
                half,
                Role.PREFILL,
                Engine.SGLANG,
                Protocol.SGLANG_BOOTSTRAP,
                "contradicted",
                null,
                ExaminedFleet.PROBED));
        for (SimEngine engine : List.of(unsplit, outdated)) {
            String url = engine.url().toString();
            workers.add(worker(url, Role.MIXED, Engine.SGLANG, Protocol.NONE, "unsplit", null, ExaminedFleet.PROBED));
        }
        workers.add(engines.workerSettings().get(6));
        workers.add(worker(unknown, Role.MIXED, null, Protocol.NONE, "unknown", null, null));
        String here = "tcp://127.0.0.1:" + samePort;
        KvEventsSettings overlapping = new KvEventsSettings.Connect(List.of(here), List.of(here), "");
        workers.add(worker(dead, Role.MIXED, Engine.VLLM, Protocol.NONE, "dead", overlapping, null));
        workers.add(worker(probed, Role.MIXED, Engine.VLLM, Protocol.NONE, "probed", null, ExaminedFleet.PROBED));
        workers.add(worker(
                prefill, Role.PREFILL, Engine.SGLANG, Protocol.SGLANG_BOOTSTRAP, "half", null, ExaminedFleet.PROBED));
        workers.add(worker(
                mooncake, Role.PREFILL, Engine.VLLM, Protocol.VLLM_MOONCAKE, "mooncake", null, ExaminedFleet.PROBED));
        return workers;
    }

    private static WorkerSettings worker(
            String url,
            Role role,
            @Nullable Engine engine,
            Protocol protocol,
            String model,
            @Nullable KvEventsSettings events,
            @Nullable HealthSettings health) {
        return WorkerSettings.of(URI.create(url), role, engine, protocol, List.of(model), "default", 1, 0, 16)
                .withBootstrapPort(role == Role.PREFILL ? ClosedPorts.next() : null)
                .withEvents(events)
                .withHealth(health);
    }

    private WarmpathSettings settings(WarmpathSettings s) {
        IndexSettings index = new IndexSettings(
                4,
                s.index().maxBlocksTotal(),
                s.index().maxOrphansPerRank(),
                s.index().maxExpectedBlocks(),
                s.index().maxLearnedPerRank(),
                s.index().learnedTtl());
        List<ModelSettings> models = new ArrayList<>(s.models());
        models.add(new ModelSettings("nobody", null, false));
        models.add(new ModelSettings("unloadable", Path.of("no-such-model"), false));
        SnapshotSettings snapshot = new SnapshotSettings(notOurs, Duration.ofMillis(100), Duration.ofHours(1), 1 << 20);
        return s.withIndex(index)
                .withModels(models)
                .withSnapshot(snapshot)
                .withDiscovery(sources())
                .withCluster(cluster(clusterPorts, "own"));
    }

    /** Of a router that looks for one more. */
    private ClusterSettings cluster(int port, String secret) {
        ClusterSettings d = ClusterSettings.defaults();
        return new ClusterSettings(
                true,
                d.name(),
                d.host(),
                d.publicHost(),
                port,
                port + 1,
                List.of("127.0.0.1:" + clusterPorts, "127.0.0.1:" + (clusterPorts + 2)),
                d.dns(),
                secret,
                d.tls(),
                d.interval(),
                d.fullInterval(),
                d.staleAfter(),
                d.memberTimeout(),
                d.maxMembers(),
                d.maxHintBlocks());
    }

    @BeforeAll
    void traffic() {
        fleet.serveNew("single", 8);
        String text = "{\"model\":\"single\",\"prompt\":\"some text\",\"max_tokens\":2}";
        assertThat(fleet.post("/v1/completions", text).join().statusCode()).isEqualTo(200);
        String image = text.replace("\"max_tokens\"", "\"image_data\":[\"AA==\"],\"max_tokens\"");
        fleet.post("/v1/completions", image).join();
        assertThat(fleet.post("/v1/completions", ExaminedFleet.completion("dead", 1))
                        .join()
                        .statusCode())
                .isGreaterThanOrEqualTo(500);
    }

    @AfterAll
    void stop() {
        fleet.close();
        pods.close();
        engines.close();
    }

    @Test
    void routerSecretDiffers() throws Exception {
        Bus other = HazelcastBus.join(
                        cluster(clusterPorts + 2, "another"), Seal.groupName("another"), new Bus.Listener() {
                            @Override
                            public void heard(Buffer message) {
                                assertThat(message.length()).isPositive();
                            }

                            @Override
                            public void refused(Refused reason, String from) {
                                assertThat(reason).isEqualTo(Refused.OTHER_SECRET);
                            }

                            @Override
                            public void left(String member) {
                                assertThat(member).isNotEmpty();
                            }
                        })
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        try {
            fleet.awaitNamed(ClusterCheck.ROUTER_SECRET_DIFFERS, null);
        } finally {
            other.leave().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    /** Its peer is not there, or knows another secret. The last: by then it has looked for long enough. */
    @Test
    @Order(Integer.MAX_VALUE)
    void routerAlone() {
        fleet.awaitNamed(ClusterCheck.ROUTER_ALONE, null);
    }

    @Test
    void routerMessagesRefused() {
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), clusterPorts + 1)) {
                stranger.getOutputStream().write(new byte[64]);
                return stranger.getInputStream().read() < 0;
            }
        });
        fleet.awaitNamed(ClusterCheck.ROUTER_MESSAGES_REFUSED, null);
    }

    @Test
    void oneCandidate() {
        fleet.awaitNamed(ChoiceCheck.ONE_CANDIDATE, only.url() + "#0");
    }

    @Test
    void tokenizerMissing() {
        fleet.awaitNamed(PromptCheck.TOKENIZER_MISSING, null);
    }

    @Test
    void tokenizerFailed() {
        fleet.awaitNamed(PromptCheck.TOKENIZER_FAILED, null);
    }

    @Test
    void contentUncredited() {
        fleet.awaitNamed(PromptCheck.CONTENT_UNCREDITED, null);
    }

    @Test
    void chatsUnmatched() {
        fleet.awaitNamed(PromptCheck.CHATS_UNMATCHED, foreign.url().toString());
    }

    @Test
    void blockSizesDiffer() {
        fleet.awaitNamed(ViewCheck.BLOCK_SIZES_DIFFER, null);
    }

    @Test
    void indexBudget() {
        fleet.awaitNamed(ViewCheck.INDEX_BUDGET, only.url() + "#0");
    }

    /** Scenario 88. */
    @Test
    void portsOverlap() {
        fleet.awaitNamed(StreamCheck.PORTS_OVERLAP, dead + "#0");
    }

    /** Somebody's file lies where the snapshot should. */
    @Test
    void snapshotRefused() {
        fleet.awaitNamed(ViewCheck.SNAPSHOT_REFUSED, null);
    }

    @Test
    void snapshotUnwritten() {
        fleet.awaitNamed(ViewCheck.SNAPSHOT_UNWRITTEN, null);
        assertThat(notOurs).hasContent("somebody's notes");
    }

    @Test
    void breakerOpen() {
        fleet.awaitNamed(WorkerCheck.BREAKER_OPEN, dead);
    }

    /** Scenario 89 c: a plain engine that is configured as half of a pair. */
    @Test
    void engineMismatch() {
        fleet.awaitNamed(WorkerCheck.ENGINE_MISMATCH, contradicted.url().toString());
        assertThat(fleet.complaints())
                .anyMatch(complaint -> complaint.endsWith("role is configured as prefill, and the engine says mixed"));
    }

    /** Scenario 89 c. */
    @Test
    void pdFlagsUnused() {
        fleet.awaitNamed(WorkerCheck.PD_FLAGS_UNUSED, null);
        Awaitility.await()
                .atMost(ExaminedFleet.SOON)
                .untilAsserted(() -> assertThat(fleet.complaints())
                        .anyMatch(complaint -> complaint.contains("model unsplit: engines were started as prefill"))
                        .anyMatch(complaint ->
                                complaint.contains("model contradicted: 1 workers are configured as prefill")));
    }

    @Test
    void versionOdd() {
        fleet.awaitNamed(WorkerCheck.VERSION_ODD, outdated.url().toString());
        fleet.awaitNamed(WorkerCheck.VERSION_ODD, null);
        assertThat(fleet.complaints())
                .anyMatch(
                        complaint -> complaint.contains("model unsplit, sglang: 0.4.6.post1 (" + outdated.url() + ")"));
    }

    @Test
    void engineUndetected() {
        fleet.awaitNamed(WorkerCheck.ENGINE_UNDETECTED, unknown);
    }

    /** Scenario 88: nobody has configured the address that the engine tells. */
    @Test
    void wildcardAddressThatOnlyTheEngineTells() {
        fleet.awaitNamed(StreamCheck.WILDCARD_ADDRESS, unsplit.url().toString());
    }

    /** Events of the oldest form leave salts out. What comes of an expectation is seen when another request is chosen for. */
    @Test
    void trafficUncredited() {
        fleet.serveSalted("salted", 8);
        Awaitility.await().atMost(ExaminedFleet.SOON).untilAsserted(() -> {
            fleet.serveNew("salted", 1);
            assertThat(fleet.complaints())
                    .anyMatch(complaint -> complaint.startsWith("traffic_uncredited " + salted.url() + "#0"));
        });
    }

    @Test
    void sourceBroken() {
        fleet.awaitNamed(WorkerCheck.SOURCE_BROKEN, null);
        assertThat(fleet.complaints())
                .filteredOn(complaint -> complaint.startsWith("source_broken"))
                .singleElement()
                .asString()
                .contains("unasked", "unreachable");
    }

    /** One worker is listed, and of two in one place the roles differ: each is told by who announces it. */
    @Test
    void announcedRefused() {
        Awaitility.await()
                .atMost(ExaminedFleet.SOON)
                .untilAsserted(() -> assertThat(fleet.complaints())
                        .filteredOn(complaint -> complaint.startsWith("announced_refused"))
                        .hasSize(2)
                        .anyMatch(complaint -> complaint.contains("inference/listed: url_taken"))
                        .anyMatch(complaint -> complaint.contains("inference/second: url_twice")));
    }

    @Test
    void sourceYieldsNobody() {
        fleet.awaitNamed(WorkerCheck.SOURCE_YIELDS_NOBODY, null);
        assertThat(fleet.complaints())
                .filteredOn(complaint -> complaint.startsWith("source_yields_nobody"))
                .singleElement()
                .asString()
                .contains("empty");
    }

    @Test
    void workerUnhealthy() {
        fleet.awaitNamed(WorkerCheck.WORKER_UNHEALTHY, probed);
    }

    /** Of vLLM the router asks for names there; of SGLang it only sees whether somebody listens. */
    @Test
    void bootstrapUnreachable() {
        fleet.awaitNamed(WorkerCheck.BOOTSTRAP_UNREACHABLE, mooncake);
        fleet.awaitNamed(WorkerCheck.BOOTSTRAP_UNREACHABLE, prefill);
    }

    @Test
    void drainingLong() {
        fleet.router().fleet().drain(foreign.url().toString(), true);
        assertThat(fleet.complaints()).noneMatch(complaint -> complaint.startsWith("draining_long"));

        fleet.awaitNamed(WorkerCheck.DRAINING_LONG, foreign.url().toString());

        fleet.router().fleet().drain(foreign.url().toString(), false);
        assertThat(fleet.complaints()).noneMatch(complaint -> complaint.startsWith("draining_long"));
    }

    @Test
    void roleMissing() {
        fleet.awaitNamed(WorkerCheck.ROLE_MISSING, null);
        assertThat(fleet.complaints())
                .anyMatch(complaint -> complaint.contains("model nobody: no worker"))
                .anyMatch(complaint -> complaint.contains("model half") && complaint.contains("decode ranks: none"));
    }
}
