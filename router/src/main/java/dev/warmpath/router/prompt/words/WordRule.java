package dev.warmpath.router.prompt.words;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a tokenizer cuts text into words, which its model then turns into tokens one by one. Known are the expressions that
 * byte-level models of today come with, taken as their {@code tokenizer.json} has them; each has its {@link WordCut} for ASCII
 * text. Others are left to the library.
 */
public final class WordRule {

    /** What {@code ByteLevel} does where no other step cuts: GPT-2. */
    static final String BYTE_LEVEL =
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

    private static final String CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
    private static final String SPACES = "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private static final String UPPER = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
    private static final String LOWER = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";

    /** Upper case, then lower case, in this order or either alone: gpt-oss. */
    static final String BY_CASE = "[^\\r\\n\\p{L}\\p{N}]?" + UPPER + "*" + LOWER + "+" + CONTRACTIONS
            + "?|[^\\r\\n\\p{L}\\p{N}]?" + UPPER + "+" + LOWER + "*" + CONTRACTIONS
            + "?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*" + SPACES;

    private static final Map<String, WordCut> CUTS = Map.of(
            // Qwen 2 and 3
            numbersOf("\\p{N}"),
            new NumberCut(1),
            // Llama 3, GLM 4
            numbersOf("\\p{N}{1,3}"),
            new NumberCut(3),
            BY_CASE,
            new CaseCut(),
            BYTE_LEVEL,
            new ByteLevelCut());

    /** Those that leave ASCII text as it is. */
    private static final Set<String> NORMALIZERS = Set.of("NFC", "NFD", "NFKC", "NFKD");

    private final WordCut cut;

    private WordRule(WordCut cut) {
        this.cut = cut;
    }

    /** The expression that cuts a number into such words. */
    static String numbersOf(String digits) {
        return CONTRACTIONS + "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|" + digits + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*" + SPACES;
    }

    /** How a known expression cuts ASCII text; null for another. */
    static @Nullable WordCut cut(String expression) {
        return CUTS.get(expression);
    }

    /** Cuts off one word after the other. */
    WordCut cut() {
        return cut;
    }

    /**
     * The rule of a file's sections, or null when words are not cut in a way that is known, or a word's tokens depend on
     * more than the word.
     *
     * @param model of which the vocabulary is not needed
     */
    public static @Nullable WordRule of(JsonNode normalizer, JsonNode preTokenizer, JsonNode model) {
        boolean wordByWord = model.path("type").asText().equals("BPE")
                && model.path("dropout").asDouble() == 0
                && keepsAscii(normalizer);
        String expression = wordByWord ? expression(preTokenizer) : null;
        WordCut cut = expression == null ? null : cut(expression);
        return cut == null ? null : new WordRule(cut);
    }

    private static boolean keepsAscii(JsonNode normalizer) {
        if (normalizer.isMissingNode() || normalizer.isNull()) {
            return true;
        }
        String type = normalizer.path("type").asText();
        if (!type.equals("Sequence")) {
            return NORMALIZERS.contains(type);
        }
        for (JsonNode one : normalizer.path("normalizers")) {
            if (!keepsAscii(one)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String expression(JsonNode preTokenizer) {
        if (isByteLevel(preTokenizer, true)) {
            return BYTE_LEVEL;
        }
        JsonNode steps = preTokenizer.path("pretokenizers");
        JsonNode split = steps.path(0);
        boolean splits = preTokenizer.path("type").asText().equals("Sequence")
                && steps.size() == 2
                && split.path("type").asText().equals("Split")
                && split.path("behavior").asText().equals("Isolated")
                && !split.path("invert").asBoolean()
                && isByteLevel(steps.path(1), false);
        String expression = split.path("pattern").path("Regex").asText();
        return splits && !expression.equals(BYTE_LEVEL) ? expression : null;
    }

    /** Whether it is the step that writes bytes as letters, with no space put in front of a text. */
    private static boolean isByteLevel(JsonNode step, boolean cuts) {
        return step.path("type").asText().equals("ByteLevel")
                && !step.path("add_prefix_space").asBoolean(true)
                && step.path("use_regex").asBoolean(true) == cuts;
    }
}
