package dev.warmpath.it.container;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Volume;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.lifecycle.Startables;

/**
 * Two prefill workers and a decode worker of SGLang's kind, two ranks each, and routers in front of them, a container for each.
 * There is one network for HTTP and another for events, so that either can be cut alone.
 *
 * <p>Containers are reached at their own addresses: a port that is published on the host moves when its container is restarted.
 */
final class ContainerFleet implements AutoCloseable {

    static final String ADMIN_TOKEN = "of-this-test";

    private static final String IMAGE_VARIABLE = "TEST_IMAGE";

    /** Of which a text that fills the context takes up to a third while it is tokenized. */
    private static final long ENGINE_MEMORY = 768L << 20;

    private static final String CONTEXT_TOKENS = "16384";

    /** A name with the addresses of all routers, as a headless Service of Kubernetes has it. */
    private static final String ALL_ROUTERS = "routers";

    /** Probes that soon find an engine that is frozen. */
    static final String QUICK_PROBES = "{interval: 500ms, timeout: 1s, failures: 2, successes: 1}";

    /** Probes that take no engine for lost which waits for a turn on a busy machine. */
    static final String PATIENT_PROBES = "{interval: 500ms, timeout: 5s, failures: 4, successes: 1}";

    private final String image;
    private final Path directory;
    private final DockerClient docker = DockerClientFactory.instance().client();
    private final Network http = Network.newNetwork();
    private final Network events = Network.newNetwork();
    private final Map<String, GenericContainer<?>> containers = new LinkedHashMap<>();

    private ContainerFleet(String image, Path directory) {
        this.image = image;
        this.directory = directory;
    }

    /** Skips the test where nothing can run. */
    static void assumePossible() {
        assumeTrue(System.getenv(IMAGE_VARIABLE) != null, IMAGE_VARIABLE + " names no image");
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "no container engine answers");
    }

    /**
     * Starts the engines.
     *
     * @param directory for what routers are given to read
     */
    static ContainerFleet start(Path directory) throws IOException {
        ContainerFleet fleet = new ContainerFleet(Objects.requireNonNull(System.getenv(IMAGE_VARIABLE)), directory);
        try {
            DemoModel.unpack(directory.resolve("model"));
            fleet.engine("prefill-0", "prefill", "--bootstrap-port=8998", "--events-port=5557", "--replay-port=5657");
            fleet.engine("prefill-1", "prefill", "--bootstrap-port=8998", "--events-port=5557", "--replay-port=5657");
            fleet.engine("decode-0", "decode");
            fleet.launch("prefill-0", "prefill-1", "decode-0");
            return fleet;
        } catch (IOException | RuntimeException failed) {
            fleet.close();
            throw failed;
        }
    }

    private void writeConfiguration(String router, String probes, boolean several) throws IOException {
        StringBuilder yaml = new StringBuilder("""
                server: {host: 0.0.0.0, target_headers: true, drain_delay: 2s, shutdown_grace: 20s}
                admin: {host: 0.0.0.0, token: "%s"}
                scoring:
                  prefill: {overlap_weight: 20.0}
                  decode: {overlap_weight: 2.0}
                health: %s
                events: {liveness_timeout: 3s, connecting_after: 1s, name_check: 1s}
                upstream: {name_check: 1s}
                models: [{name: demo, tokenizer: model}]
                workers:
                """.formatted(ADMIN_TOKEN, probes));
        for (String name : List.of("prefill-0", "prefill-1")) {
            yaml.append("""
                      - url: http://%1$s:30000
                        role: prefill
                        engine: sglang
                        dp_size: 2
                        bootstrap_port: 8998
                        kv_events: {endpoint: "tcp://%1$s-events:5557", replay: "tcp://%1$s-events:5657"}
                    """.formatted(name).indent(0));
        }
        yaml.append("  - {url: \"http://decode-0:30000\", role: decode, engine: sglang, dp_size: 2}\n");
        if (several) {
            yaml.append("cluster: {enabled: true, host: %s, dns: %s, secret: between-the-routers-of-this-test}\n"
                    .formatted(router, ALL_ROUTERS));
        }
        Files.writeString(directory.resolve(router + ".yaml"), yaml);
        // The image's user is nobody here, and temporary directories are closed to him.
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    /** Adds an engine, which is up when it listens. */
    private void engine(String name, String role, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "sim",
                "--engine=sglang",
                "--role=" + role,
                "--host=0.0.0.0",
                "--port=30000",
                "--dp-size=2",
                "--speed=20",
                "--context-tokens=" + CONTEXT_TOKENS,
                "--pd-timeout=5"));
        command.addAll(List.of(more));
        add(name, ENGINE_MEMORY, command, List.of())
                .withTmpFs(Map.of("/tmp", "rw"))
                .withEnv("HEALTH_PORT", "30000")
                .waitingFor(Wait.forLogMessage("# \\w+ engine, .*\\n", 1));
    }

    /**
     * Starts routers, of which several tell each other of their load; returns when they answer.
     *
     * @param memoryBytes of each
     * @param probes how they probe, as their configuration writes it
     */
    void routers(long memoryBytes, String probes, String... names) throws IOException {
        for (String name : names) {
            writeConfiguration(name, probes, names.length > 1);
            router(name, memoryBytes);
        }
        launch(names);
    }

    private void router(String name, long memoryBytes) {
        Bind configuration = new Bind(directory.toString(), new Volume("/etc/warmpath"), AccessMode.ro);
        add(name, memoryBytes, List.of("serve", "--config", "/etc/warmpath/" + name + ".yaml"), List.of(configuration))
                .withNetworkAliases(ALL_ROUTERS)
                .waitingFor(Wait.forLogMessage(".*router is up.*\\n", 1));
    }

    /** Binds are set here and not by Testcontainers, which would fetch an image to see whether there can be any. */
    private GenericContainer<?> add(String name, long memoryBytes, List<String> command, List<Bind> binds) {
        GenericContainer<?> container = new GenericContainer<>(image)
                .withNetwork(http)
                .withNetworkAliases(name)
                .withCommand(command.toArray(String[]::new))
                .withCreateContainerCmdModifier(create -> Objects.requireNonNull(create.getHostConfig())
                        .withReadonlyRootfs(true)
                        .withBinds(binds)
                        .withMemory(memoryBytes)
                        .withMemorySwap(memoryBytes));
        containers.put(name, container);
        return container;
    }

    /** All at once. */
    private void launch(String... names) {
        Startables.deepStart(Stream.of(names).map(this::container)).join();
        for (String name : names) {
            connect(name, Way.EVENTS);
        }
    }

    /** Ends routers, and leaves the engines. */
    void remove(String... names) {
        for (String name : names) {
            container(name).stop();
            containers.remove(name);
        }
    }

    private GenericContainer<?> container(String name) {
        return Objects.requireNonNull(containers.get(name), name);
    }

    private String id(String name) {
        return container(name).getContainerId();
    }

    InspectContainerResponse inspect(String name) {
        return docker.inspectContainerCmd(id(name)).exec();
    }

    /** Its address on the network for HTTP. */
    String address(String name) {
        return address(name, Way.HTTP);
    }

    private String address(String name, Way way) {
        return inspect(name).getNetworkSettings().getNetworks().values().stream()
                .filter(network -> network(way).getId().equals(network.getNetworkID()))
                .map(ContainerNetwork::getIpAddress)
                .findFirst()
                .orElseThrow();
    }

    /** What a container has written. */
    String log(String name) {
        return container(name).getLogs();
    }

    void kill(String name) {
        docker.killContainerCmd(id(name)).exec();
    }

    /** As {@code docker stop} with time to drain. */
    void stop(String name) {
        docker.stopContainerCmd(id(name)).withTimeout(40).exec();
    }

    void start(String name) {
        docker.startContainerCmd(id(name)).exec();
    }

    /** Freezes its processes; its sockets stay. */
    void pause(String name) {
        docker.pauseContainerCmd(id(name)).exec();
    }

    void unpause(String name) {
        docker.unpauseContainerCmd(id(name)).exec();
    }

    void disconnect(String name, Way way) {
        docker.disconnectFromNetworkCmd()
                .withContainerId(id(name))
                .withNetworkId(network(way).getId())
                .exec();
    }

    void connect(String name, Way way) {
        docker.connectToNetworkCmd()
                .withContainerId(id(name))
                .withNetworkId(network(way).getId())
                .withContainerNetwork(new ContainerNetwork().withAliases(way == Way.HTTP ? name : name + "-events"))
                .exec();
    }

    private Network network(Way way) {
        return way == Way.HTTP ? http : events;
    }

    /**
     * Kills a container and starts it under the same names at other addresses: its own are taken by somebody else. Who connects
     * gets the lowest free address, so of two whose addresses are free the one with the lower has to come second.
     */
    void moveTo(String name, String squatter) {
        List<Way> squatterComesSecond = Stream.of(Way.values())
                .filter(way -> lastPart(squatter, way) < lastPart(name, way))
                .toList();
        kill(name);
        for (Way way : Way.values()) {
            disconnect(name, way);
            disconnect(squatter, way);
            if (!squatterComesSecond.contains(way)) {
                connect(squatter, way);
            }
            connect(name, way);
        }
        start(name);
        squatterComesSecond.forEach(way -> connect(squatter, way));
    }

    /** Of an address in a network of few containers. */
    private int lastPart(String name, Way way) {
        String address = address(name, way);
        return Integer.parseInt(address.substring(address.lastIndexOf('.') + 1));
    }

    @Override
    public void close() {
        List<GenericContainer<?>> started = new ArrayList<>(containers.values());
        started.forEach(GenericContainer::stop);
        http.close();
        events.close();
    }
}
