package dev.warmpath.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.it.support.Tools;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real etcd of one member, and what an engine's launcher does to it. */
final class Etcd implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final int port = ClosedPorts.next();
    private final int peerPort = ClosedPorts.next();
    private final List<String> options;
    private @Nullable Process process;

    Etcd(Path directory, String... options) {
        Tools.need("etcd");
        this.directory = directory;
        this.options = List.of(options);
    }

    int port() {
        return port;
    }

    /** Starts it, with what it held before; returns when it answers. */
    void start() throws IOException {
        String url = "http://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + peerPort;
        List<String> command = new ArrayList<>(List.of(
                Tools.path("etcd").toString(),
                "--name=one",
                "--data-dir=" + directory.resolve("data"),
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=one=" + peer,
                "--unsafe-no-fsync"));
        command.addAll(options);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("etcd.log").toFile())
                .start();
        await().atMost(DiscoveredFleet.SOON)
                .ignoreExceptions()
                .until(() -> call("/v3/kv/range", "{\"key\":\"YQ==\"}").has("header"));
    }

    void stop() {
        if (process != null) {
            process.destroyForcibly().onExit().orTimeout(5, TimeUnit.SECONDS).join();
            process = null;
        }
    }

    JsonNode call(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    void put(String key, String value) throws IOException, InterruptedException {
        put(key, value, "");
    }

    /** Lets a record go when nobody has renewed it for as long. */
    String lease(int seconds) throws IOException, InterruptedException {
        return call("/v3/lease/grant", "{\"TTL\":\"" + seconds + "\"}")
                .get("ID")
                .asText();
    }

    void put(String key, String value, String lease) throws IOException, InterruptedException {
        String with = lease.isEmpty() ? "" : ",\"lease\":\"" + lease + "\"";
        call("/v3/kv/put", "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"" + with + "}");
    }

    void delete(String key) throws IOException, InterruptedException {
        call("/v3/kv/deleterange", "{\"key\":\"" + base64(key) + "\"}");
    }

    /** All changes before now are forgotten, so that no watch can begin there. */
    void compact() throws IOException, InterruptedException {
        String revision = call("/v3/kv/range", "{\"key\":\"YQ==\"}")
                .at("/header/revision")
                .asText();
        call("/v3/kv/compaction", "{\"revision\":\"" + revision + "\",\"physical\":true}");
    }

    @Override
    public void close() {
        stop();
    }
}
