package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same ids as Python's tokenizers library, which the engines use. {@code golden-tokens.json} is made by {@code
 * router/src/test/python/make_golden_tokens.py}.
 */
class GoldenTokensTest {

    @TempDir
    Path directory;

    @Test
    void everyTextBecomesTheIdsThatPythonMakesOfIt() throws Exception {
        JsonNode cases = golden();
        assertThat(cases).hasSizeGreaterThan(200);
        try (TextTokenizer tokenizer = TextTokenizer.load(TestTokenizers.demo(directory), new SegmentCache(1 << 20))) {
            for (JsonNode golden : cases) {
                String text = golden.path("text").textValue();
                assertThat(tokenizer.encode(text, false, () -> false))
                        .as("ids of %s", golden.path("text"))
                        .containsExactly(ints(golden.path("ids")));
                assertThat(tokenizer.encode(text, true, () -> false))
                        .as("ids with special tokens of %s", golden.path("text"))
                        .containsExactly(ints(golden.path("with_special")));
            }
        }
    }

    private static JsonNode golden() throws IOException {
        try (InputStream in =
                GoldenTokensTest.class.getResourceAsStream("/dev/warmpath/router/prompt/golden-tokens.json")) {
            return TestTokenizers.JSON.readTree(Objects.requireNonNull(in));
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
