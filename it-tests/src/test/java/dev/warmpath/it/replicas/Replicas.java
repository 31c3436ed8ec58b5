package dev.warmpath.it.replicas;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.schedule.TimeModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Several routers as processes before one fleet of mixed workers, and a client that speaks to each of them. */
final class Replicas implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NAME = "routers.test";

    /** What must never be seen on the network between routers. */
    static final String SECRET = "test-replicas-secret";

    static final String KEY = "sk-test-replicas";

    private final int firstPort;
    private final Relay relay;

    private final SimFleet engines;
    private final List<RouterProcess> routers = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Starts them, and returns when all serve and, where they are to, hear each other.
     *
     * @param directory for their files
     * @param together whether they tell each other of their load
     */
    public Replicas(Path directory, int routers, int workers, boolean together) {
        List<SimEngineConfig.Builder> kinds = IntStream.range(0, workers)
                .mapToObj(i -> SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                        .model("m")
                        .times(TimeModel.defaults().withLimits(8_192, 256, 1_024)))
                .toList();
        this.engines = SimFleet.start(kinds);
        this.firstPort = PortBlockAllocator.system().allocate(2 * routers + 2);
        this.relay = new Relay(routers, firstPort, firstPort + 1);
        try {
            start(directory, routers, together);
        } catch (RuntimeException failed) {
            String said = this.routers.stream()
                    .map(router -> router.name() + ":\n" + router.said())
                    .collect(Collectors.joining("\n"));
            close();
            throw new IllegalStateException(said, failed);
        }
    }

    private void start(Path directory, int count, boolean together) {
        List<WorkerSettings> workers =
                engines.engines().stream().map(SimEngine::workerSettings).toList();
        for (int i = 1; i <= count; i++) {
            name(
                    directory,
                    i,
                    i == count ? List.of(i) : IntStream.range(1, count).boxed().toList());
            Path keys = keys(directory, i, Map.of("team-a", KEY));
            int port = firstPort + 2 * i;
            String yaml = """
                    server: {host: 127.0.0.1, port: %d, drain_delay: 0s, shutdown_grace: 1s, target_headers: true,
                      keys_file: "%s", keys_reload: 100ms}
                    admin: {host: 127.0.0.1, port: %d}
                    scoring: {prefill: {overlap_weight: 20.0}, decode: {overlap_weight: 2.0}, mixed: {overlap_weight: 20.0}}
                    cluster: {enabled: %s, name: r%d, host: %s, public_host: %s, port: %d, bus_port: %d, dns: %s, secret: %s,
                      member_timeout: 3s, full_interval: 500ms, stale_after: 1500ms}
                    models: [{name: m}]
                    """.formatted(
                            port,
                            keys,
                            port + 1,
                            together,
                            i,
                            Relay.host(i),
                            Relay.publicHost(i),
                            firstPort,
                            firstPort + 1,
                            NAME,
                            SECRET);
            List<String> options = List.of(
                    "-Djdk.net.hosts.file=" + hosts(directory, i),
                    "-Dsun.net.inetaddr.ttl=1",
                    // The relay tells routers by the addresses that their connections come from.
                    "-Dhazelcast.socket.client.bind.any=false");
            routers.add(
                    RouterProcess.start(directory, "r" + i, port, port + 1, yaml + WorkerYaml.of(workers), options));
        }
        until("all routers serve", () -> routers.stream().allMatch(RouterProcess::ready));
        until(
                "all streams live",
                () -> routers.stream()
                        .allMatch(
                                router -> router.metric("warmpath_stream_state", "state=\"live\"") == workers.size()));
        if (together) {
            until("the last is alone", () -> routers.get(count - 1).metric("warmpath_cluster_state", "alone") == 1);
            until(
                    "the others hear each other",
                    () -> routers.stream().limit(count - 1L).allMatch(router -> heard(router) == count - 2));
            for (int i = 1; i <= count; i++) {
                name(directory, i, IntStream.rangeClosed(1, count).boxed().toList());
            }
            until("all routers hear each other", () -> routers.stream().allMatch(router -> heard(router) == count - 1));
        }
    }

    /** The network between the routers. */
    public Relay relay() {
        return relay;
    }

    /** Writes which routers the name of all stands for, as this one's name server tells it. */
    private static void name(Path directory, int router, List<Integer> routers) {
        write(
                hosts(directory, router),
                routers.stream()
                        .map(other -> Relay.publicHost(other) + " " + NAME + "\n")
                        .collect(Collectors.joining()));
    }

    private static Path hosts(Path directory, int router) {
        return directory.resolve("hosts-" + router);
    }

    /** Writes a router's file of client keys, whole or not at all. */
    public static Path keys(Path directory, int router, Map<String, String> keys) {
        StringBuilder lines = new StringBuilder();
        keys.forEach((name, key) ->
                lines.append(name).append(' ').append(digest(key)).append('\n'));
        Path file = directory.resolve("keys-" + router);
        write(file, lines.toString());
        return file;
    }

    private static String digest(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void write(Path file, String text) {
        try {
            Path whole = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** What a router answers to a request with this key. */
    public int status(RouterProcess router, String key) {
        HttpRequest models = HttpRequest.newBuilder(router.url("/v1/models"))
                .header("authorization", "Bearer " + key)
                .timeout(PATIENCE)
                .build();
        try {
            return client.send(models, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** Other routers whose load counts on this one. */
    public static long heard(RouterProcess router) {
        return Math.round(router.metric("warmpath_cluster_members", "state=\"live\""));
    }

    /** Legs of others that count on this router. */
    public static long others(RouterProcess router) {
        return Math.round(router.metric("warmpath_cluster_target_requests", ""));
    }

    public RouterProcess router(int number) {
        return routers.get(number);
    }

    public List<RouterProcess> routers() {
        return List.copyOf(routers);
    }

    /** The workers' ids. */
    public List<String> workers() {
        return engines.engines().stream().map(engine -> engine.url().toString()).toList();
    }

    /** Sends prompts at once, turn about to these routers, and tells how many each worker got. */
    public Map<String, Integer> burst(List<RouterProcess> to, List<int[]> prompts) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < prompts.size(); i++) {
            HttpRequest request = request(to.get(i % to.size()), prompts.get(i), 8, false);
            answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
        }
        Map<String, Integer> shares = new TreeMap<>();
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            HttpResponse<String> whole = answer.join();
            if (whole.statusCode() != 200) {
                throw new IllegalStateException("a request failed: " + whole.body());
            }
            shares.merge(target(whole), 1, Integer::sum);
        }
        return shares;
    }

    /** So many times the same prompt. */
    public static List<int[]> identical(int times, int[] prompt) {
        return Collections.nCopies(times, prompt);
    }

    /** A stream that stays open until it is closed. */
    public OpenStream open(RouterProcess router, int[] prompt) {
        try {
            HttpResponse<InputStream> answer =
                    client.send(request(router, prompt, 100_000, true), HttpResponse.BodyHandlers.ofInputStream());
            return new OpenStream(target(answer), answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException("no stream", e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a stream opens", interrupted);
        }
    }

    /** A stream and the target that it went to. */
    public record OpenStream(String target, InputStream body) implements AutoCloseable {
        @Override
        public void close() {
            try {
                body.close();
            } catch (IOException gone) {
                // What is wanted.
            }
        }
    }

    private static String target(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("x-warmpath-prefill")
                .orElseThrow(() -> new IllegalStateException("no target is named; status " + answer.statusCode()));
    }

    private static HttpRequest request(RouterProcess router, int[] prompt, int answerTokens, boolean stream) {
        ObjectNode body = JSON.createObjectNode()
                .put("model", "m")
                .put("max_tokens", answerTokens)
                .put("ignore_eos", true)
                .put("stream", stream);
        ArrayNode tokens = body.putArray("prompt");
        for (int token : prompt) {
            tokens.add(token);
        }
        return HttpRequest.newBuilder(router.url("/v1/completions"))
                .header("content-type", "application/json")
                .header("authorization", "Bearer " + KEY)
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
    }

    /** Tokens that no other prompt of another number begins with. */
    public static int[] prompt(int number, int tokens) {
        return IntStream.range(0, tokens).map(i -> 1 + number * 100_000 + i).toArray();
    }

    private static void until(String what, BooleanSupplier is) {
        await(what).atMost(PATIENCE).until(is::getAsBoolean);
    }

    @Override
    public void close() {
        routers.forEach(RouterProcess::close);
        relay.close();
        engines.close();
    }
}
