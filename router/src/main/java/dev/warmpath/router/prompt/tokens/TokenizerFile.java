package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.prompt.words.WordRule;
import dev.warmpath.router.template.text.CharType;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code tokenizer.json} says about where a text may be cut so that the pieces' tokens, one after the other, are
 * the whole text's tokens.
 *
 * <p>The library first takes out the added tokens that are matched in the raw text ({@code normalized: false}); all its
 * other steps, normalizers among them, then see each piece between them on its own. So those tokens are the places to
 * cut, under three conditions:
 *
 * <ul>
 *   <li>No step asks where in the text a piece stands, as {@code Metaspace} with {@code prepend_scheme: first} does. A
 *       step that is not on our lists counts as asking.
 *   <li>A token that stays inside a piece must not see a difference between the end of a piece and the token there. One
 *       that wants to be a word of its own ({@code single_word}) looks at the next character, one that strips white space
 *       looks on to the end of it. So a text is cut only at tokens that start and end with an ASCII punctuation mark,
 *       which is neither part of a word nor space. Those that want to be words are not cut at: the character beside them
 *       decides whether they are there at all.
 *   <li>White space that a token strips ({@code lstrip}, {@code rstrip}) goes with the token. That is easy to copy, unless
 *       there are tokens that start or end with white space themselves and are in two minds about whose it is; then such
 *       tokens are not cut at.
 * </ul>
 *
 * @param tokens the added tokens that are matched in the raw text, with how to cut at them, in the file's order
 * @param cuttable whether the text may be cut at all
 * @param words how the text between those tokens is cut into words, or null when that is not known or not all of them are
 *     cut at
 * @param prepends whether a normalizer puts something in front of each piece, as files of Llama 2 do
 */
record TokenizerFile(
        Map<String, Cut> tokens, boolean cuttable, @Nullable WordRule words, boolean prepends) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** All that the library has, but one with a table that we cannot read ({@code Precompiled}). */
    private static final Set<String> LOCAL_NORMALIZERS = Set.of(
            "NFC",
            "NFD",
            "NFKC",
            "NFKD",
            "Lowercase",
            "Nmt",
            "StripAccents",
            "Replace",
            "ByteLevel",
            "Prepend",
            "Strip",
            "BertNormalizer");

    private static final String METASPACE = "Metaspace";

    private static final Set<String> LOCAL_PRE_TOKENIZERS = Set.of(
            "ByteLevel",
            "Split",
            "Digits",
            "Punctuation",
            "Whitespace",
            "WhitespaceSplit",
            "BertPreTokenizer",
            METASPACE);

    static TokenizerFile parse(String json) throws IOException {
        Map<String, JsonNode> sections = new HashMap<>();
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                if (name.equals("model")) {
                    sections.put(name, settings(parser));
                } else {
                    sections.put(name, JSON.readTree(parser));
                }
            }
        }
        return of(sections);
    }

    /** Those of the model; not its vocabulary, megabytes that tell nothing about cuts. */
    private static JsonNode settings(JsonParser parser) throws IOException {
        ObjectNode settings = JSON.createObjectNode();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (parser.nextToken().isStructStart()) {
                parser.skipChildren();
            } else {
                settings.set(name, JSON.readTree(parser));
            }
        }
        return settings;
    }

    private static TokenizerFile of(Map<String, JsonNode> sections) {
        Map<String, JsonNode> raw = new LinkedHashMap<>();
        boolean endsInSpace = false;
        JsonNode added = section(sections, "added_tokens");
        for (JsonNode token : added) {
            if (!token.path("normalized").asBoolean()) {
                String content = token.path("content").asText();
                raw.put(content, token);
                endsInSpace |= !content.isEmpty()
                        && (CharType.isWhiteSpace(content.charAt(0))
                                || CharType.isWhiteSpace(content.charAt(content.length() - 1)));
            }
        }
        boolean strippingCuts = !endsInSpace;
        Map<String, Cut> tokens = new LinkedHashMap<>();
        raw.forEach((content, token) -> tokens.put(content, cut(content, token, strippingCuts)));
        boolean cuttable = everyStep(sections, "normalizer", "normalizers", LOCAL_NORMALIZERS)
                && everyStep(sections, "pre_tokenizer", "pretokenizers", LOCAL_PRE_TOKENIZERS);
        boolean wordsOnly = cuttable
                && raw.size() == added.size()
                && tokens.values().stream().allMatch(Cut::allowed);
        return new TokenizerFile(tokens, cuttable, wordsOnly ? words(sections) : null, prepends(sections));
    }

    private static Cut cut(String content, JsonNode token, boolean strippingCuts) {
        boolean left = token.path("lstrip").asBoolean();
        boolean right = token.path("rstrip").asBoolean();
        boolean allowed = !content.isEmpty()
                && isMark(content.charAt(0))
                && isMark(content.charAt(content.length() - 1))
                && !token.path("single_word").asBoolean()
                && (strippingCuts || (!left && !right));
        return allowed ? new Cut(true, left, right) : Cut.NONE;
    }

    /** ASCII punctuation, but for the underscore, which words may have. */
    private static boolean isMark(char c) {
        return c > ' ' && c < 0x7f && c != '_' && !Character.isLetterOrDigit(c);
    }

    private static @Nullable WordRule words(Map<String, JsonNode> sections) {
        return WordRule.of(
                section(sections, "normalizer"), section(sections, "pre_tokenizer"), section(sections, "model"));
    }

    private static JsonNode section(Map<String, JsonNode> sections, String name) {
        return sections.getOrDefault(name, MissingNode.getInstance());
    }

    private static boolean prepends(Map<String, JsonNode> sections) {
        return section(sections, "normalizer").findValuesAsText("type").contains("Prepend");
    }

    private static boolean everyStep(Map<String, JsonNode> sections, String section, String inner, Set<String> local) {
        return isLocal(section(sections, section), inner, local);
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
        boolean first = type.equals(METASPACE)
                && step.path("prepend_scheme").asText("always").equals("first");
        return local.contains(type) && !first;
    }
}
