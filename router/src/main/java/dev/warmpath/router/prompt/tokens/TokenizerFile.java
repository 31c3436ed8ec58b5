package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a {@code tokenizer.json} says about where a text may be cut so that the pieces' tokens, one after the other, are
 * the whole text's tokens.
 *
 * <p>The library first takes out the added tokens that are matched in the raw text ({@code normalized: false}); all its
 * other steps then see each piece between them on its own. So those tokens are the places to cut, provided that no step
 * looks at where in the text a piece stands, and that no such token takes white space or word boundaries of its
 * surroundings along. Both are told by the file; a step that is not on our list counts as looking.
 *
 * @param cuts the texts of the added tokens that are matched in the raw text
 * @param cuttable whether the text may be cut at them
 * @param prepends whether a normalizer puts something in front of each piece, as files of Llama 2 do
 */
record TokenizerFile(List<String> cuts, boolean cuttable, boolean prepends) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Normalizers that change characters wherever they stand; {@code Prepend} and {@code Strip} act on a text's ends. */
    private static final Set<String> LOCAL_NORMALIZERS =
            Set.of("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "Nmt", "StripAccents", "Replace", "ByteLevel");

    /** Pre-tokenizers that split each piece by itself; {@code Metaspace} may treat the first piece differently. */
    private static final Set<String> LOCAL_PRE_TOKENIZERS =
            Set.of("ByteLevel", "Split", "Digits", "Punctuation", "Whitespace", "WhitespaceSplit", "BertPreTokenizer");

    TokenizerFile {
        cuts = List.copyOf(cuts);
    }

    static TokenizerFile parse(String json) throws IOException {
        Map<String, JsonNode> sections = new HashMap<>();
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                if (name.equals("model")) {
                    // The vocabulary: megabytes that tell nothing about cuts.
                    parser.skipChildren();
                } else {
                    sections.put(name, JSON.readTree(parser));
                }
            }
        }
        return of(sections);
    }

    private static TokenizerFile of(Map<String, JsonNode> sections) {
        List<String> cuts = new ArrayList<>();
        boolean cuttable = everyStep(sections, "normalizer", "normalizers", LOCAL_NORMALIZERS)
                && everyStep(sections, "pre_tokenizer", "pretokenizers", LOCAL_PRE_TOKENIZERS);
        for (JsonNode token : sections.getOrDefault("added_tokens", MissingNode.getInstance())) {
            if (!token.path("normalized").asBoolean()) {
                cuttable &= takesNothingElse(token);
                cuts.add(token.path("content").asText());
            }
        }
        return new TokenizerFile(cuts, cuttable, prepends(sections));
    }

    /** Whether a token is matched wherever its text stands, and without the white space around it. */
    private static boolean takesNothingElse(JsonNode token) {
        return !token.path("lstrip").asBoolean()
                && !token.path("rstrip").asBoolean()
                && !token.path("single_word").asBoolean();
    }

    private static boolean prepends(Map<String, JsonNode> sections) {
        JsonNode normalizer = sections.getOrDefault("normalizer", MissingNode.getInstance());
        return normalizer.findValuesAsText("type").contains("Prepend");
    }

    private static boolean everyStep(Map<String, JsonNode> sections, String section, String inner, Set<String> local) {
        return isLocal(sections.getOrDefault(section, MissingNode.getInstance()), inner, local);
    }

    /** Whether a step, or each step of a sequence, treats a piece the same wherever it stands. */
    private static boolean isLocal(JsonNode step, String inner, Set<String> local) {
        if (step.isMissingNode() || step.isNull()) {
            return true;
        }
        String type = step.path("type").asText();
        if (type.equals("Sequence")) {
            for (JsonNode one : step.path(inner)) {
                if (!isLocal(one, inner, local)) {
                    return false;
                }
            }
            return true;
        }
        return local.contains(type) && !step.path("add_prefix_space").asBoolean();
    }
}
