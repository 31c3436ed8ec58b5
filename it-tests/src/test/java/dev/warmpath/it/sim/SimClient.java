package dev.warmpath.it.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A plain HTTP client of simulated engines. */
final class SimClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    CompletableFuture<HttpResponse<String>> send(SimEngine engine, String path, String body, String... headers) {
        HttpRequest.Builder request = request(engine.url(), path)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.sendAsync(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(SimEngine engine, String path, String body, String... headers) {
        return send(engine, path, body, headers).join();
    }

    HttpResponse<String> get(SimEngine engine, String path) {
        return http.sendAsync(request(engine.url(), path).GET().build(), BodyHandlers.ofString())
                .join();
    }

    private static HttpRequest.Builder request(URI base, String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(30));
    }

    static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    /** The data of each event of a stream, the closing marker as it is. */
    static List<String> events(HttpResponse<String> response) {
        List<String> events = new ArrayList<>();
        for (String event : response.body().split("\n\n", 0)) {
            events.add(event.substring("data: ".length()));
        }
        return events;
    }

    /** {@code {"model":"demo","prompt":[from, from+1, ...],"max_tokens":n}} and whatever is put behind it. */
    static String completion(int from, int tokens, int maxTokens, String... more) {
        StringBuilder body = new StringBuilder("{\"model\":\"demo\",\"prompt\":[");
        for (int i = 0; i < tokens; i++) {
            body.append(i == 0 ? "" : ",").append(from + i);
        }
        body.append("],\"max_tokens\":").append(maxTokens);
        for (String field : more) {
            body.append(',').append(field);
        }
        return body.append('}').toString();
    }
}
