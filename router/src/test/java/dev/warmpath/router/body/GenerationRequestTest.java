package dev.warmpath.router.body;

import static dev.warmpath.router.endpoint.Endpoint.CHAT_COMPLETIONS;
import static dev.warmpath.router.endpoint.Endpoint.COMPLETIONS;
import static dev.warmpath.router.endpoint.Endpoint.TOKENS_GENERATE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.warmpath.router.endpoint.Endpoint;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the router takes from a request, and which shapes it sends back. */
class GenerationRequestTest {

    private static final String CHAT = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

    private static GenerationRequest read(Endpoint endpoint, String members) throws BadRequest {
        String json = "{\"model\":\"m\"," + members + "}";
        return GenerationRequest.read(endpoint, JsonBody.parse(json.getBytes(UTF_8)));
    }

    private static BadRequest refusal(Endpoint endpoint, String json) {
        return Objects.requireNonNull(
                catchThrowableOfType(
                        BadRequest.class, () -> GenerationRequest.read(endpoint, JsonBody.parse(json.getBytes(UTF_8)))),
                "the request was accepted");
    }

    private static BadRequest promptRefusal(String prompt) {
        return refusal(COMPLETIONS, "{\"model\":\"m\",\"prompt\":" + prompt + "}");
    }

    /** Scenarios 32 and 52: a list of token ids is one prompt, a list of strings is a batch, even of one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"abc\"`                 | 0",
                "`[\"abc\"]`               | 1",
                "`[\"abc\",\"def\"]`       | 2",
                "`[1,2,3,4]`               | 0",
                "`[1]`                     | 0",
                "`[0, 4294967295 ]`        | 0",
                "`[[1,2,3,4],[5,6,7,8]]`   | 2",
                "`[ [ 1 , 2 ] ]`           | 1",
            })
    void everyLegalPromptShapeIsRead(String prompt, int batch) throws BadRequest {
        GenerationRequest request = read(COMPLETIONS, "\"prompt\":" + prompt);

        assertThat(request.batch()).isEqualTo(batch);
        assertThat(request.firstPrompt()).isNotNull();
    }

    /** Scenario 32. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "\"\"",
                "[[]]",
                "[1,\"a\"]",
                "[\"a\",1]",
                "[[1],\"a\"]",
                "[[1],[]]",
                "[[1,\"a\"]]",
                "[[\"a\"]]",
                "[[[1]]]",
                "[\"a\",\"\"]",
                "[1.0]",
                "[-1]",
                "[1e2]",
                "[4294967296]",
                "[99999999999999999999]",
                "[18446744073709551617]",
                "[null]",
                "[true]",
                "[1,[2]]",
                "7",
                "true",
                "{}",
                "[{}]"
            })
    void everyOtherPromptShapeIsRefusedByName(String prompt) {
        BadRequest refusal = promptRefusal(prompt);

        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.param()).isEqualTo("prompt");
        assertThat(refusal.code()).startsWith("invalid_");
    }

    @Test
    void theFirstPromptOfABatchIsTheOneToRouteBy() throws BadRequest {
        assertThat(read(COMPLETIONS, "\"prompt\":[ \"a\\n\\\"b\\u00e9\" , \"c\"]")
                        .firstPrompt())
                .isEqualTo(new FirstPrompt.Text("a\n\"bé"));
        assertThat(ids("[ 1 , 22,\n333 ]")).containsExactly(1, 22, 333);
        assertThat(ids("[ [ 4 , 5 ] , [6]]")).containsExactly(4, 5);
        assertThat(ids("[4294967295,2147483648]")).containsExactly(-1, Integer.MIN_VALUE);
    }

    @Test
    void aLongPromptOfTokenIdsIsReadWhole() throws BadRequest {
        int[] ids = ids(Collections.nCopies(70_000, 151_643).toString());

        assertThat(ids).hasSize(70_000).containsOnly(151_643);
    }

    private static int[] ids(String prompt) throws BadRequest {
        FirstPrompt first = read(COMPLETIONS, "\"prompt\":" + prompt).firstPrompt();
        assertThat(first).isInstanceOf(FirstPrompt.Tokens.class);
        return first instanceof FirstPrompt.Tokens tokens ? tokens.ids() : new int[0];
    }

    @Test
    void aBatchIsBounded() throws BadRequest {
        String most = Collections.nCopies(GenerationRequest.MAX_BATCH, "\"a\"").toString();
        assertThat(read(COMPLETIONS, "\"prompt\":" + most).batch()).isEqualTo(GenerationRequest.MAX_BATCH);

        assertThat(promptRefusal(most.replace("]", ",\"b\"]")).code()).isEqualTo("invalid_value");
    }

    @Test
    void aCompletionNeedsAPromptOrEmbeddings() throws BadRequest {
        assertThat(refusal(COMPLETIONS, "{\"model\":\"m\"}").code()).isEqualTo("missing_required_parameter");
        assertThat(promptRefusal("null").code()).isEqualTo("missing_required_parameter");

        GenerationRequest request = read(COMPLETIONS, "\"prompt\":null,\"prompt_embeds\":[\"AA\",\"BB\"]");
        assertThat(request.batch()).isEqualTo(2);
        assertThat(request.firstPrompt()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{}`                                 | missing_required_parameter",
                "`{\"messages\":null}`                | missing_required_parameter",
                "`{\"messages\":[]}`                  | invalid_value",
                "`{\"messages\":{}}`                  | invalid_type",
                "`{\"messages\":\"hi\"}`              | invalid_type",
                "`{\"messages\":[{},\"hi\"]}`         | invalid_type",
                "`{\"messages\":[[]]}`                | invalid_type",
            })
    void aChatNeedsAListOfMessages(String members, String code) {
        String json = "{\"model\":\"m\"" + (members.length() > 2 ? "," : "") + members.substring(1);

        assertThat(refusal(CHAT_COMPLETIONS, json).code()).isEqualTo(code);
        assertThat(refusal(CHAT_COMPLETIONS, json).param()).isEqualTo("messages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"model\":null}", "{\"model\":1}", "{\"model\":\"\"}", "{\"model\":[\"m\"]}"})
    void aRequestNamesItsModel(String json) {
        assertThat(refusal(CHAT_COMPLETIONS, json).param()).isEqualTo("model");
    }

    @Test
    void streamIsABooleanAndOffByDefault() throws BadRequest {
        assertThat(read(CHAT_COMPLETIONS, CHAT).stream()).isFalse();
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"stream\":null").stream()).isFalse();
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"stream\":false").stream()).isFalse();
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"stream\":true").stream()).isTrue();
        assertThat(refusal(CHAT_COMPLETIONS, "{\"model\":\"m\",\"stream\":\"true\"," + CHAT + "}")
                        .param())
                .isEqualTo("stream");
    }

    @Test
    void choicesAreOneUnlessTheClientSaysMore() throws BadRequest {
        assertThat(read(CHAT_COMPLETIONS, CHAT).choices()).isEqualTo(1);
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"n\":null").choices()).isEqualTo(1);
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"n\":3").choices()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1025", "99999999999", "1.5", "\"2\"", "true", "[1]"})
    void choicesOutOfRangeAreRefused(String n) {
        BadRequest refusal = refusal(CHAT_COMPLETIONS, "{\"model\":\"m\",\"n\":" + n + "," + CHAT + "}");

        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.param()).isEqualTo("n");
    }

    /** Scenario 54: an explicit null is the client's business and the engine's. */
    @Test
    void otherMembersAreNotLookedAt() throws BadRequest {
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"max_tokens\":null,\"seed\":1E400,\"custom\":{\"x\":[]}")
                        .model())
                .isEqualTo("m");
    }

    @Test
    void hiddenTransferFieldsAreRefused() throws BadRequest {
        String hidden = ",\"vllm_xargs\":{\"kv_transfer\\u005fparams\":\"x\"}";

        assertThat(refusal(CHAT_COMPLETIONS, "{\"model\":\"m\"," + CHAT + hidden + "}")
                        .param())
                .isEqualTo("vllm_xargs");
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"vllm_xargs\":{\"a\":1}").model())
                .isEqualTo("m");
    }

    /** vLLM's own endpoint hands sampling parameters on to its engine as they are. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"extra_args\":{\"kv_transfer_params\":{\"do_remote_prefill\":true,\"remote_host\":\"10.0.0.9\"}}}",
                "{\"n\":1,\"extra_args\":{\"a\":1,\"kv_transfer\\u005fparams\":{}}}",
                "[{},{\"extra_args\":{\"bootstrap_host\":\"10.0.0.9\"}}]"
            })
    void transferFieldsHiddenInSamplingParametersAreRefused(String params) {
        String body = "{\"model\":\"m\",\"token_ids\":[1],\"sampling_params\":" + params + "}";

        BadRequest refusal = refusal(TOKENS_GENERATE, body);

        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.param()).isEqualTo("sampling_params.extra_args");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "{}", "{\"extra_args\":null}", "{\"extra_args\":{\"kv_cache_report_mode\":\"full\"}}"})
    void otherExtraArgumentsPass(String params) throws BadRequest {
        assertThat(read(TOKENS_GENERATE, "\"token_ids\":[1],\"sampling_params\":" + params)
                        .model())
                .isEqualTo("m");
    }

    @Test
    void aBatchOfEmbeddingsIsBounded() throws BadRequest {
        String most = Collections.nCopies(GenerationRequest.MAX_BATCH, "\"AA\"").toString();
        assertThat(read(COMPLETIONS, "\"prompt_embeds\":" + most).batch()).isEqualTo(GenerationRequest.MAX_BATCH);
        assertThat(read(COMPLETIONS, "\"prompt_embeds\":\"AA\"").batch()).isEqualTo(0);

        assertThat(embeddingsRefusal(most.replace("]", ",\"BB\"]")).code()).isEqualTo("invalid_value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[0,0,0]", "[\"AA\",0]", "[null]", "[[\"AA\"]]", "[{}]", "[]", "{}", "7", "true"})
    void embeddingsAreAStringOrAListOfStrings(String embeddings) {
        BadRequest refusal = embeddingsRefusal(embeddings);

        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.param()).isEqualTo("prompt_embeds");
        assertThat(refusal.code()).isEqualTo(embeddings.equals("[]") ? "invalid_value" : "invalid_type");
    }

    private static BadRequest embeddingsRefusal(String embeddings) {
        return refusal(COMPLETIONS, "{\"model\":\"m\",\"prompt_embeds\":" + embeddings + "}");
    }

    /** A request is read on an event loop; a tree of this list would be tens of megabytes there. */
    @ParameterizedTest
    @ValueSource(strings = {"model", "n", "stream", "vllm_xargs"})
    void noTreeIsMadeOfAMemberOfTheWrongKind(String member) throws BadRequest {
        String list = "[" + "{\"a\":[]},".repeat(TreeBudget.MAX_VALUES / 4) + "{}]";
        String model = member.equals("model") ? "" : "\"model\":\"m\",";
        JsonBody body = JsonBody.parse(("{" + model + CHAT + ",\"" + member + "\":" + list + "}").getBytes(UTF_8));

        assertThat(bytesAllocatedByReading(body)).isLessThan(1 << 20);
    }

    @Test
    void aModelsNameIsBounded() throws BadRequest {
        String longest = "m".repeat(GenerationRequest.MAX_MODEL_BYTES);
        String json = "{\"model\":\"%s\"," + CHAT + "}";
        assertThat(GenerationRequest.read(
                                CHAT_COMPLETIONS,
                                JsonBody.parse(json.formatted(longest).getBytes(UTF_8)))
                        .model())
                .isEqualTo(longest);

        BadRequest refusal = refusal(CHAT_COMPLETIONS, json.formatted(longest + "m"));
        assertThat(refusal.param()).isEqualTo("model");
        assertThat(refusal.code()).isEqualTo("invalid_value");
    }

    @Test
    void engineArgumentsAreBounded() throws BadRequest {
        String most = "{\"a\":\"" + "x".repeat(ProtocolFields.MAX_XARGS_BYTES - 8) + "\"}";
        assertThat(read(CHAT_COMPLETIONS, CHAT + ",\"vllm_xargs\":" + most).model())
                .isEqualTo("m");

        BadRequest refusal = refusal(
                CHAT_COMPLETIONS, "{\"model\":\"m\"," + CHAT + ",\"vllm_xargs\":" + most.replace("x\"", "xx\"") + "}");
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.param()).isEqualTo("vllm_xargs");
        assertThat(refusal.code()).isEqualTo("limit_exceeded");
    }

    private static long bytesAllocatedByReading(JsonBody body) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            GenerationRequest.read(CHAT_COMPLETIONS, body);
        } catch (BadRequest expected) {
            assertThat(expected.code()).isEqualTo("invalid_type");
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Each prompt of a batch makes n sequences at the engine: together they are bounded too. */
    @Test
    void promptsTimesChoicesAreBounded() throws BadRequest {
        String prompts = "\"a\",".repeat(63) + "\"a\"";
        assertThat(completions("{\"model\":\"m\",\"prompt\":[" + prompts + "],\"n\":64}")
                        .batch())
                .isEqualTo(64);
        assertThatThrownBy(() -> completions("{\"model\":\"m\",\"prompt\":[" + prompts + "],\"n\":65}"))
                .isInstanceOf(BadRequest.class)
                .extracting("param", "code")
                .containsExactly("n", "limit_exceeded");
    }

    private static GenerationRequest completions(String json) throws BadRequest {
        return GenerationRequest.read(
                Endpoint.COMPLETIONS, JsonBody.parse(json.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
}
