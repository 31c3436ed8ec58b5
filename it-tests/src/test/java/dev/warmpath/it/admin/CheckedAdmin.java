package dev.warmpath.it.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Calls an admin port by the operations of its document; every answer has to be as the document says. */
final class CheckedAdmin {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Set<Integer>> seen = new TreeMap<>();
    private final String base;
    private final ApiDocument document;
    private String token = "";

    CheckedAdmin(int port, String token) {
        base = "http://127.0.0.1:" + port;
        this.token = token;
        document = ApiDocument.of(raw("GET", "/admin/openapi.json", "").body());
    }

    ApiDocument document() {
        return document;
    }

    /** From here on with this bearer token; none when empty. */
    void as(String other) {
        token = other;
    }

    /** The statuses that were answered, by operation. */
    Map<String, Set<Integer>> seen() {
        return seen;
    }

    /**
     * Calls an operation.
     *
     * @param id of the worker, for operations that have one in their path
     * @param headers name, value, name, value
     */
    HttpResponse<String> call(String operation, String id, String body, String... headers) {
        ApiDocument.Operation asked = document.operation(operation);
        String path = asked.path().replace("{id}", URLEncoder.encode(id, StandardCharsets.UTF_8));
        HttpResponse<String> answer = raw(asked.method(), path, body, headers);
        seen.computeIfAbsent(operation, first -> new TreeSet<>()).add(answer.statusCode());
        assertThat(document.faults(operation, answer))
                .as("%s %s: %s", asked.method(), path, answer.body())
                .isEmpty();
        return answer;
    }

    HttpResponse<String> call(String operation) {
        return call(operation, "", "");
    }

    /** Any call; nothing is checked. */
    HttpResponse<String> raw(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }
}
