package dev.warmpath.it.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.support.ClosedPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real Prometheus that scrapes one router every second. */
final class Prometheus implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Process process;
    private final Path log;
    private final int port;

    private Prometheus(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** @param rules rule files, absolute or from the working directory */
    static Prometheus scraping(int adminPort, Path rules, Path directory) throws IOException {
        Path config = directory.resolve("prometheus.yml");
        Files.writeString(config, """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: warmpath
                    static_configs: [{targets: ["127.0.0.1:%d"]}]
                """.formatted(rules.toAbsolutePath(), adminPort));
        int port = ClosedPorts.next();
        Path log = directory.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Prometheus prometheus = new Prometheus(process, log, port);
        Awaitility.await().atMost(PATIENCE).until(prometheus::scrapes);
        return prometheus;
    }

    private boolean scrapes() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("prometheus has ended: " + Files.readString(log));
        }
        try {
            return query("up{job=\"warmpath\"} == 1").size() == 1;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** The series that an instant query gives. */
    JsonNode query(String promql) {
        return get("/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8))
                .path("data")
                .path("result");
    }

    /** An answer of the HTTP API. */
    JsonNode get(String path) {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .timeout(Duration.ofSeconds(10))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode json = JSON.readTree(answer.body());
            assertThat(json.path("status").asText())
                    .as(path + ": " + answer.body())
                    .isEqualTo("success");
            return json;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Runs promtool with this input; returns what it says when it is content, and fails with that otherwise. */
    static String promtool(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var stdin = tool.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor(60, TimeUnit.SECONDS)).as("promtool ended").isTrue();
        assertThat(tool.exitValue()).as(said).isZero();
        return said;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
