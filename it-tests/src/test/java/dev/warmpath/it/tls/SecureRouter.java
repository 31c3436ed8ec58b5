package dev.warmpath.it.tls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.router.server.RouterServer;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** A router that runs by a configuration file's text, and https clients for it. */
final class SecureRouter implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(15);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** All of a configuration but {@code server}, {@code admin}, {@code upstream} and {@code workers}. */
    private static final String COMMON = """
            scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}, mixed: {overlap_weight: 20}}
            # Handshakes are work: more of them would keep a busy machine from ever answering in time.
            health: {interval: 500ms, timeout: 20s}
            breaker: {open_min: 50ms, open_max: 100ms}
            """;

    private final RouterServer server;
    private final boolean plainAdmin;

    private SecureRouter(RouterServer server, boolean plainAdmin) {
        this.server = server;
        this.plainAdmin = plainAdmin;
    }

    /**
     * Starts a router.
     *
     * @param yaml the sections that {@link #COMMON} leaves out
     * @param directory where the files lie that it names
     */
    static SecureRouter start(String yaml, Path directory) {
        LoadResult result = ConfigLoader.loadText(COMMON + yaml, directory, Map.of(), List.of(), PathCheck.MUST_EXIST);
        Assertions.assertThat(result).isInstanceOf(LoadResult.Loaded.class);
        var settings = ((LoadResult.Loaded) result).settings();
        return new SecureRouter(RouterServer.start(settings), settings.admin().tls() == null);
    }

    /** The files of an engine's own port. */
    static ServerTls files(Path directory, String name, @Nullable String clientCa) {
        return new ServerTls(
                directory.resolve(name + ".crt"),
                directory.resolve(name + ".key"),
                clientCa == null ? null : directory.resolve(clientCa + ".crt"),
                Duration.ofHours(1));
    }

    RouterServer server() {
        return server;
    }

    /** @param own what the client shows when it is asked, or null */
    static SSLContext context(X509Bundle trusted, @Nullable X509Bundle own) {
        try {
            KeyManager[] keys = own == null ? null : own.toKeyManagerFactory().getKeyManagers();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trusted.toTrustManagerFactory().getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Speaks HTTP/1.1 or 2, whichever the router likes. */
    static HttpClient client(SSLContext context) {
        return HttpClient.newBuilder()
                .sslContext(context)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    URI data(String scheme, String path) {
        return URI.create(scheme + "://127.0.0.1:" + server.port() + path);
    }

    URI admin(String path) {
        return URI.create((plainAdmin ? "http" : "https") + "://127.0.0.1:" + server.adminPort() + path);
    }

    static HttpResponse<String> get(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpRequest completion(String scheme, String prompt) {
        String body = "{\"model\":\"m\",\"prompt\":" + prompt + ",\"max_tokens\":2}";
        return HttpRequest.newBuilder(data(scheme, "/v1/completions"))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException notJson) {
            throw new AssertionError(answer.body(), notJson);
        }
    }

    /** The sum of all series of a scrape whose line begins so. */
    static double metric(String scrape, String begin) {
        return scrape.lines()
                .filter(line -> line.startsWith(begin))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public void close() {
        server.close();
    }
}
