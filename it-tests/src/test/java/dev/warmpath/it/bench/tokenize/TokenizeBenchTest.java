package dev.warmpath.it.bench.tokenize;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.demo.TemporaryDemoModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the benchmark measures what it says; how fast anything is does not matter here. */
class TokenizeBenchTest {

    @Test
    void everyScriptAndLengthIsMeasured() throws IOException {
        try (TemporaryDemoModel model = TemporaryDemoModel.unpack()) {
            JsonNode json = new TokenizeBench(model.directory(), 5, List.of(2_000, 3_000))
                    .run(Duration.ofMillis(1))
                    .json();

            assertThat(json.path("cells")).hasSize(2 * Script.values().length);
            for (JsonNode cell : json.path("cells")) {
                assertThat(cell.path("tokens").intValue())
                        .as("tokens of %s", cell)
                        .isBetween(1_500, 4_500);
                assertThat(cell.path("firstMillis").doubleValue()).isPositive();
                assertThat(cell.path("nextMillis").doubleValue()).isPositive();
                assertThat(cell.path("conversations").intValue()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void theNextTurnRepeatsWhatWasSaidAndAddsToIt(Script script) throws IOException {
        GrowingChat chat = new GrowingChat("m", script, new Random(3));
        chat.growTo(20_000);
        JsonNode before = messages(chat);

        chat.nextTurn();

        JsonNode after = messages(chat);
        assertThat(after).hasSize(before.size() + 2);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i)).isEqualTo(before.get(i));
        }
        String text = new String(chat.body(), StandardCharsets.UTF_8);
        assertThat(text.chars().allMatch(c -> c < 0x80)).isEqualTo(script == Script.ASCII);
    }

    private static JsonNode messages(GrowingChat chat) throws IOException {
        return new ObjectMapper().readTree(chat.body()).path("messages");
    }
}
