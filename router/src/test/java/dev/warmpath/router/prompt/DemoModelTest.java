package dev.warmpath.router.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.prompt.tokens.SegmentCache;
import dev.warmpath.router.prompt.tokens.TextTokenizer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar brings a model directory that works as any other. */
class DemoModelTest {

    @TempDir
    Path directory;

    @Test
    void unpacksIntoADirectoryThatTheTokenizerReads() throws Exception {
        Path model = DemoModel.unpack(directory.resolve("demo"));

        assertThat(model.resolve("chat_template.jinja")).content().contains("add_generation_prompt");
        assertThat(model.resolve("tokenizer_config.json")).content().contains("<|bos|>");
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20))) {
            assertThat(tokenizer.encode("The router holds every block.<|im_end|>", false, () -> false))
                    .as("whole words are tokens")
                    .hasSizeBetween(3, 8);
            assertThat(tokenizer.incremental()).isTrue();
        }
    }

    @Test
    void unpackingAgainMendsTheFiles() throws Exception {
        Path model = DemoModel.unpack(directory);
        Path file = model.resolve("tokenizer.json");
        long size = Files.size(file);
        Files.writeString(file, "{");

        DemoModel.unpack(directory);

        assertThat(file).hasSize(size);
    }
}
