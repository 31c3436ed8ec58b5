package dev.warmpath.router.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar brings a model directory that works as any other. */
class DemoModelTest {

    @TempDir
    Path directory;

    @Test
    void unpacksIntoADirectoryThatTheTokenizerLibraryReads() throws IOException {
        Path model = DemoModel.unpack(directory.resolve("demo"));

        assertThat(model.resolve("chat_template.jinja")).content().contains("add_generation_prompt");
        assertThat(model.resolve("tokenizer_config.json")).content().contains("<|bos|>");
        try (HuggingFaceTokenizer tokenizer =
                HuggingFaceTokenizer.builder().optTokenizerPath(model).build()) {
            String text = "The router holds every block.\n<|im_end|>";
            long[] ids = tokenizer.encode(text, false, false).getIds();
            assertThat(ids).hasSizeLessThan(12);
            assertThat(tokenizer.decode(ids)).isEqualTo(text);
        }
    }

    @Test
    void unpackingAgainMendsTheFiles() throws IOException {
        Path model = DemoModel.unpack(directory);
        Path file = model.resolve("tokenizer.json");
        long size = Files.size(file);
        Files.writeString(file, "{");

        DemoModel.unpack(directory);

        assertThat(file).hasSize(size);
    }
}
