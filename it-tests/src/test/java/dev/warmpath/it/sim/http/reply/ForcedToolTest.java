package dev.warmpath.it.sim.http.reply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The simulated engine calls the tool that a client forces. */
class ForcedToolTest {

    private static final String SAID = "a \"quoted\"\nline";

    private final ObjectMapper json = new ObjectMapper();
    private final OpenAiShape shape = new OpenAiShape(json, true, "chatcmpl-1", 0, "m", "weather");
    private final Choice choice = new Choice(0);

    private String say(String piece, boolean first, String ending) {
        String said = ForcedCall.said("weather", piece, first, ending);
        choice.add(1, said);
        return said;
    }

    @Test
    void wholeAnswerIsACallWhoseArgumentsAreJson() throws Exception {
        say("a \"quoted", true, "");
        say("\"\nline", false, ForcedCall.CALLED);
        choice.finish(ForcedCall.CALLED);

        JsonNode answer = shape.whole(List.of(choice), json.createObjectNode(), null)
                .path("choices")
                .path(0);
        JsonNode call = answer.path("message").path("tool_calls").path(0);
        assertThat(answer.path("message").path("content").isNull()).isTrue();
        assertThat(answer.path("finish_reason").textValue()).isEqualTo("tool_calls");
        assertThat(call.path("function").path("name").textValue()).isEqualTo("weather");
        JsonNode arguments =
                json.readTree(call.path("function").path("arguments").textValue());
        assertThat(arguments.path("text").textValue()).isEqualTo(SAID);
    }

    @Test
    void chunksNameTheCallOnceAndAddUpToItsArguments() throws Exception {
        JsonNode opening = call(Objects.requireNonNull(shape.opening(choice)));
        assertThat(opening.path("function").path("name").textValue()).isEqualTo("weather");
        assertThat(opening.path("id").textValue()).isNotEmpty();

        JsonNode one = call(shape.piece(choice, say("a \"quoted", true, ""), null));
        JsonNode two = call(shape.piece(choice, say("\"\nline", false, ForcedCall.CALLED), ForcedCall.CALLED));

        assertThat(List.of(one.has("id"), two.has("id"))).containsOnly(false);
        String arguments = one.path("function").path("arguments").textValue()
                + two.path("function").path("arguments").textValue();
        assertThat(json.readTree(arguments).path("text").textValue()).isEqualTo(SAID);
    }

    private static JsonNode call(JsonNode chunk) {
        return chunk.path("choices").path(0).path("delta").path("tool_calls").path(0);
    }
}
