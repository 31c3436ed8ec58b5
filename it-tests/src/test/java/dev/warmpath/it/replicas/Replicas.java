package dev.warmpath.it.replicas;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.Engine;
import dev.warmpath.config.settings.Role;
import dev.warmpath.config.settings.WorkerSettings;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.schedule.TimeModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
    private static final String SECRET = "test-replicas";

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
        int[] ports = freePorts(3 * count);
        String peers = IntStream.range(0, count)
                .mapToObj(i -> "'127.0.0.1:" + ports[3 * i + 2] + "'")
                .collect(Collectors.joining(", "));
        for (int i = 0; i < count; i++) {
            String yaml =
                    """
                    server: {host: 127.0.0.1, port: %d, drain_delay: 0s, shutdown_grace: 1s, target_headers: true}
                    admin: {host: 127.0.0.1, port: %d}
                    scoring: {prefill: {overlap_weight: 20.0}, decode: {overlap_weight: 2.0}, mixed: {overlap_weight: 20.0}}
                    cluster: {enabled: %s, name: r%d, port: %d, bus_port: 0, peers: [%s], secret: %s, member_timeout: 3s,
                      full_interval: 500ms, stale_after: 1500ms}
                    models: [{name: m}]
                    """.formatted(ports[3 * i], ports[3 * i + 1], together, i + 1, ports[3 * i + 2], peers, SECRET);
            routers.add(RouterProcess.start(
                    directory, "r" + (i + 1), ports[3 * i], ports[3 * i + 1], yaml + WorkerYaml.of(workers)));
        }
        until("all routers serve", () -> routers.stream().allMatch(RouterProcess::ready));
        until(
                "all streams live",
                () -> routers.stream()
                        .allMatch(
                                router -> router.metric("warmpath_stream_state", "state=\"live\"") == workers.size()));
        if (together) {
            until("all routers hear each other", () -> routers.stream().allMatch(router -> heard(router) == count - 1));
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

    private static int[] freePorts(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            int[] ports = held.stream().mapToInt(ServerSocket::getLocalPort).toArray();
            for (ServerSocket socket : held) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("no free ports", e);
        }
    }

    @Override
    public void close() {
        routers.forEach(RouterProcess::close);
        engines.close();
    }
}
