package dev.warmpath.router.prompt;

import static dev.warmpath.router.prompt.TestPrompts.await;
import static dev.warmpath.router.prompt.TestPrompts.chat;
import static dev.warmpath.router.prompt.TestPrompts.completion;
import static dev.warmpath.router.prompt.TestPrompts.demo;
import static dev.warmpath.router.prompt.TestPrompts.hash;
import static dev.warmpath.router.prompt.TestPrompts.pipeline;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a request's bytes to the hashes of the tokens that the engine will see. */
class PromptPipelineTest {

    private static final String HI = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

    /** No ASCII, so that its words are not looked up one by one. */
    private static final String UNKNOWN = "\u00e9t\u00e9 ";

    /** Longer than may be tokenized at once. */
    private static final String SYSTEM = UNKNOWN.repeat(PromptPipeline.AT_ONCE_CHARS / 2);

    /** Ids of the demo model's {@code <|bos|>} and {@code <|im_start|>}. */
    private static final int BOS = 5989;

    private static final int IM_START = 5992;

    @TempDir
    Path directory;

    private PromptPipeline pipeline;

    @BeforeEach
    void start() throws IOException {
        pipeline = pipeline(demo(DemoModel.unpack(directory)));
        assertThat(pipeline.loadErrors()).isEmpty();
    }

    @AfterEach
    void stop() {
        pipeline.close();
    }

    private static HashedPrompt prompt(int... ids) {
        return HashedPrompt.of(ids, ids.length, ids.length, CacheNamespace.PLAIN);
    }

    private static void assertSame(HashedPrompt actual, HashedPrompt expected, String what) {
        assertThat(actual.unhashedReason()).as(what).isNull();
        assertThat(actual.tokens()).as(what).isEqualTo(expected.tokens());
        // Blocks of one token: every id counts.
        assertThat(actual.chain(1)).as(what).containsExactly(expected.chain(1));
        assertThat(actual.chain(4)).as(what).containsExactly(expected.chain(4));
    }

    /**
     * Scenarios 24 and 25: a chat is hashed as the template renders it, with one token for its beginning, with tools, tool
     * calls and template variables. {@code golden-chats.json} is made by {@code
     * router/src/test/python/make_golden_chats.py}.
     */
    @Test
    void aChatBecomesTheTokensThatTheEngineMakesOfIt() throws Exception {
        JsonNode chats = golden();
        assertThat(chats).hasSizeGreaterThan(12);
        for (JsonNode golden : chats) {
            int[] ids = ints(golden.path("ids"));
            assertThat(ids).startsWith(BOS, IM_START);
            GenerationRequest request = TestPrompts.read(
                    Endpoint.CHAT_COMPLETIONS, golden.path("body").toString());
            assertSame(hash(pipeline, request), prompt(ids), golden.path("name").textValue());
        }
    }

    /** Scenario 25: the two forms share what comes before the tools, here the beginning only. */
    @Test
    void toolsMakeAnotherPrompt() throws Exception {
        String tools = ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{}}}]";
        HashedPrompt without = hash(pipeline, chat(HI));
        HashedPrompt with = hash(pipeline, chat(HI + tools));

        assertThat(with.tokens()).isGreaterThan(without.tokens());
        assertThat(with.chain(4)[0]).isNotEqualTo(without.chain(4)[0]);
    }

    /** Scenario 32: token ids as they are, text as the tokenizer has it, and the two never mixed up. */
    @Test
    void everyPromptShapeIsHashedByItsFirstPrompt() throws Exception {
        HashedPrompt ids = hash(pipeline, completion("\"prompt\":[1,2,3,4]"));
        HashedPrompt text = hash(pipeline, completion("\"prompt\":\"abc\""));

        assertSame(ids, prompt(1, 2, 3, 4), "a list of ids");
        assertSame(hash(pipeline, completion("\"prompt\":[[1,2,3,4],[5,6,7,8]]")), ids, "a list of lists");
        assertSame(hash(pipeline, completion("\"prompt\":[\"abc\",\"def\"]")), text, "a list of strings");
        assertSame(hash(pipeline, completion("\"prompt\":[\"abc\"]")), text, "a list of one string");
        assertThat(hash(pipeline, completion("\"prompt\":\"1,2,3,4\"")).chain(1))
                .isNotEqualTo(ids.chain(1));
    }

    @Test
    void aPlainPromptGetsTheTokenForItsBeginningUnlessTheClientSaysNo() throws Exception {
        long bos = prompt(BOS).chain(1)[0];
        HashedPrompt usual = hash(pipeline, completion("\"prompt\":\"some words\""));
        HashedPrompt bare = hash(pipeline, completion("\"prompt\":\"some words\",\"add_special_tokens\":false"));

        assertThat(usual.chain(1)[0]).isEqualTo(bos);
        assertThat(bare.chain(1)[0]).isNotEqualTo(bos);
        assertThat(bare.tokens()).isEqualTo(usual.tokens() - 1);
    }

    @Test
    void shortTokenIdPromptsAreHashedAtOnceAndLongOnesOffTheCallersThread() throws Exception {
        CompletableFuture<HashedPrompt> small =
                pipeline.hash(completion("\"prompt\":[1,2]"), new int[] {1}, Engine.VLLM);
        assertThat(small).isCompleted();

        List<Integer> ids = Collections.nCopies(100_000, 123_456);
        CompletableFuture<HashedPrompt> large =
                pipeline.hash(completion("\"prompt\":" + ids), new int[] {16}, Engine.VLLM);
        CompletableFuture<String> thread =
                large.thenApply(prompt -> Thread.currentThread().getName());
        assertThat(await(large).tokens()).isEqualTo(100_000);
        assertThat(thread.get())
                .isIn("prompt-1", "prompt-2", Thread.currentThread().getName());
    }

    private static GenerationRequest said(String text) {
        return chat("\"messages\":[{\"role\":\"system\",\"content\":\"" + SYSTEM
                + "\"},{\"role\":\"user\",\"content\":\"" + text + "\"}]");
    }

    private CompletableFuture<HashedPrompt> begun(GenerationRequest request) {
        return pipeline.hash(request, new int[] {4}, Engine.VLLM);
    }

    /** An event loop is kept for some 100 microseconds: that a small request has much new text sends it to a thread. */
    @Test
    void aSmallRequestWithLittleNewTextIsHashedAtOnce() throws Exception {
        HashedPrompt first = await(begun(said("first")));
        CompletableFuture<HashedPrompt> second = begun(said("second"));
        String much = UNKNOWN.repeat(PromptPipeline.AT_ONCE_CHARS / 4);

        assertThat(second).as("its system prompt is known").isCompleted();
        assertThat(second.get().chain(4)).startsWith(first.chain(4)[0], first.chain(4)[1]);
        await(begun(said(much)));
        assertThat(waits()).as("went to a thread: the first and the last").isEqualTo(2);
    }

    @Test
    void whatTheCallersThreadLeavesToAnotherIsHashedTheSame() throws Exception {
        GenerationRequest much = said(UNKNOWN.repeat(PromptPipeline.AT_ONCE_CHARS / 4));
        HashedPrompt byThread = await(begun(much));
        CompletableFuture<HashedPrompt> again = begun(much);

        assertThat(again).as("all of it is known now").isCompleted();
        assertSame(again.get(), byThread, "the same prompt");
    }

    @Test
    void aLargerRequestGoesToAThreadThoughItsTextIsKnown() throws Exception {
        GenerationRequest large = said("word ".repeat(PromptSettings.defaults().atOnceBytes() / 5));
        await(begun(large));
        await(begun(large));

        assertThat(waits()).isEqualTo(2);
    }

    /** A conversation of so many long messages, and a question, read with what is known of earlier ones. */
    private static GenerationRequest turn(PromptPipeline pipeline, int messages, String question) {
        return turn(pipeline, "demo", messages, question);
    }

    private static GenerationRequest turn(PromptPipeline pipeline, String model, int messages, String question) {
        StringBuilder body = new StringBuilder("{\"model\":\"" + model + "\",\"messages\":[");
        for (int i = 0; i < messages; i++) {
            body.append("{\"role\":\"user\",\"content\":\"")
                    .append("word ".repeat(100))
                    .append(i)
                    .append("\"},");
        }
        body.append("{\"role\":\"user\",\"content\":\"").append(question).append("\"}]}");
        return TestPrompts.read(Endpoint.CHAT_COMPLETIONS, body.toString(), pipeline.knownMessages());
    }

    /** Known text counts a little: an at-once size of 1,000 bytes is used up by 48 times as much of it. */
    @ParameterizedTest
    @CsvSource({
        "10, 10, and what then, true",
        "10, 10, \u00e9t\u00e9, false",
        "10, 10, \\u4e2d\\u6587, false",
        "10, 10, a \\\\u4e2d, true",
        "10, 10, \\n and what \\\"then\\\", true",
        "10, 13, and what then, false",
        "95, 95, and what then, false"
    })
    void theNextTurnOfALongConversationIsHashedAtOnceIfLittleIsNew(int before, int now, String question, boolean atOnce)
            throws Exception {
        PromptSettings settings = PromptSettings.defaults().withAtOnce(1000);
        try (PromptPipeline other = new PromptPipeline(settings, List.of(demo(directory)));
                PromptPipeline forgetful = pipeline(demo(directory))) {
            hash(other, turn(other, before, "first"));

            CompletableFuture<HashedPrompt> next = other.hash(turn(other, now, question), new int[] {4}, Engine.VLLM);

            assertThat(await(next).chain(4))
                    .containsExactly(
                            hash(forgetful, turn(forgetful, now, question)).chain(4));
            assertThat(other.stats().queue(PromptSize.SHORT).waits())
                    .as("went to a thread: the first turn, and the next or not")
                    .isEqualTo(atOnce ? 1 : 2);
        }
    }

    /** The messages are known, but of another model: four times the at-once size of them is read on the event loop. */
    @Test
    void whatIsNewToAModelIsLeftToAThread() throws Exception {
        Path second = DemoModel.unpack(Files.createDirectory(directory.resolve("second")));
        PromptSettings settings = PromptSettings.defaults().withAtOnce(1000);
        List<ModelSettings> models = List.of(demo(directory), new ModelSettings("second", second, false));
        try (PromptPipeline other = new PromptPipeline(settings, models);
                PromptPipeline forgetful = pipeline(demo(directory))) {
            hash(other, turn(other, 10, "first"));
            HashedPrompt prompt = hash(other, turn(other, "second", 10, "first"));

            assertSame(prompt, hash(forgetful, turn(forgetful, 10, "first")), "the same prompt");
            assertThat(other.stats().givenUpAtOnce()).isEqualTo(1);
            assertThat(other.stats().messageHits())
                    .as("read before the thread came")
                    .isBetween(1L, 9L);
            assertThat(other.stats().queue(PromptSize.SHORT).waits()).isEqualTo(2);
        }
    }

    /** A template with a namespace prints every message anew, here calls of tools, which it makes JSON of. */
    @Test
    void whatATemplateDoesNotRememberIsLeftToAThread() throws Exception {
        Files.writeString(
                directory.resolve("chat_template.jinja"),
                "{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}<|im_start|>{{ m.role"
                        + " }}{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}{% endfor"
                        + " %}");
        String call = "{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":\\\""
                + "word ".repeat(800) + "\\\"}\"}}";
        String calls = (",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" + call + "]}").repeat(100);
        String begin = "{\"model\":\"demo\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}" + calls;
        String next = begin + ",{\"role\":\"user\",\"content\":\"and what then\"}]}";
        try (PromptPipeline other = pipeline(demo(directory));
                PromptPipeline forgetful = pipeline(demo(directory))) {
            hash(other, TestPrompts.read(Endpoint.CHAT_COMPLETIONS, begin + "]}", other.knownMessages()));
            HashedPrompt prompt = hash(other, TestPrompts.read(Endpoint.CHAT_COMPLETIONS, next, other.knownMessages()));

            assertSame(prompt, hash(forgetful, TestPrompts.read(Endpoint.CHAT_COMPLETIONS, next)), "the same prompt");
            assertThat(other.stats().givenUpAtOnce()).isEqualTo(1);
            assertThat(other.stats().queue(PromptSize.LONG).waits()).isEqualTo(2);
        }
    }

    /** Its text is short, but the template goes over all messages for each of them. */
    @Test
    void aSmallRequestWhoseRenderingIsLongGoesToAThread() throws Exception {
        Files.writeString(
                directory.resolve("chat_template.jinja"),
                "{% for one in messages %}{% for other in messages %}{% endfor %}{{ one.content }}{% endfor %}");
        String messages = ",{\"role\":\"user\",\"content\":\"\"}".repeat(25).substring(1);
        GenerationRequest request = chat("\"messages\":[" + messages + ",{\"role\":\"user\",\"content\":\"hi\"}]");
        try (PromptPipeline other = pipeline(demo(directory))) {
            assertThat(hash(other, request).unhashedReason()).isNull();
            assertThat(other.stats().queue(PromptSize.SHORT).waits()).isEqualTo(1);
            assertThat(hash(other, chat(HI)).unhashedReason()).isNull();
            assertThat(other.stats().queue(PromptSize.SHORT).waits())
                    .as("a short one does not")
                    .isEqualTo(1);
        }
    }

    @Test
    void nothingIsDoneAtOnceWhereThatIsTurnedOff() throws Exception {
        PromptSettings never = PromptSettings.defaults().withAtOnce(0);
        try (PromptPipeline other = new PromptPipeline(never, List.of(demo(directory)))) {
            hash(other, chat(HI));
            hash(other, chat(HI));

            assertThat(other.stats().queue(PromptSize.SHORT).waits()).isEqualTo(2);
        }
    }

    private long waits() {
        await().until(() -> pipeline.stats().queue(PromptSize.SHORT).queued() == 0);
        return pipeline.stats().queue(PromptSize.SHORT).waits();
    }

    /** Scenario 28: credit only within the tenant's own cache. */
    @Test
    void aSaltAnExtraKeyAndAnAdapterEachMakeANamespaceOfTheirOwn() throws Exception {
        int[] ids = {1, 2, 3, 4};
        String prompt = "\"prompt\":[1,2,3,4]";
        HashedPrompt plain = hash(pipeline, completion(prompt));
        HashedPrompt salted = hash(pipeline, completion(prompt + ",\"cache_salt\":\"tenantA\""));

        assertThat(salted.chain(4))
                .containsExactly(HashedPrompt.of(ids, 4, 4, new CacheNamespace(null, "tenantA"))
                        .chain(4));
        assertThat(hash(pipeline, completion(prompt + ",\"lora_path\":\"ad1\"")).chain(4))
                .containsExactly(HashedPrompt.of(ids, 4, 4, new CacheNamespace("ad1", null))
                        .chain(4));
        assertThat(List.of(
                        plain.chain(4)[0],
                        salted.chain(4)[0],
                        first(prompt + ",\"cache_salt\":\"tenantB\""),
                        first(prompt + ",\"extra_key\":\"tenantA\""),
                        first(prompt + ",\"cache_salt\":\"tenant\",\"extra_key\":\"A\""),
                        first(prompt + ",\"lora_path\":\"tenantA\"")))
                .doesNotHaveDuplicates();
        assertThat(List.of(first(prompt + ",\"cache_salt\":null"), first(prompt + ",\"extra_key\":\"\"")))
                .as("null and nothing are no salt")
                .containsOnly(plain.chain(4)[0]);
    }

    private long first(String members) throws Exception {
        return hash(pipeline, completion(members)).chain(4)[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"truncate_prompt_tokens\":2",
                "\"suffix\":\"end\"",
                "\"prompt_embeds\":\"AAAA\"",
                "\"mm_processor_kwargs\":{}",
                "\"cache_salt\":[\"a\"]",
                "\"extra_key\":7",
                "\"add_special_tokens\":\"yes\""
            })
    void aMemberThatChangesThePromptInAWayWeDoNotKnowLeavesItUnhashed(String member) throws Exception {
        HashedPrompt prompt = hash(pipeline, completion("\"prompt\":\"text\"," + member));

        assertThat(prompt.unhashedReason()).isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
        assertThat(prompt.tokens()).isZero();
    }

    private static final String GUIDE = "Look at what you are shown, say what it is, and say nothing else. ".repeat(4);

    private static String seen(String parts) {
        return "\"messages\":[{\"role\":\"system\",\"content\":\"" + GUIDE
                + "\"},{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"see this\"}" + parts + "]}]";
    }

    private static String image(String url) {
        return ",{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + url
                + "\"}},{\"type\":\"text\",\"text\":\"what?\"}";
    }

    /** Scenario 29: the text before the image is matched, and nothing from the image on. */
    @Test
    void chatWithAnImageIsHashedAsFarAsItsTextGoes() throws Exception {
        long[] text = hash(pipeline, chat(seen(""))).chain(4);
        HashedPrompt one = hash(pipeline, chat(seen(image("data:A"))));
        HashedPrompt other = hash(pipeline, chat(seen(image("data:B"))));

        long[] before = one.chain(4);
        assertThat(before).isNotEmpty().hasSizeLessThan(text.length);
        assertThat(text).startsWith(before);
        assertThat(other.chain(4)).isEqualTo(before);
        assertThat(one.whole()).isFalse();
        assertThat(one.content()).hasSize(1).isNotEqualTo(other.content());
    }

    /** Scenario 29: no credit for what an image's placeholders look like. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"messages\":[{\"role\":\"user\",\"content\":{\"text\":\"x\"}}]",
                "\"messages\":[{\"content\":\"no role\"}]",
                HI + ",\"chat_template\":\"{{ messages }}\"",
                HI + ",\"chat_template_kwargs\":{\"tokenize\":false}",
                HI + ",\"chat_template_kwargs\":[]",
                HI + ",\"add_special_tokens\":true",
                HI + ",\"continue_final_message\":true",
                HI + ",\"input_ids\":[1]"
            })
    void aChatThatTheEngineReadsInAWayWeDoNotKnowIsUnhashed(String members) throws Exception {
        assertThat(hash(pipeline, chat(members)).unhashedReason()).isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
    }

    @Test
    void aChatThatTheTemplateRefusesIsUnhashed() throws Exception {
        HashedPrompt prompt = hash(pipeline, chat("\"messages\":[{\"role\":\"parrot\",\"content\":\"hi\"}]"));

        assertThat(prompt.unhashedReason()).isEqualTo(UnhashedReason.TEMPLATE_FAILED);
    }

    /** Scenario 73: Python's tokenizers refuse it, and ours must never be given it. */
    @Test
    void halfASurrogatePairIsUnhashed() throws Exception {
        assertThat(hash(pipeline, completion("\"prompt\":\"a\\ud800b\"")).unhashedReason())
                .isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
        assertThat(hash(pipeline, completion("\"prompt\":\"a\\udc00\"")).unhashedReason())
                .isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
        assertThat(hash(pipeline, completion("\"prompt\":\"a\\ud83d\\ude00\\u0000\""))
                        .unhashedReason())
                .isNull();
    }

    @Test
    void theNextTurnOfAConversationIsAnsweredFromTheCache() throws Exception {
        StringBuilder messages = new StringBuilder("\"messages\":[{\"role\":\"system\",\"content\":\"be kind\"}");
        long misses = 0;
        for (int turn = 0; turn < 10; turn++) {
            messages.append(",{\"role\":\"user\",\"content\":\"")
                    .append("question ".repeat(40))
                    .append(turn)
                    .append("\"}");
            messages.append(",{\"role\":\"assistant\",\"content\":\"")
                    .append("answer ".repeat(40))
                    .append(turn)
                    .append("\"}");
            misses = pipeline.stats().cacheMisses();
            hash(pipeline, chat(messages + "]"));
        }

        assertThat(pipeline.stats().cacheMisses() - misses)
                .as("the new question and answer")
                .isEqualTo(2);
        assertThat(pipeline.stats().cacheHits()).as("two of each turn before").isEqualTo(90);
        assertThat(pipeline.stats().cacheBytes()).isPositive();
    }

    @Test
    void theCountersSayWhatBecameOfEachPrompt() throws Exception {
        hash(pipeline, completion("\"prompt\":[1,2,3]"));
        HashedPrompt text = hash(pipeline, completion("\"prompt\":\"some words\""));
        hash(pipeline, completion("\"prompt\":\"x\",\"suffix\":\"y\""));
        hash(pipeline, chat("\"messages\":[{\"role\":\"parrot\"}]"));
        hash(pipeline, chat("\"messages\":[{\"role\":\"parrot\"}]"));

        // A result is there a moment before it is counted.
        await().untilAsserted(() -> {
            PromptStats stats = pipeline.stats();
            assertThat(stats.hashed()).isEqualTo(2);
            assertThat(stats.tokens()).isEqualTo(3 + text.tokens());
            assertThat(stats.unhashed())
                    .isEqualTo(Map.of(UnhashedReason.UNSUPPORTED_CONTENT, 1L, UnhashedReason.TEMPLATE_FAILED, 2L));
            assertThat(stats.tokenizeNanos()).isPositive();
            assertThat(stats.queued()).isZero();
        });
    }

    @Test
    void requestsFromManyThreadsGetTheirOwnTokens() throws Exception {
        List<JsonNode> chats = new ArrayList<>();
        golden().forEach(chats::add);
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int offset = i;
                work.add(() -> {
                    for (int j = 0; j < 100; j++) {
                        JsonNode golden = chats.get((offset + j) % chats.size());
                        GenerationRequest request = TestPrompts.read(
                                Endpoint.CHAT_COMPLETIONS, golden.path("body").toString());
                        assertSame(
                                hash(pipeline, request),
                                prompt(ints(golden.path("ids"))),
                                golden.path("name").textValue());
                    }
                    return null;
                });
            }
            for (Future<Void> done : callers.invokeAll(work)) {
                done.get();
            }
        } finally {
            callers.shutdownNow();
        }
    }

    private static JsonNode golden() throws IOException {
        try (InputStream in = PromptPipelineTest.class.getResourceAsStream("golden-chats.json")) {
            return JsonMapper.builder().build().readTree(Objects.requireNonNull(in));
        }
    }

    private static int[] ints(JsonNode ids) {
        int[] ints = new int[ids.size()];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = ids.get(i).intValue();
        }
        return ints;
    }
}
