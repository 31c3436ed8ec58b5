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
    private final int tlsPort = ClosedPorts.next();
    private final boolean tls;
    private String credentials = "";
    private @Nullable Process process;

    Etcd(Path directory) {
        this(directory, false);
    }

    /** @param tls whether it listens by TLS, too, with {@code etcd.crt} of the directory, for who has a certificate of {@code ca.crt} */
    Etcd(Path directory, boolean tls) {
        Tools.need("etcd");
        this.directory = directory;
        this.tls = tls;
    }

    int port() {
        return port;
    }

    int tlsPort() {
        return tlsPort;
    }

    boolean running() {
        return process != null;
    }

    /** Starts it, with what it held before; returns when it answers. */
    void start() throws IOException {
        String url = "http://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + peerPort;
        String clients = tls ? url + ",https://127.0.0.1:" + tlsPort : url;
        List<String> command = new ArrayList<>(List.of(
                Tools.path("etcd").toString(),
                "--name=one",
                "--data-dir=" + directory.resolve("data"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=one=" + peer,
                // One member elects itself, and the shortest lease is as long as one and a half elections.
                "--heartbeat-interval=20",
                "--election-timeout=200",
                "--unsafe-no-fsync"));
        if (tls) {
            command.add("--cert-file=" + directory.resolve("etcd.crt"));
            command.add("--key-file=" + directory.resolve("etcd.key"));
            command.add("--trusted-ca-file=" + directory.resolve("ca.crt"));
            command.add("--client-cert-auth");
        }
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
        String token = credentials.isEmpty()
                ? ""
                : JSON.readTree(send("/v3/auth/authenticate", credentials, "").body())
                        .path("token")
                        .asText();
        HttpResponse<String> answer = send(path, body, token);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private HttpResponse<String> send(String path, String body, String token) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("authorization", token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
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

    /** From now on all are asked who they are; this class is that user. */
    void enableAuthentication(String user, String password) throws IOException, InterruptedException {
        call("/v3/auth/user/add", "{\"name\":\"%s\",\"password\":\"%s\"}".formatted(user, password));
        call("/v3/auth/role/add", "{\"name\":\"root\"}");
        call("/v3/auth/user/grant", "{\"user\":\"%s\",\"role\":\"root\"}".formatted(user));
        call("/v3/auth/enable", "{}");
        credentials = "{\"name\":\"%s\",\"password\":\"%s\"}".formatted(user, password);
    }

    /** Nothing is left of what tests have put there. */
    void wipe() throws IOException, InterruptedException {
        call("/v3/kv/deleterange", "{\"key\":\"AA==\",\"range_end\":\"AA==\"}");
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
