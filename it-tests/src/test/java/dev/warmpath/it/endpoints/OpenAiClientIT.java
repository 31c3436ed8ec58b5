package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.NotFoundException;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.ScriptedWorker;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** OpenAI's own client for Java on the endpoints beside chats and completions. */
@Timeout(30)
class OpenAiClientIT {

    private static final String RESPONSE =
            "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"model\":\"m\","
                    + "\"status\":\"completed\",\"output\":[{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\","
                    + "\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"hello\",\"annotations\":[]}]}],"
                    + "\"parallel_tool_calls\":true,\"tool_choice\":\"auto\",\"tools\":[]}";

    private final LegFixture fleet = new LegFixture();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private OpenAIClient client() {
        return OpenAIOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + fleet.router().port() + "/v1")
                .apiKey("unused")
                .maxRetries(0)
                .build();
    }

    @Test
    void responsesAreCreatedAndFetchedWhereTheyAreKept() {
        List<ScriptedWorker> workers = List.of(
                fleet.mixed(leg -> leg.answer(200, "application/json", RESPONSE)),
                fleet.mixed(leg -> leg.answer(200, "application/json", RESPONSE)));
        OpenAIClient client = client();
        try {
            String id = client.responses()
                    .create(ResponseCreateParams.builder()
                            .model("m")
                            .input("hi")
                            .build())
                    .id();
            assertThat(id).isEqualTo("resp_1");
            assertThat(client.responses().retrieve(id).id()).isEqualTo(id);
            assertThat(workers.stream().mapToInt(worker -> worker.received().size()))
                    .as("both at one worker")
                    .containsExactlyInAnyOrder(0, 2);
            assertThatThrownBy(() -> client.responses().retrieve("resp_other")).isInstanceOf(NotFoundException.class);
        } finally {
            client.close();
        }
    }

    @Test
    void embeddingsAreComputed() {
        fleet.mixed(leg -> leg.answer(
                200,
                "application/json",
                "{\"object\":\"list\",\"model\":\"m\",\"data\":[{\"object\":\"embedding\",\"index\":0,\"embedding\":[0.5,1.5]}],"
                        + "\"usage\":{\"prompt_tokens\":1,\"total_tokens\":1}}"));
        OpenAIClient client = client();
        try {
            assertThat(client.embeddings()
                            .create(EmbeddingCreateParams.builder()
                                    .model("m")
                                    .input("a")
                                    .encodingFormat(EmbeddingCreateParams.EncodingFormat.FLOAT)
                                    .build())
                            .data()
                            .get(0)
                            .embedding())
                    .containsExactly(0.5f, 1.5f);
        } finally {
            client.close();
        }
    }
}
