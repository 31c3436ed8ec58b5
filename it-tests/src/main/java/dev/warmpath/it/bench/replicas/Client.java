package dev.warmpath.it.bench.replicas;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends prompts of token ids. */
final class Client {

    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param url of a router or an engine */
    <T> CompletableFuture<HttpResponse<T>> send(
            String url, int[] prompt, int answerTokens, boolean stream, HttpResponse.BodyHandler<T> body) {
        ObjectNode json = JSON.createObjectNode()
                .put("model", ReplicaFleet.MODEL)
                .put("max_tokens", answerTokens)
                .put("ignore_eos", true)
                .put("stream", stream);
        ArrayNode tokens = json.putArray("prompt");
        for (int token : prompt) {
            tokens.add(token);
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/completions"))
                .header("content-type", "application/json")
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(json.toString()))
                .build();
        return http.sendAsync(request, body).thenApply(answer -> {
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(url + " answered " + answer.statusCode());
            }
            return answer;
        });
    }
}
