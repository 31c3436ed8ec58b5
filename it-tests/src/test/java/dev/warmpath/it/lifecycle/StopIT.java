package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scenario 81: the router itself is told to stop. */
@Timeout(60)
class StopIT {

    private static final String TOKEN = "data: {\"choices\":[{\"text\":\"a\"}]}\n\n";

    private final RouterUnderTest fleet = new RouterUnderTest();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** Opens a stream; completes when its first token has passed through. */
    private CompletableFuture<ScriptedWorker.Received> stream() {
        CompletableFuture<ScriptedWorker.Received> open = new CompletableFuture<>();
        fleet.mixed(leg -> {
            leg.events(TOKEN);
            open.complete(leg);
        });
        return open;
    }

    /** A client that keeps its connection goes elsewhere with its next request, before this one is cut under it. */
    @Test
    void readinessFailsFirstAndRequestsAreServedOnConnectionsThatEndUntilTheDelayIsOver() throws Exception {
        fleet.drainDelay = Duration.ofSeconds(3);
        fleet.mixed(LegScripts::good);
        assertThat(fleet.get("/ready").statusCode()).isEqualTo(200);
        assertThat(endsConnection(fleet.complete())).isFalse();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fleet.router()::close);
        await().atMost(SOON).until(() -> fleet.get("/ready").statusCode() == 503);

        assertThat(fleet.get("/ready").body()).contains("\"stopping\":true");
        HttpResponse<String> answer = fleet.complete();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(endsConnection(answer)).isTrue();
        assertThat(stopped).isNotDone();
        stopped.get(20, TimeUnit.SECONDS);
        assertThatThrownBy(fleet::status).isInstanceOf(ConnectException.class);
    }

    private static boolean endsConnection(HttpResponse<String> answer) {
        return answer.headers().firstValue("connection").equals(Optional.of("close"));
    }

    @Test
    void openStreamsRunOnWhileNewConnectionsAreRefused() throws Exception {
        fleet.grace = Duration.ofSeconds(20);
        CompletableFuture<ScriptedWorker.Received> open = stream();
        CompletableFuture<HttpResponse<String>> answer =
                fleet.client.sendAsync(fleet.request(true), HttpResponse.BodyHandlers.ofString());
        ScriptedWorker.Received leg = open.get();
        int port = fleet.router().port();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(fleet.router()::close);
        await().atMost(SOON).until(() -> refuses(port));
        leg.response().end("data: [DONE]\n\n");

        assertThat(answer.get(10, TimeUnit.SECONDS).body()).isEqualTo(TOKEN + "data: [DONE]\n\n");
        // Not the whole grace: nothing is open any more.
        stopped.get(10, TimeUnit.SECONDS);
    }

    private static boolean refuses(int port) throws IOException {
        try (java.net.Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException refused) {
            return true;
        }
    }

    @Test
    void whatIsOpenAfterTheGraceIsEndedByName() throws Exception {
        fleet.grace = Duration.ofMillis(300);
        CompletableFuture<ScriptedWorker.Received> open = stream();
        StringBuilder seen = new StringBuilder();
        CompletableFuture<?> answer = fleet.client
                .sendAsync(fleet.request(true), HttpResponse.BodyHandlers.ofLines())
                .thenAccept(
                        head -> head.body().forEach(line -> seen.append(line).append('\n')));
        ScriptedWorker.Received leg = open.get();

        fleet.router().close();

        // Closed inside the body: no client takes it for a complete answer.
        assertThat(answer.handle((done, broken) -> broken).get(10, TimeUnit.SECONDS))
                .isNotNull();
        assertThat(seen.toString())
                .startsWith(TOKEN)
                .contains("router_stopping")
                .doesNotContain("[DONE]");
        assertThat(leg.closed().get(5, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void requestWithoutAnAnswerYetIsToldThatTheRouterStops() throws Exception {
        ScriptedWorker silent = fleet.mixed(LegScripts::silent);
        CompletableFuture<HttpResponse<String>> answer =
                fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString());
        await().atMost(SOON).until(() -> silent.received().size() == 1);

        fleet.router().close();

        assertThat(answer.get(5, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
        assertThat(RouterUnderTest.json(answer.join()).at("/error/code").asText())
                .isEqualTo("router_stopping");
    }

    /** The process as users run it. */
    private static final class Serve implements AutoCloseable {
        final Process process;
        private final CompletableFuture<Boolean> up = new CompletableFuture<>();
        private final CompletableFuture<Boolean> stopping = new CompletableFuture<>();

        Serve(Path directory, String drainDelay) throws IOException {
            Path file = directory.resolve("router.yaml");
            Files.writeString(file, """
                server: {host: 127.0.0.1, port: 0, drain_delay: %s}
                admin: {port: 0}
                scoring: {prefill: {overlap_weight: 1}, decode: {overlap_weight: 1}}
                models: [{name: m}]
                """.formatted(drainDelay));
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            process = new ProcessBuilder(List.of(
                            java,
                            "-XX:TieredStopAtLevel=1",
                            // As in production: the tests' own says too little.
                            "-Dlogback.configurationFile=logback.xml",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "dev.warmpath.router.cli.Main",
                            "serve",
                            "--config",
                            file.toString()))
                    .redirectErrorStream(true)
                    .start();
            // Ends with the process.
            new Thread(this::read, "serve-output").start();
        }

        private void read() {
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                String all = out.lines()
                        .peek(line -> {
                            if (line.contains("router is up")) {
                                up.complete(true);
                            } else if (line.contains("router is stopping")) {
                                stopping.complete(true);
                            }
                        })
                        .collect(Collectors.joining("\n"));
                up.completeExceptionally(new AssertionError(all));
                stopping.completeExceptionally(new AssertionError(all));
            } catch (IOException closed) {
                up.completeExceptionally(closed);
                stopping.completeExceptionally(closed);
            }
        }

        /** Sends SIGHUP, as a terminal does that closes; returns when the process has begun to stop. */
        void hangUp() throws Exception {
            Process kill = new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start();
            assertThat(kill.waitFor()).isZero();
            stopping.get(20, TimeUnit.SECONDS);
        }

        /** Sends SIGTERM. {@link Process#destroy} would close our end of its output as well. */
        void terminate() {
            process.toHandle().destroy();
        }

        void awaitUp() throws Exception {
            up.get(40, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    @Test
    void sigtermEndsTheProcessWithStatusZero(@TempDir Path directory) throws Exception {
        try (Serve serve = new Serve(directory, "0s")) {
            serve.awaitUp();

            serve.terminate();

            assertThat(serve.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(serve.process.exitValue()).isZero();
        }
    }

    @Test
    void sighupStopsInOrderAndASecondSignalEndsTheProcessAtOnce(@TempDir Path directory) throws Exception {
        try (Serve serve = new Serve(directory, "1h")) {
            serve.awaitUp();

            serve.hangUp();
            assertThat(serve.process.isAlive()).isTrue();
            serve.terminate();

            assertThat(serve.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(serve.process.exitValue()).isEqualTo(128 + 15);
        }
    }
}
