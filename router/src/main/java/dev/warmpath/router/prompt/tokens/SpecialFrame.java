package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The token ids that a tokenizer puts before and after a plain prompt.
 *
 * <p>They come from the post-processor of {@code tokenizer.json}. Of {@code add_bos_token} and {@code add_eos_token} in
 * {@code tokenizer_config.json}, Hugging Face's loader takes no notice since transformers 5, which vLLM 0.32 and SGLang
 * 0.5.23 require; releases before made a new post-processor out of the two.
 *
 * @param before usually the token for the beginning, or nothing
 * @param after usually nothing
 */
record SpecialFrame(int[] before, int[] after) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What this model adds, or null when its post-processor does more than to put fixed tokens around a text. */
    static @Nullable SpecialFrame of(NativeTokenizer tokenizer) {
        SpecialFrame frame = observed(tokenizer, "a");
        SpecialFrame again = observed(tokenizer, "two words");
        boolean same = frame != null
                && again != null
                && Arrays.equals(frame.before, again.before)
                && Arrays.equals(frame.after, again.after);
        return same ? frame : null;
    }

    /** The token that the configuration names for the beginning, whether or not a plain prompt gets it. */
    static OptionalInt begin(NativeTokenizer tokenizer, Path configuration) throws IOException {
        String text = text(read(configuration).path("bos_token"));
        int[] ids = text.isEmpty() ? new int[0] : tokenizer.encode(text, false);
        return ids.length == 1 ? OptionalInt.of(ids[0]) : OptionalInt.empty();
    }

    private static JsonNode read(Path configuration) throws IOException {
        return Files.isRegularFile(configuration) ? JSON.readTree(Files.readString(configuration)) : JSON.missingNode();
    }

    private static String text(JsonNode token) {
        return token.isObject() ? token.path("content").asText() : token.isTextual() ? token.textValue() : "";
    }

    /** What stands around a text's own ids when special tokens are added. */
    private static @Nullable SpecialFrame observed(NativeTokenizer tokenizer, String text) {
        int[] own = tokenizer.encode(text, false);
        int[] all = tokenizer.encode(text, true);
        for (int at = 0; at + own.length <= all.length; at++) {
            if (Arrays.equals(all, at, at + own.length, own, 0, own.length)) {
                return new SpecialFrame(
                        Arrays.copyOfRange(all, 0, at), Arrays.copyOfRange(all, at + own.length, all.length));
            }
        }
        return null;
    }
}
