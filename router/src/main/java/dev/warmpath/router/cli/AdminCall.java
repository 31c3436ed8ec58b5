package dev.warmpath.router.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which a command finds a router's admin port, and the call to it. */
final class AdminCall {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String TOKEN_VARIABLE = "WARMPATH_ADMIN_TOKEN";

    @Option(
            names = "--admin",
            required = true,
            paramLabel = "URL",
            converter = AdminUrl.class,
            description = "The router's admin port, for example http://127.0.0.1:9090.")
    @SuppressWarnings("NullAway.Init")
    private URI admin;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "The admin token (default: the environment's WARMPATH_ADMIN_TOKEN, which other users of the"
                    + " machine do not see).")
    private @Nullable String token;

    /** As the user wrote it. */
    URI admin() {
        return admin;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(admin.resolve(path)).GET());
    }

    /** Sends a JSON body. */
    HttpResponse<String> post(String path, byte[] body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(admin.resolve(path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        String bearer = token == null ? System.getenv(TOKEN_VARIABLE) : token;
        if (bearer != null && !bearer.isBlank()) {
            request.header("authorization", "Bearer " + bearer);
        }
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        return client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Why there is no answer, and what may be done about it. */
    String noAnswer(Exception failed) {
        String hint = "";
        if (failed instanceof ConnectException) {
            // The JDK's client gives it no message, and its class says nothing to an operator.
            return "cannot ask " + admin
                    + ": no connection can be made: does a router run there, and is this its admin port?";
        } else if (failed instanceof SSLHandshakeException) {
            hint = ": docs/api.md says how to trust a certificate of your own";
        }
        return "cannot ask " + admin + ": " + failed + hint;
    }

    /** What may be wrong when the admin port answers with this status; empty when that is not known. */
    static String hint(int status) {
        return switch (status) {
            case 401, 403 -> ": give its token in WARMPATH_ADMIN_TOKEN";
            case 404 -> ": is this the admin port of a router that can do this?";
            default -> "";
        };
    }
}
