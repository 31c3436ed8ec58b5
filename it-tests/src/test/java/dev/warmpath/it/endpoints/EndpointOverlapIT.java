package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every endpoint with a prompt is routed by what the engines hold of it: a second turn goes where the first was, however the
 * conversation is written, and what its answer says of the cache is what was predicted.
 */
@Timeout(60)
class EndpointOverlapIT extends DemoModelFleet {

    private static final int CONVERSATIONS = 3;

    /** One way of saying a thing, and of going on with it. */
    private enum Way {
        CHATS("/v1/chat/completions"),
        RESPONSES("/v1/responses"),
        MESSAGES("/v1/messages"),
        GENERATE("/generate"),
        TOKENS("/inference/v1/generate");

        private final String path;

        Way(String path) {
            this.path = path;
        }

        private static String said(int conversation) {
            return "Conversation " + conversation
                    + " is about rivers, their springs, the towns on their banks, and the sea.";
        }

        private String body(int conversation, boolean goesOn, boolean stream) {
            String first = said(conversation);
            String more = "And which of them is the longest of all?";
            String turns = "{\"role\":\"user\",\"content\":\"" + first + "\"}"
                    + (goesOn
                            ? ",{\"role\":\"assistant\",\"content\":\"Yes.\"},{\"role\":\"user\",\"content\":\"" + more
                                    + "\"}"
                            : "");
            String streamed = stream ? ",\"stream\":true" : "";
            return switch (this) {
                case CHATS ->
                    "{\"model\":\"demo\",\"max_tokens\":2" + streamed
                            + (stream ? ",\"stream_options\":{\"include_usage\":true}" : "") + ",\"messages\":[" + turns
                            + "]}";
                case RESPONSES ->
                    "{\"model\":\"demo\",\"max_output_tokens\":2" + streamed + ",\"instructions\":\"" + conversation
                            + ": be kind.\",\"input\":[" + turns + "]}";
                case MESSAGES ->
                    "{\"model\":\"demo\",\"max_tokens\":2" + streamed + ",\"system\":\"" + conversation
                            + ": be kind.\",\"messages\":[" + turns + "]}";
                case GENERATE ->
                    "{\"text\":\"" + first + (goesOn ? " " + more : "")
                            + "\",\"sampling_params\":{\"max_new_tokens\":2}" + streamed + "}";
                case TOKENS ->
                    "{\"model\":\"demo\",\"token_ids\":" + ids(first + (goesOn ? " " + more : ""))
                            + ",\"sampling_params\":{\"max_tokens\":2}" + streamed
                            + (stream ? ",\"stream_options\":{\"include_usage\":true}" : "") + "}";
            };
        }

        private static List<Integer> ids(String text) {
            List<Integer> ids = new ArrayList<>();
            for (int id : tokenizer().encode(text, true)) {
                ids.add(id);
            }
            return ids;
        }
    }

    private List<String> turns(Way way, boolean goesOn, boolean stream) {
        List<String> targets = new ArrayList<>();
        for (int i = 0; i < CONVERSATIONS; i++) {
            HttpResponse<String> answer = fleet.post(way.path, way.body(i, goesOn, stream));
            targets.add(SimulatedFleet.prefillOf(answer));
        }
        fleet.awaitTruth();
        return targets;
    }

    @ParameterizedTest
    @CsvSource({
        "VLLM, CHATS, false",
        "VLLM, RESPONSES, true",
        "VLLM, MESSAGES, false",
        "VLLM, TOKENS, true",
        "SGLANG, RESPONSES, false",
        "SGLANG, MESSAGES, true",
        "SGLANG, GENERATE, false"
    })
    void secondTurnGoesToWhoHoldsTheFirstAndItsAnswerSaysSo(Engine kind, Way way, boolean stream) {
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);

        List<String> first = turns(way, false, stream);
        List<String> second = turns(way, true, stream);

        assertThat(first).as("unseen prompts are spread").doesNotHaveDuplicates();
        assertThat(second).isEqualTo(first);
        assertAnswersBoreThePredictionsOut();
    }

    /** Over a pair it is the prefill worker that has to hold it. */
    @ParameterizedTest
    @CsvSource({"VLLM, RESPONSES, true", "VLLM, MESSAGES, true", "VLLM, TOKENS, false", "SGLANG, GENERATE, true"})
    void secondTurnGoesToThePrefillWorkerThatHoldsTheFirst(Engine kind, Way way, boolean stream) {
        SimEngine decode = engine(kind, Role.DECODE);
        engine(kind, Role.PREFILL);
        engine(kind, Role.PREFILL);
        engine(kind, Role.PREFILL);

        List<String> first = turns(way, false, stream);
        List<String> second = turns(way, true, stream);

        assertThat(first).doesNotHaveDuplicates();
        assertThat(second).isEqualTo(first);
        assertAnswersBoreThePredictionsOut();
        assertThat(decode.requests().of(way.path)).hasSize(2 * CONVERSATIONS);
    }

    /** Of each second turn the engine had some cached, and as much as was predicted. */
    private void assertAnswersBoreThePredictionsOut() {
        Awaitility.await().untilAsserted(() -> {
            String metrics = fleet.scrape();
            double told = sum(metrics, "warmpath_actual_cached_tokens_total");
            assertThat(told).isGreaterThanOrEqualTo(CONVERSATIONS * 8);
            assertThat(sum(metrics, "warmpath_predicted_cached_tokens_total")).isEqualTo(told);
        });
    }

    private static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + '{'))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
