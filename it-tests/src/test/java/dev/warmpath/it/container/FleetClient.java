package dev.warmpath.it.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Asks a router that runs in a container. */
final class FleetClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    /** A chat whose prompt nobody else has: its number is in its first words, and some twenty blocks follow. */
    static String chat(int number) {
        return chatAbout("Chat number " + number + " is about "
                + IntStream.range(0, 100)
                        .mapToObj(i -> "map " + (number * 31 + i))
                        .collect(Collectors.joining(" ")));
    }

    /** A chat of one message. */
    static String chatAbout(String text) {
        return "{\"model\":\"demo\",\"max_tokens\":4,\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]}";
    }

    CompletableFuture<HttpResponse<String>> send(String address, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + ":8080/v1/chat/completions"))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Where the prefill of a chat was done; fails unless it is answered well. */
    String prefillOf(String address, String body) {
        HttpResponse<String> answer = send(address, body).join();
        if (answer.statusCode() != OK) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return answer.headers().firstValue("x-warmpath-prefill").orElse("");
    }

    /** What {@code /ready} is answered, behind its status; {@code 0} and why where there is no answer. */
    String readiness(String address) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + ":8080/ready"))
                .timeout(Duration.ofSeconds(5))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .handle((answer, failed) -> failed == null ? answer.statusCode() + " " + answer.body() : "0 " + failed)
                .join();
    }

    /** What a router's metrics are. */
    String scrape(String address) {
        return admin(address, "/metrics");
    }

    private String admin(String address, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + ":9090" + path))
                .timeout(Duration.ofSeconds(5))
                .header("authorization", "Bearer " + ContainerFleet.ADMIN_TOKEN)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
    }

    /** A worker as the admin port tells it. */
    JsonNode worker(String address, String name) {
        String body = admin(address, "/admin/workers");
        try {
            return StreamSupport.stream(JSON.readTree(body).path("workers").spliterator(), false)
                    .filter(worker -> worker.path("url").asText().equals("http://" + name + ":30000"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no worker " + name + " in " + body));
        } catch (IOException notJson) {
            throw new UncheckedIOException(body, notJson);
        }
    }

    /** The states of a worker's event streams, rank by rank. */
    List<String> streams(String address, String name) {
        return StreamSupport.stream(worker(address, name).path("ranks").spliterator(), false)
                .map(rank -> rank.at("/stream/state").asText())
                .toList();
    }

    /** Blocks that a router believes a worker to hold on its device. */
    long blocks(String address, String name) {
        return StreamSupport.stream(worker(address, name).path("ranks").spliterator(), false)
                .mapToLong(rank -> rank.at("/blocks/device").asLong())
                .sum();
    }
}
