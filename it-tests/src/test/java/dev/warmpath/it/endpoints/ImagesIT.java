package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.support.SimulatedFleet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 29, from the client to the blocks of the engine and back. */
@Timeout(60)
class ImagesIT extends DemoModelFleet {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SYSTEM =
            "You look at pictures of rivers and say where they were taken, in one sentence.";

    /** A way of showing an image; the text before it is the same for all images, unless it is left out. */
    private enum Way {
        CHATS("/v1/chat/completions"),
        MESSAGES("/v1/messages"),
        GENERATE("/generate");

        private final String path;

        Way(String path) {
            this.path = path;
        }

        private String body(String system, int image, String question) {
            String address = "https://example.com/" + image + ".png";
            String text = "{\"type\":\"text\",\"text\":\"" + question + "\"}";
            return switch (this) {
                case CHATS ->
                    "{\"model\":\"demo\",\"max_tokens\":2,\"messages\":[{\"role\":\"system\",\"content\":\"" + system
                            + "\"},{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\""
                            + address
                            + "\"}}," + text + "]}]}";
                case MESSAGES ->
                    "{\"model\":\"demo\",\"max_tokens\":2,\"system\":\"" + system
                            + "\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image\",\"source\":"
                            + "{\"type\":\"url\",\"url\":\"" + address + "\"}}," + text + "]}]}";
                case GENERATE ->
                    "{\"text\":\"" + system + " <image> " + question + "\",\"image_data\":\"" + address
                            + "\",\"sampling_params\":{\"max_new_tokens\":2}}";
            };
        }
    }

    private String shown(Way way, String system, int image, String question) {
        HttpResponse<String> answer = fleet.post(way.path, way.body(system, image, question));
        String target = SimulatedFleet.prefillOf(answer);
        fleet.awaitTruth();
        return target;
    }

    /** Images that nobody has seen go round; each comes back to where it was, whatever is asked of it. */
    @ParameterizedTest
    @CsvSource({"VLLM, MIXED, CHATS", "VLLM, PREFILL, MESSAGES", "SGLANG, MIXED, GENERATE", "SGLANG, PREFILL, GENERATE"
    })
    void repeatedImageIsDrawnToItsWorkerAndUnseenOnesGoByLoad(Engine kind, Role role, Way way) {
        for (int i = 0; i < 3; i++) {
            engine(kind, role);
        }
        if (role == Role.PREFILL) {
            engine(kind, Role.DECODE);
        }
        List<String> first = new ArrayList<>();
        for (int image = 0; image < 3; image++) {
            first.add(shown(way, image + " is what it is about", image, "Where is this?"));
        }
        assertThat(first).as("unseen ones").doesNotHaveDuplicates();
        for (int image = 2; image >= 0; image--) {
            assertThat(shown(way, "Another text than before " + image, image, "And when was it?"))
                    .isEqualTo(first.get(image));
        }
    }

    /** Behind an image the same tokens stand whatever it shows (vLLM): they are nobody's credit. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void nothingFromTheImageOnIsCreditedAndTheTextBeforeItIs(Engine kind) throws Exception {
        engine(kind, Role.MIXED);
        String question = "Where is this, and from which of its banks was the picture taken, and in which year?";
        shown(Way.CHATS, SYSTEM, 1, question);

        HttpResponse<String> other = fleet.post(Way.CHATS.path, Way.CHATS.body(SYSTEM, 2, question));
        fleet.awaitTruth();
        int before = SimulatedFleet.cachedTokens(other) / BLOCK;
        assertThat(before).as("the engine's own count").isPositive();

        JsonNode seen = candidate(Way.CHATS.body(SYSTEM, 1, question));
        JsonNode unseen = candidate(Way.CHATS.body(SYSTEM, 3, question));
        assertThat(unseen.at("/overlap/device").asInt()).isPositive().isLessThanOrEqualTo(before);
        assertThat(seen.at("/overlap/device").asInt())
                .as("text is credited, images are remembered apart")
                .isEqualTo(unseen.at("/overlap/device").asInt());
        assertThat(seen.at("/content/held").asInt()).isEqualTo(1);
        assertThat(unseen.at("/content/held").asInt()).isZero();
        assertThat(unseen.path("missed").asDouble() - seen.path("missed").asDouble())
                .isEqualTo(48);
    }

    /** What a client asks of one image again is cached to its end by the engine that has it. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void repeatedImageIsReallyCachedWhereItIsDrawn(Engine kind) {
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);
        Set<Integer> cached = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            cached.add(
                    SimulatedFleet.cachedTokens(fleet.post(Way.CHATS.path, Way.CHATS.body(SYSTEM, 1, "Where is this?")))
                            / BLOCK);
            fleet.awaitTruth();
        }
        assertThat(cached)
                .as("none the first time, the image and its text ever after")
                .hasSize(2);
        assertThat(cached).anyMatch(blocks -> blocks * BLOCK > 64);
    }

    private JsonNode candidate(String body) throws IOException, InterruptedException {
        URI explain = URI.create("http://127.0.0.1:" + fleet.router().adminPort() + "/admin/explain");
        String answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(explain)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return JSON.readTree(answer).path("candidates").path(0);
    }
}
