package dev.warmpath.router.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model's special tokens by their names in templates. {@code tokenizer_config.json} comes first; {@code
 * special_tokens_map.json}, which older models have, fills what it leaves out. Each token is a string or an object with
 * its text in {@code content}.
 */
final class SpecialTokens {

    /** The attributes that Hugging Face tokenizers hand to every template. */
    private static final List<String> NAMES =
            List.of("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token");

    private static final String ADDITIONAL = "additional_special_tokens";

    private SpecialTokens() {}

    static Map<String, Object> read(Path modelDir) throws IOException {
        Map<String, Object> tokens = new LinkedHashMap<>();
        for (String file : List.of("tokenizer_config.json", "special_tokens_map.json")) {
            JsonNode root = ModelFile.json(modelDir.resolve(file));
            for (String name : NAMES) {
                text(root.path(name)).ifPresent(text -> tokens.putIfAbsent(name, text));
            }
            List<Object> additional = new ArrayList<>();
            root.path(ADDITIONAL).forEach(token -> text(token).ifPresent(additional::add));
            if (!additional.isEmpty()) {
                tokens.putIfAbsent(ADDITIONAL, List.copyOf(additional));
            }
        }
        return Collections.unmodifiableMap(tokens);
    }

    private static Optional<String> text(JsonNode token) {
        JsonNode text = token.isObject() ? token.path("content") : token;
        return text.isTextual() ? Optional.of(text.textValue()) : Optional.empty();
    }
}
