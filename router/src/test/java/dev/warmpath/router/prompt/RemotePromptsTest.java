package dev.warmpath.router.prompt;

import static dev.warmpath.router.prompt.TestPrompts.NO_SIZES;
import static dev.warmpath.router.prompt.TestPrompts.await;
import static dev.warmpath.router.prompt.TestPrompts.chat;
import static dev.warmpath.router.prompt.TestPrompts.completion;
import static dev.warmpath.router.prompt.TestPrompts.hash;
import static dev.warmpath.router.prompt.TestPrompts.remoteDemo;
import static dev.warmpath.router.prompt.TestPrompts.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models whose workers are asked for the tokens: what is asked, and what becomes of the answer. */
class RemotePromptsTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final GenerationRequest TEXT = completion("\"prompt\":\"text\"");
    private static final String HI = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

    private final HeldThread thread = new HeldThread();

    @AfterEach
    void letGo() {
        thread.letGo();
    }

    @Test
    void aRemoteTokenizersAnswerIsHashed() throws Exception {
        List<GenerationRequest> requests = new ArrayList<>();
        RemoteTokenizer remote = request -> {
            requests.add(request);
            return CompletableFuture.completedFuture(() -> new int[] {7, 8, 9});
        };
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), remote)) {
            assertThat(hash(pipeline, TEXT).chain(1))
                    .isEqualTo(hash(pipeline, completion("\"prompt\":[7,8,9]")).chain(1));
        }
        assertThat(requests).as("token ids are not asked for").containsExactly(TEXT);
    }

    @Test
    void answersAreReadAndHashedOnThePipelinesThreads() throws Exception {
        CompletableFuture<RemoteTokenizer.Answer> answer = new CompletableFuture<>();
        RemoteTokenizer remote = request -> {
            thread.asked.incrementAndGet();
            return answer;
        };
        List<String> threads = new CopyOnWriteArrayList<>();
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), remote)) {
            CompletableFuture<Void> completed = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM)
                    .thenAccept(hashed -> threads.add(Thread.currentThread().getName()));
            await().until(() -> thread.asked.get() == 1);

            answer.complete(() -> {
                threads.add(Thread.currentThread().getName());
                return new int[] {1};
            });

            completed.get(30, TimeUnit.SECONDS);
        }
        assertThat(threads).containsExactly("prompt-1", "prompt-1");
    }

    @Test
    void anAnswerForWhichNoThreadHasTimeIsBusy() throws Exception {
        CompletableFuture<RemoteTokenizer.Answer> early = new CompletableFuture<>();
        RemoteTokenizer remote = request -> thread.asked.get() == 0 ? countedAs(early) : thread.tokenize(request);
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 3, LONG), List.of(remoteDemo()), remote)) {
            CompletableFuture<HashedPrompt> first = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 1);
            for (int i = 0; i < 4; i++) {
                var unused = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
                await().until(() -> thread.asked.get() == 2);
            }

            early.complete(() -> new int[] {1});

            assertThat(await(first).unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_BUSY);
        }
    }

    private CompletableFuture<RemoteTokenizer.Answer> countedAs(CompletableFuture<RemoteTokenizer.Answer> answer) {
        thread.asked.incrementAndGet();
        return answer;
    }

    @Test
    void anAnswerThatCannotBeReadLeavesThePromptUnhashed() throws Exception {
        assertThat(reason(request -> CompletableFuture.completedFuture(() -> {
                    throw new IOException("no tokens");
                })))
                .isEqualTo(UnhashedReason.REMOTE_FAILED);
    }

    /** What the chat's own template would see and {@code /tokenize} does not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"reasoning_effort\":\"low\"",
                "\"documents\":[{\"text\":\"of the river\"}]",
                "\"tools\":[{}],\"tool_choice\":\"none\"",
                "\"tools\":[{}],\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"f\"}}"
            })
    void aChatThatTokenizeWouldMisreadIsNotAskedFor(String members) throws Exception {
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), thread)) {
            assertThat(hash(pipeline, chat(HI + "," + members)).unhashedReason())
                    .isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
        }
        assertThat(thread.asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tools\":[{}]",
                "\"tools\":[{}],\"tool_choice\":\"auto\"",
                "\"tools\":[{}],\"tool_choice\":\"required\"",
                "\"tool_choice\":\"none\"",
                "\"reasoning_effort\":null",
                "\"chat_template_kwargs\":{\"enable_thinking\":false}"
            })
    void aChatThatTokenizeReadsAlikeIsAskedFor(String members) throws Exception {
        thread.letGo();
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), thread)) {
            assertThat(hash(pipeline, chat(HI + "," + members)).tokens()).isEqualTo(3);
        }
    }

    @Test
    void anAbandonedAnswerIsNotRead() throws Exception {
        CompletableFuture<RemoteTokenizer.Answer> answer = new CompletableFuture<>();
        RemoteTokenizer remote = request -> countedAs(thread.asked.get() == 0 ? answer : completed());
        AtomicInteger read = new AtomicInteger();
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), remote)) {
            CompletableFuture<HashedPrompt> left = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 1);
            left.cancel(false);

            answer.complete(() -> new int[] {read.incrementAndGet()});

            await("its place is free again")
                    .untilAsserted(
                            () -> assertThat(hash(pipeline, TEXT).tokens()).isEqualTo(1));
        }
        assertThat(read).hasValue(0);
    }

    private static CompletableFuture<RemoteTokenizer.Answer> completed() {
        return CompletableFuture.completedFuture(() -> new int[] {1});
    }

    @Test
    void anImageIsNotAskedFor() throws Exception {
        GenerationRequest image = chat("\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]");
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), thread)) {
            assertThat(hash(pipeline, image).unhashedReason()).isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
        }
        assertThat(thread.asked).hasValue(0);
    }

    @Test
    void aRemoteTokenizerThatFailsLeavesThePromptUnhashed() throws Exception {
        assertThat(reason(request -> CompletableFuture.failedFuture(new IllegalStateException("refused"))))
                .isEqualTo(UnhashedReason.REMOTE_FAILED);
        assertThat(reason(request -> {
                    throw new IllegalStateException("at once");
                }))
                .isEqualTo(UnhashedReason.REMOTE_FAILED);
        try (PromptPipeline none = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()))) {
            assertThat(hash(none, TEXT).unhashedReason()).isEqualTo(UnhashedReason.REMOTE_FAILED);
        }
    }

    private static @Nullable UnhashedReason reason(RemoteTokenizer remote) throws Exception {
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), remote)) {
            return hash(pipeline, TEXT).unhashedReason();
        }
    }

    @Test
    void remoteCallsUnderWayAreBounded() throws Exception {
        List<CompletableFuture<RemoteTokenizer.Answer>> calls = new ArrayList<>();
        RemoteTokenizer silent = request -> {
            CompletableFuture<RemoteTokenizer.Answer> call = new CompletableFuture<>();
            calls.add(call);
            thread.asked.incrementAndGet();
            return call;
        };
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), silent)) {
            CompletableFuture<HashedPrompt> first = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 1);

            assertThat(hash(pipeline, TEXT).unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_BUSY);
            calls.get(0).complete(() -> new int[] {1});
            assertThat(await(first).tokens()).isEqualTo(1);
            CompletableFuture<HashedPrompt> next = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 2);
            calls.get(1).complete(() -> new int[] {1});
            assertThat(await(next).tokens()).isEqualTo(1);
        }
    }

    @Test
    void aCallThatBreaksGivesItsPlaceBack() throws Exception {
        RemoteTokenizer remote = request -> {
            if (thread.asked.getAndIncrement() == 0) {
                throw new NoClassDefFoundError("of a client library");
            }
            return completed();
        };
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), remote)) {
            var unused = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 1);

            await().untilAsserted(
                            () -> assertThat(hash(pipeline, TEXT).tokens()).isEqualTo(1));
        }
    }
}
