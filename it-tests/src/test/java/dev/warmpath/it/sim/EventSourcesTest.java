package dev.warmpath.it.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** vLLM 0.32 tells its publishers as {@code AsyncLLM.get_kv_event_sources} does: by rank, each with its own port. */
@Timeout(30)
class EventSourcesTest {

    @Test
    void sourcesAreToldByRank() throws Exception {
        try (SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.VLLM, Role.MIXED).ranks(0, 2).build())) {
            HttpRequest request = HttpRequest.newBuilder(engine.url().resolve("/kv_event_sources"))
                    .build();

            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

            JsonNode sources = new ObjectMapper().readTree(answer.body());
            assertThat(sources.fieldNames()).toIterable().containsExactly("0", "1");
            assertThat(port(sources.at("/1/endpoint")) - port(sources.at("/0/endpoint")))
                    .isEqualTo(1);
            assertThat(sources.at("/1/publisher").asText()).isEqualTo("zmq");
        }
    }

    private static int port(JsonNode endpoint) {
        String text = endpoint.asText();
        return Integer.parseInt(text.substring(text.lastIndexOf(':') + 1));
    }
}
