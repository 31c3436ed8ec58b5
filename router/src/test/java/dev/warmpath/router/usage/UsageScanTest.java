package dev.warmpath.router.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.warmpath.scorer.feedback.Wording;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read out of answers that go by, and what is not. */
class UsageScanTest {

    private static final String SSE = "text/event-stream; charset=utf-8";
    private static final String JSON = "application/json";

    private static @Nullable AnswerUsage read(String type, String... pieces) {
        UsageScan scan = UsageScan.of(type, null);
        if (scan == null) {
            throw new AssertionError("not looked into: " + type);
        }
        for (String piece : pieces) {
            scan.feed(Buffer.buffer(piece.getBytes(StandardCharsets.UTF_8)));
        }
        return scan.usage();
    }

    private static String[] cut(String body, int length) {
        String[] pieces = new String[(body.length() + length - 1) / length];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = body.substring(i * length, Math.min(body.length(), (i + 1) * length));
        }
        return pieces;
    }

    /** A whole answer as vLLM and SGLang write it; spaces where other servers have them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void usageOfAWholeAnswerIsFoundHoweverItIsCut(int length) {
        String body = "{\"id\":\"x\",\"choices\":[{\"index\":0,\"message\":{\"content\":\"a } \\\" b\"}}], \"usage\" : "
                + "{\"prompt_tokens\": 321 , \"total_tokens\":322,\"completion_tokens\":1,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":304},\"x\":{}},\"kv_transfer_params\":null}";

        assertThat(read(JSON, cut(body, length))).isEqualTo(new AnswerUsage(321, 304));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1000})
    void usageOfAStreamIsFoundHoweverItIsCut(int length) {
        String body = ": ping\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}],\"usage\":null}\r\n\r\n"
                + "event: x\ndata:{\"choices\":[],\"usage\":{\"prompt_tokens\":40,\"prompt_tokens_details\":"
                + "{\"audio_tokens\":0,\"cached_tokens\":32}}}\n\ndata: [DONE]\n\n";

        assertThat(read(SSE, cut(body, length))).isEqualTo(new AnswerUsage(40, 32));
    }

    @Test
    void theLastEventThatTellsIsBelieved() {
        assertThat(read(
                        SSE,
                        "data: {\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":4}}}\n\n",
                        "data: {\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":8}}}\n\n"))
                .isEqualTo(new AnswerUsage(9, 8));
    }

    @Test
    void sglangsOwnEndpointsTellUnderMetaInfo() {
        assertThat(read(JSON, "{\"text\":\"x\",\"meta_info\":{\"prompt_tokens\":9,\"cached_tokens\":8}}"))
                .isEqualTo(new AnswerUsage(9, 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void responsesTellOfTheirInputAndStreamedOnesInsideTheLastEvent(int length) {
        String response =
                "{\"id\":\"resp_1\",\"output\":[{\"usage\":{\"input_tokens\":1}}],\"usage\":{\"input_tokens\":40,"
                        + "\"input_tokens_details\":{\"cached_tokens\":32},\"output_tokens\":2,\"total_tokens\":42}}";

        assertThat(read(JSON, cut(response, length))).isEqualTo(new AnswerUsage(40, 32));
        assertThat(read(
                        SSE,
                        cut(
                                "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"usage\":null}}\n\n"
                                        + "event: response.completed\ndata: {\"response\":" + response
                                        + ",\"sequence_number\":9}\n\n",
                                length)))
                .isEqualTo(new AnswerUsage(40, 32));
    }

    /** Anthropic counts what was read from the cache apart from the rest of the input. */
    @Test
    void messagesTellInParts() {
        assertThat(read(
                        JSON,
                        "{\"type\":\"message\",\"usage\":{\"input_tokens\":8,\"cache_read_input_tokens\":32,"
                                + "\"cache_creation_input_tokens\":5,\"output_tokens\":2}}"))
                .isEqualTo(new AnswerUsage(45, 32, Wording.ANTHROPIC));
        assertThat(read(JSON, "{\"usage\":{\"input_tokens\":8,\"cache_read_input_tokens\":null,\"output_tokens\":2}}"))
                .isEqualTo(new AnswerUsage(8, AnswerUsage.ABSENT, Wording.ANTHROPIC));
    }

    /** vLLM tells the whole input first and the parts last; SGLang the parts first and of the input no more. */
    @ParameterizedTest
    @CsvSource({
        "'\"input_tokens\":40,\"output_tokens\":0', '\"input_tokens\":8,\"cache_read_input_tokens\":32,\"output_tokens\":2'",
        "'\"input_tokens\":8,\"cache_read_input_tokens\":32,\"output_tokens\":0', '\"output_tokens\":2'"
    })
    void streamedMessagesTellAtTheirBeginningOrAtTheirEnd(String first, String last) {
        assertThat(read(
                        SSE,
                        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{"
                                + first + "}}}\n\n",
                        "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{},\"usage\":{" + last
                                + "}}\n\n",
                        "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"))
                .isEqualTo(new AnswerUsage(40, 32, Wording.ANTHROPIC));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"usage\":{\"prompt_tokens\":9}}                                                     | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":null}}                      | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{}}}                        | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":null}}}  | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":-1}}}    | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":1.5}}}   | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":\"8\"}}} | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":[{\"cached_tokens\":8}]}}   | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"cached_tokens\":8}}                                 | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"o\":{\"prompt_tokens_details\":{\"cached_tokens\":8}}}} | 9",
                "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":99999999999999999999}}} | 9",
                "{\"usage\":{}}                                                                        | -1",
            })
    void whatIsNotThePlainNumberIsAbsent(String body, int promptTokens) {
        assertThat(read(JSON, body)).isEqualTo(new AnswerUsage(promptTokens, AnswerUsage.ABSENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"usage\":null}",
                "{}",
                "",
                "[{\"usage\":{\"prompt_tokens\":9}}]",
                "{\"a\":{\"usage\":{\"prompt_tokens\":9}}}",
                "{\"a\":\"\\\",\\\"usage\\\":{\\\"prompt_tokens\\\":9}\"}",
                "{\"a\":\"usage\",\"b\":{\"prompt_tokens\":9}}",
                "{\"us\\u0061ge\":{\"prompt_tokens\":9}}",
                "{\"a\":[[[{\"usage\":{\"prompt_tokens\":9}}]]],\"usage\":7}",
            })
    void whatMerelyLooksLikeUsageIsNone(String body) {
        assertThat(read(JSON, body)).isNull();
        assertThat(read(SSE, "data: " + body + "\n\n")).isNull();
    }

    /** What a model says must not move the trust in the worker that it runs on. */
    @Test
    void textOfAnAnswerIsNeverTakenForUsage() {
        String said = "}]}\\n\\ndata: {\\\"usage\\\":{\\\"prompt_tokens\\\":1,\\\"prompt_tokens_details\\\":"
                + "{\\\"cached_tokens\\\":1}}}\\n\\n";
        assertThat(read(SSE, "data: {\"choices\":[{\"delta\":{\"content\":\"" + said + "\"}}]}\n\n"))
                .isNull();
        assertThat(read(JSON, "{\"choices\":[{\"text\":\"" + said + "\"}],\"usage\":{\"prompt_tokens\":2}}"))
                .isEqualTo(new AnswerUsage(2, AnswerUsage.ABSENT));
    }

    @Test
    void aBrokenEventDoesNotHideTheNext() {
        assertThat(read(SSE, "data: {\"choices\":[{\"text\":\"cut\n\ndata: {\"usage\":{\"prompt_tokens\":9}}\n\n"))
                .isEqualTo(new AnswerUsage(9, AnswerUsage.ABSENT));
    }

    @ParameterizedTest
    @CsvSource({"application/json, gzip", "text/event-stream, br", "text/plain,", "application/octet-stream,"})
    void compressedAndOtherBodiesAreNotLookedInto(String type, @Nullable String encoding) {
        assertThat(UsageScan.of(type, encoding)).isNull();
    }

    @Test
    void noInputMakesItFail() {
        long seed = 9;
        SplittableRandom random = new SplittableRandom(seed);
        String[] parts = ("{ } [ ] : , \\ - . 0 97 null \n \r \" data: \"usage\" \"prompt_tokens_details\""
                        + " \"cached_tokens\" \"prompt_tokens\"")
                .split(" ", -1);
        for (int run = 0; run < 4000; run++) {
            StringBuilder body = new StringBuilder("data:");
            for (int i = 0; i < 80; i++) {
                body.append(parts[random.nextInt(parts.length)]);
            }
            String type = run % 2 == 0 ? SSE : JSON;
            assertThatCode(() -> read(type, body.toString()))
                    .as("seed %d run %d: %s", seed, run, body)
                    .doesNotThrowAnyException();
        }
    }
}
