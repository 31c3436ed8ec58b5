package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The ids of the pieces, joined, are the ids of the whole text, for tokenizers of every kind that models come with. What
 * a file's steps and flags mean is not taken from documentation: the library is asked for the whole text each time.
 */
class ExactPiecesTest {

    private static final int TEXTS = 400;

    @TempDir
    Path directory;

    /** A tokenizer, and whether text is cut for it. */
    record Kind(String name, boolean cut, Consumer<ObjectNode> edit) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Kind> kinds() {
        return List.of(
                new Kind("as it is", true, tree -> {}),
                new Kind(
                        "prepended space",
                        true,
                        normalizer("{'type':'Sequence','normalizers':[{'type':'Prepend','prepend':'\u2581'},"
                                + "{'type':'Replace','pattern':{'String':' '},'content':'\u2581'}]}")),
                new Kind("stripped ends", true, normalizer("{'type':'Strip','strip_left':true,'strip_right':true}")),
                new Kind(
                        "nfkc and lower case",
                        true,
                        normalizer("{'type':'Sequence','normalizers':[{'type':'NFKC'},{'type':'Lowercase'}]}")),
                new Kind(
                        "bert",
                        true,
                        normalizer("{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':true,"
                                + "'strip_accents':true,'lowercase':true}")),
                new Kind(
                        "space before each word sequence",
                        true,
                        preTokenizer(
                                "{'type':'ByteLevel','add_prefix_space':true,'trim_offsets':false,'use_regex':true}")),
                new Kind("metaspace always", true, metaspace("always")),
                new Kind("metaspace never", true, metaspace("never")),
                new Kind("metaspace first", false, metaspace("first")),
                new Kind("turns that take space behind", true, flags("rstrip", "<|im_start|>", "<|im_end|>")),
                new Kind("turns that take space before", true, flags("lstrip", "<|im_start|>", "<|im_end|>")),
                new Kind(
                        "turns that take space",
                        true,
                        flags("lstrip", "<|im_start|>", "<|im_end|>")
                                .andThen(flags("rstrip", "<|im_start|>", "<think>"))),
                new Kind(
                        "tokens that are words",
                        true,
                        flags("single_word", "<think>", "</think>").andThen(token("user"))),
                new Kind(
                        "words beside words",
                        true,
                        token("user")
                                .andThen(token("a"))
                                .andThen(token("the"))
                                .andThen(flags("single_word", "<think>", "user"))),
                new Kind(
                        "tokens of space",
                        true,
                        token("   ").andThen(token("\n")).andThen(token(" <|")).andThen(token("\u3000"))),
                new Kind(
                        "tokens of space among those that take it",
                        true,
                        token("  ")
                                .andThen(token("\n"))
                                .andThen(token(" <|"))
                                .andThen(flags("rstrip", "<|im_start|>", "</think>"))
                                .andThen(flags("lstrip", "<|im_end|>", "</think>"))),
                new Kind(
                        "tokens inside tokens",
                        true,
                        token("<|im_")
                                .andThen(token("start|>"))
                                .andThen(token("|>\n"))
                                .andThen(token("<"))),
                new Kind(
                        "tokens of the normalized text",
                        true,
                        normalized("<think>", "<tool_call>")
                                .andThen(flags("rstrip", "<think>"))
                                .andThen(normalized("user"))));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void piecesHaveTheIdsOfTheWhole(Kind kind) throws Exception {
        long seed = kind.name().hashCode();
        Random random = new Random(seed);
        Path model = TestTokenizers.edited(directory, kind.edit());
        // Small enough that pieces are evicted while they are in use.
        SegmentCache cache = new SegmentCache(64 << 10);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, cache);
                NativeTokenizer library = NativeTokenizer.load(Files.readString(model.resolve("tokenizer.json")))) {
            for (int i = 0; i < TEXTS; i++) {
                String text = TestTokenizers.chat(random);
                assertThat(tokenizer.encode(text, false, () -> false))
                        .as("seed %d, text %d: %s", seed, i, text)
                        .containsExactly(library.encode(text, false));
            }
            assertThat(tokenizer.incremental()).isEqualTo(kind.cut());
        }
        if (kind.cut()) {
            assertThat(cache.hits()).as("pieces that came from the cache").isPositive();
        } else {
            assertThat(cache.hits() + cache.misses()).as("pieces").isZero();
        }
    }

    private static Consumer<ObjectNode> normalizer(String json) {
        return tree -> tree.set("normalizer", TestTokenizers.json(json));
    }

    private static Consumer<ObjectNode> preTokenizer(String json) {
        return tree -> tree.set("pre_tokenizer", TestTokenizers.json(json));
    }

    private static Consumer<ObjectNode> metaspace(String scheme) {
        return preTokenizer("{'type':'Sequence','pretokenizers':[{'type':'Metaspace','replacement':'\u2581',"
                + "'prepend_scheme':'" + scheme + "','split':true},{'type':'ByteLevel','add_prefix_space':false,"
                + "'trim_offsets':false,'use_regex':false}]}");
    }

    /** Sets a flag of these tokens. */
    private static Consumer<ObjectNode> flags(String flag, String... contents) {
        return tree -> {
            for (String content : contents) {
                find(tree, content).put(flag, true);
            }
        };
    }

    /** Makes these tokens, new ones if need be, match in the normalized text only. */
    private static Consumer<ObjectNode> normalized(String... contents) {
        return flags("normalized", contents);
    }

    private static Consumer<ObjectNode> token(String content) {
        return tree -> find(tree, content);
    }

    private static ObjectNode find(ObjectNode tree, String content) {
        ArrayNode tokens = (ArrayNode) tree.path("added_tokens");
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).path("content").asText().equals(content)) {
                return (ObjectNode) tokens.get(i);
            }
        }
        return TestTokenizers.addToken(tree, content);
    }
}
