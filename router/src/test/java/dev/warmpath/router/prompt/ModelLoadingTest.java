package dev.warmpath.router.prompt;

import static dev.warmpath.router.prompt.TestPrompts.chat;
import static dev.warmpath.router.prompt.TestPrompts.completion;
import static dev.warmpath.router.prompt.TestPrompts.demo;
import static dev.warmpath.router.prompt.TestPrompts.hash;
import static dev.warmpath.router.prompt.TestPrompts.pipeline;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.router.prompt.model.ModelState;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that does not load costs its own prompts their affinity, says why, and takes nothing else down. */
class ModelLoadingTest {

    private static final String HI = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

    @TempDir
    Path directory;

    @Test
    void aMissingTokenizerIsReportedAndTokenIdsStillWork() throws Exception {
        Path missing = directory.resolve("nowhere");
        try (PromptPipeline pipeline = pipeline(demo(missing))) {
            assertThat(pipeline.loadErrors())
                    .containsExactly("model demo, " + missing + ": tokenizer.json: there is no such file");
            assertThat(hash(pipeline, completion("\"prompt\":\"text\"")).unhashedReason())
                    .isEqualTo(UnhashedReason.TOKENIZER_FAILED);
            assertThat(hash(pipeline, chat(HI)).unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_FAILED);
            assertThat(hash(pipeline, completion("\"prompt\":[1,2,3,4]")).chain(4))
                    .hasSize(1);
        }
    }

    @Test
    void aTemplateThatDoesNotCompileLeavesPlainPromptsAtWork() throws Exception {
        Path model = DemoModel.unpack(directory);
        Files.writeString(model.resolve("chat_template.jinja"), "{% for message in messages %}{{ message.content }}");
        try (PromptPipeline pipeline = pipeline(demo(model))) {
            assertThat(pipeline.loadErrors()).singleElement().asString().startsWith("model demo, " + model + ": ");
            assertThat(pipeline.models()).containsExactly(entry("demo", ModelState.FAILED));
            assertThat(hash(pipeline, chat(HI)).unhashedReason()).isEqualTo(UnhashedReason.TOKENIZER_FAILED);
            assertThat(hash(pipeline, completion("\"prompt\":\"text\"")).tokens())
                    .isPositive();
        }
    }

    @Test
    void aModelWithoutATemplateHasNoChats() throws Exception {
        Path model = DemoModel.unpack(directory);
        Files.delete(model.resolve("chat_template.jinja"));
        try (PromptPipeline pipeline = pipeline(demo(model))) {
            assertThat(pipeline.loadErrors()).isEmpty();
            assertThat(hash(pipeline, chat(HI)).unhashedReason()).isEqualTo(UnhashedReason.UNSUPPORTED_CONTENT);
        }
    }

    @Test
    void aModelWithoutATokenizerTakesTokenIdsOnly() throws Exception {
        try (PromptPipeline pipeline = pipeline(new ModelSettings("demo", null, false))) {
            assertThat(pipeline.loadErrors()).isEmpty();
            assertThat(pipeline.models()).containsExactly(entry("demo", ModelState.NONE));
            assertThat(hash(pipeline, completion("\"prompt\":\"text\"")).unhashedReason())
                    .isEqualTo(UnhashedReason.NO_TOKENIZER);
            assertThat(hash(pipeline, chat(HI)).unhashedReason()).isEqualTo(UnhashedReason.NO_TOKENIZER);
            assertThat(hash(pipeline, completion("\"prompt\":[1,2,3,4]")).chain(4))
                    .hasSize(1);
        }
    }

    @Test
    void aNameThatNoModelHasIsAModelWithoutATokenizer() throws Exception {
        try (PromptPipeline pipeline = pipeline()) {
            assertThat(hash(pipeline, completion("\"prompt\":\"text\"")).unhashedReason())
                    .isEqualTo(UnhashedReason.NO_TOKENIZER);
        }
    }

    @Test
    void oneBrokenModelLeavesTheOthersAtWork() throws Exception {
        Path broken = Files.createDirectory(directory.resolve("broken"));
        Files.writeString(broken.resolve("tokenizer.json"), "not JSON");
        ModelSettings other = new ModelSettings("other", broken, false);
        try (PromptPipeline pipeline = pipeline(other, demo(DemoModel.unpack(directory.resolve("demo"))))) {
            assertThat(pipeline.loadErrors()).singleElement().asString().contains("model other", "tokenizer.json");
            assertThat(pipeline.models())
                    .containsExactly(entry("other", ModelState.FAILED), entry("demo", ModelState.LOADED));
            assertThat(hash(pipeline, chat(HI)).tokens()).isPositive();
        }
    }
}
