package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The token ids that a tokenizer puts before and after a plain prompt.
 *
 * <p>They come from the post-processor of {@code tokenizer.json}; where {@code tokenizer_config.json} has {@code
 * add_bos_token} or {@code add_eos_token}, Hugging Face's loader makes a new post-processor out of these two instead.
 *
 * @param before usually the token for the beginning, or nothing
 * @param after usually nothing
 */
record SpecialFrame(int[] before, int[] after) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * What this model adds, or null when its post-processor does more than to put fixed tokens around a text.
     *
     * @throws IOException the configuration names a token that the tokenizer does not have as one token
     */
    static @Nullable SpecialFrame of(NativeTokenizer tokenizer, Path configuration) throws IOException {
        JsonNode config = Files.isRegularFile(configuration)
                ? JSON.readTree(Files.readString(configuration))
                : JSON.missingNode();
        if (config.has("add_bos_token") || config.has("add_eos_token")) {
            return new SpecialFrame(
                    configured(tokenizer, config, "add_bos_token", "bos_token"),
                    configured(tokenizer, config, "add_eos_token", "eos_token"));
        }
        SpecialFrame frame = observed(tokenizer, "a");
        SpecialFrame again = observed(tokenizer, "two words");
        boolean same = frame != null
                && again != null
                && Arrays.equals(frame.before, again.before)
                && Arrays.equals(frame.after, again.after);
        return same ? frame : null;
    }

    private static int[] configured(NativeTokenizer tokenizer, JsonNode config, String flag, String name)
            throws IOException {
        JsonNode token = config.path(name);
        String text = token.isObject() ? token.path("content").asText() : token.asText();
        if (!config.path(flag).asBoolean() || token.isNull() || text.isEmpty()) {
            return new int[0];
        }
        int[] ids = tokenizer.encode(text, false);
        if (ids.length != 1) {
            throw new IOException(name + " is not one token of tokenizer.json, but " + flag + " is true");
        }
        return ids;
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
