package dev.warmpath.router.prompt;

import static dev.warmpath.router.prompt.TestPrompts.LONG_BYTES;
import static dev.warmpath.router.prompt.TestPrompts.NO_SIZES;
import static dev.warmpath.router.prompt.TestPrompts.await;
import static dev.warmpath.router.prompt.TestPrompts.chat;
import static dev.warmpath.router.prompt.TestPrompts.completion;
import static dev.warmpath.router.prompt.TestPrompts.demo;
import static dev.warmpath.router.prompt.TestPrompts.hash;
import static dev.warmpath.router.prompt.TestPrompts.remoteDemo;
import static dev.warmpath.router.prompt.TestPrompts.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.router.prompt.threads.PromptThreads;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the pipeline does when it cannot keep up, and what it counts. */
class PromptBoundsTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final GenerationRequest TEXT = completion("\"prompt\":\"text\"");
    private static final GenerationRequest LONG_TEXT =
            completion("\"prompt\":\"" + "text ".repeat(LONG_BYTES / 4) + "\"");

    private final HeldThread thread = new HeldThread();

    @AfterEach
    void letGo() {
        thread.letGo();
    }

    private PromptPipeline held(int queue, Duration timeout) {
        PromptPipeline pipeline = new PromptPipeline(settings(1, queue, timeout), List.of(remoteDemo()), thread);
        var unused = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
        await().until(() -> thread.asked.get() == 1);
        return pipeline;
    }

    @Test
    void onePromptMoreThanMayWaitIsBusyAtOnce() throws Exception {
        try (PromptPipeline pipeline = held(2, LONG)) {
            CompletableFuture<HashedPrompt> second = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            CompletableFuture<HashedPrompt> third = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            assertThat(pipeline.stats().queued()).isEqualTo(2);

            CompletableFuture<HashedPrompt> fourth = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);

            assertThat(fourth).isCompleted();
            assertThat(fourth.get().unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_BUSY);
            assertThat(hash(pipeline, completion("\"prompt\":[1,2,3,4]")).tokens())
                    .as("token ids need no thread")
                    .isEqualTo(4);
            thread.letGo();
            assertThat(await(second).tokens()).isEqualTo(3);
            assertThat(await(third).tokens()).isEqualTo(3);
        }
    }

    @Test
    void aPromptThatWaitsTooLongIsUnhashedAndNeverWorkedOn() throws Exception {
        try (PromptPipeline pipeline = held(2, Duration.ofMillis(100))) {
            CompletableFuture<HashedPrompt> second = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);

            assertThat(await(second).unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_TIMEOUT);
            await("its place is free while the thread is still held")
                    .until(() -> pipeline.stats().queued() == 0);
            thread.letGo();
            assertThat(hash(pipeline, TEXT).tokens()).isEqualTo(3);
            assertThat(thread.asked).hasValue(2);
        }
    }

    @Test
    void workForAClientThatHasLeftIsSkipped() throws Exception {
        try (PromptPipeline pipeline = held(3, LONG)) {
            CompletableFuture<HashedPrompt> left = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            CompletableFuture<HashedPrompt> stays = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);

            left.cancel(false);
            assertThat(pipeline.stats().queued())
                    .as("its place is free at once")
                    .isEqualTo(1);
            thread.letGo();

            assertThat(await(stays).tokens()).isEqualTo(3);
            assertThat(thread.asked).hasValue(2);
            await("each counted once")
                    .untilAsserted(() -> assertThat(pipeline.stats().hashed()).isEqualTo(2));
        }
    }

    /** Scenario 85: long ones keep their threads for as long as they like, and short ones do not wait for them. */
    @Test
    void shortPromptsAreTokensWhileLongOnesKeepTheirThreads() throws Exception {
        RemoteTokenizer remote = request -> request.body().bytes().length > LONG_BYTES
                ? thread.tokenize(request)
                : CompletableFuture.completedFuture(() -> new int[] {7});
        try (PromptPipeline pipeline = new PromptPipeline(settings(3, 100, LONG), List.of(remoteDemo()), remote)) {
            List<CompletableFuture<HashedPrompt>> longOnes = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                longOnes.add(pipeline.hash(LONG_TEXT, NO_SIZES, Engine.VLLM));
            }
            await().until(() -> thread.asked.get() == 2);

            for (int i = 0; i < 20; i++) {
                assertThat(hash(pipeline, TEXT).tokens()).isEqualTo(1);
            }

            assertThat(pipeline.stats().queue(PromptSize.LONG).queued()).isEqualTo(14);
            assertThat(longOnes).noneMatch(CompletableFuture::isDone);
            thread.letGo();
            for (CompletableFuture<HashedPrompt> prompt : longOnes) {
                assertThat(await(prompt).tokens()).isEqualTo(3);
            }
        }
    }

    /** The answer to a call that was made is dropped too when nobody waits for it any more. */
    @Test
    void anAnswerThatWaitsForAThreadLeavesTheQueueWithItsClient() throws Exception {
        CompletableFuture<RemoteTokenizer.Answer> early = new CompletableFuture<>();
        RemoteTokenizer remote = request -> thread.asked.getAndIncrement() == 0 ? early : thread.tokenize(request);
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 2, LONG), List.of(remoteDemo()), remote)) {
            CompletableFuture<HashedPrompt> left = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 1);
            CompletableFuture<HashedPrompt> holds = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 3);
            early.complete(() -> new int[] {1});
            assertThat(pipeline.stats().queued()).isEqualTo(1);

            left.cancel(false);

            assertThat(pipeline.stats().queued()).isZero();
            thread.letGo();
            assertThat(await(holds).tokens()).isEqualTo(3);
            assertThat(hash(pipeline, TEXT).tokens())
                    .as("its call is over, too")
                    .isEqualTo(3);
        }
    }

    @Test
    void aThreadOutlivesAnErrorInItsWork() throws Exception {
        RemoteTokenizer remote = request -> {
            if (thread.asked.getAndIncrement() == 0) {
                throw new LinkageError("no native library");
            }
            return CompletableFuture.completedFuture(() -> new int[] {7});
        };
        try (PromptPipeline pipeline =
                new PromptPipeline(settings(1, 2, Duration.ofSeconds(30)), List.of(remoteDemo()), remote)) {
            var unused = pipeline.hash(TEXT, NO_SIZES, Engine.VLLM);
            await().until(() -> thread.asked.get() == 1);

            assertThat(hash(pipeline, TEXT).tokens()).isEqualTo(1);
        }
    }

    @Test
    void aClosedPipelineAnswersStill() throws Exception {
        PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()), thread);
        pipeline.close();

        assertThat(hash(pipeline, TEXT).unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_BUSY);
    }

    @Test
    void aTextLongerThanAllowedIsNotTokenized(@TempDir Path directory) throws Exception {
        // The settings of these tests allow 1,000 characters.
        try (PromptPipeline pipeline =
                new PromptPipeline(settings(1, 1, LONG), List.of(demo(DemoModel.unpack(directory))))) {
            assertThat(hash(pipeline, completion("\"prompt\":\"" + "a".repeat(1000) + "\""))
                            .unhashedReason())
                    .isNull();
            assertThat(hash(pipeline, completion("\"prompt\":\"" + "a".repeat(1001) + "\""))
                            .unhashedReason())
                    .isEqualTo(UnhashedReason.PROMPT_TOO_LONG);
            assertThat(hash(
                                    pipeline,
                                    chat("\"messages\":[{\"role\":\"user\",\"content\":\"" + "a".repeat(990) + "\"}]"))
                            .unhashedReason())
                    .isEqualTo(UnhashedReason.PROMPT_TOO_LONG);
        }
    }

    /** The native library's memory lies outside of the heap: what it would need too much of is not given to it. */
    @Test
    void aPieceThatMemoryWillNeverHaveRoomForIsNotTokenized(@TempDir Path directory) throws Exception {
        PromptSettings little = PromptSettings.defaults().withNativeMemory(2 << 20);
        try (PromptPipeline pipeline = new PromptPipeline(little, List.of(demo(DemoModel.unpack(directory))))) {
            // Not ASCII, which is tokenized word by word.
            String fits = "\u00e9 ".repeat(2000);
            String tooLarge = "\u00e9 ".repeat(2500);

            assertThat(hash(pipeline, completion("\"prompt\":\"" + fits + "\"")).unhashedReason())
                    .isNull();
            assertThat(hash(pipeline, completion("\"prompt\":\"" + tooLarge + "\""))
                            .unhashedReason())
                    .isEqualTo(UnhashedReason.TOKENIZER_MEMORY);
            assertThat(hash(
                                    pipeline,
                                    chat("\"messages\":[{\"role\":\"user\",\"content\":\"" + fits
                                            + "\"},{\"role\":\"assistant\",\"content\":\"" + fits + "b\"}]"))
                            .unhashedReason())
                    .as("pieces of a chat are tokenized one by one")
                    .isNull();
            assertThat(pipeline.stats().nativeHeldBytes()).isZero();
            assertThat(pipeline.stats().nativeMostBytes()).isEqualTo(2 << 20);
        }
    }

    @Test
    void aPreviewIsNotCounted() throws Exception {
        try (PromptPipeline pipeline = new PromptPipeline(settings(1, 1, LONG), List.of(remoteDemo()))) {
            assertThat(await(pipeline.preview(TEXT, NO_SIZES, Engine.VLLM)).unhashedReason())
                    .isEqualTo(UnhashedReason.REMOTE_FAILED);
            assertThat(await(pipeline.preview(completion("\"prompt\":[1,2]"), NO_SIZES, Engine.VLLM))
                            .tokens())
                    .isEqualTo(2);

            assertThat(hash(pipeline, completion("\"prompt\":[1,2,3]")).tokens())
                    .isEqualTo(3);

            assertThat(pipeline.stats().hashed()).isEqualTo(1);
            assertThat(pipeline.stats().unhashed()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1,2", "0,2,2", "0,64,32", "1,64,1", "100,2,100"})
    void threadsAreHalfTheCoresUnlessSet(int configured, int cores, int threads) {
        assertThat(PromptThreads.count(configured, cores)).isEqualTo(threads);
    }
}
