package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.prompt.words.WordTokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ids of the words, joined, are the ids that the library gives the whole text, for each way to cut words. */
class WordTokensTest {

    private static final int TEXTS = 1500;

    /** As byte-level vocabularies write them; the first four are blank, line feed, carriage return and tab. */
    private static final List<String> JOINED = List.of("\u0120\u010a\u010d\u01091234.!?/'_$sxL".split(""));

    @TempDir
    Path directory;

    private NativeTokenizer library;
    private WordTokenizer words;
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void loadDemo() throws Exception {
        load("qwen");
    }

    @AfterEach
    void close() {
        library.close();
    }

    /** The demo model with another model's way to cut words. */
    private void load(String kind) throws Exception {
        if (library != null) {
            library.close();
        }
        String step = Files.readString(Path.of(Objects.requireNonNull(
                        WordTokensTest.class.getResource("/dev/warmpath/router/prompt/words/" + kind + ".json"))
                .toURI()));
        Path model = TestTokenizers.edited(directory, tree -> {
            tree.set("pre_tokenizer", read(step));
            joinPairs((ObjectNode) tree.path("model"));
        });
        String json = Files.readString(model.resolve("tokenizer.json"));
        library = NativeTokenizer.load(json);
        words = Objects.requireNonNull(WordTokenizer.of(
                Objects.requireNonNull(TokenizerFile.parse(json).words(), "the rule is known"), this::ask));
    }

    /**
     * Makes any two of some characters one token. The demo's vocabulary has digits one by one, and little else that
     * reaches across what a rule cuts: words that are cut otherwise would have the same ids.
     */
    private static void joinPairs(ObjectNode model) {
        ObjectNode vocabulary = (ObjectNode) model.path("vocab");
        ArrayNode merges = (ArrayNode) model.path("merges");
        for (String first : JOINED) {
            for (String second : JOINED) {
                if (!vocabulary.has(first + second)) {
                    vocabulary.put(first + second, vocabulary.size());
                    merges.addArray().add(first).add(second);
                }
            }
        }
    }

    private static JsonNode read(String json) {
        try {
            return TestTokenizers.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int[] ask(String text) {
        asked.incrementAndGet();
        return library.encode(text, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwen", "llama3", "gpt-oss", "gpt2"})
    void wordsHaveTheIdsOfTheWhole(String kind) throws Exception {
        load(kind);
        int byWords = 0;
        Random random = new Random(kind.hashCode());
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            int[] ids = words.encode(text, chars -> true);
            if (ids != null) {
                byWords++;
                assertThat(ids).as("%s, text %d: %s", kind, i, text).containsExactly(library.encode(text, false));
            }
        }
        assertThat(byWords).as("texts of which most words were known").isGreaterThan(TEXTS / 2);
    }

    private static String text(Random random) {
        List<String> parts = List.of(
                "the",
                " the",
                "Router",
                "HTTPServer",
                "don't",
                "'LL",
                "'s",
                "'",
                "x",
                " ",
                "  ",
                "\t",
                "\n",
                "\r\n",
                "\n\n ",
                "1",
                "22",
                "333",
                "4444",
                ".",
                "...",
                "!?\n",
                "/",
                "//\n",
                "{\"k\": [",
                "]}",
                "$",
                "_",
                "a_b",
                "\u0000",
                "\u001c",
                "\u000b",
                "\f",
                "\u007f",
                "|",
                "<|",
                "|>");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i >= 0; i--) {
            text.append(
                    random.nextInt(50) == 0
                            ? (char) random.nextInt(128) + ""
                            : parts.get(random.nextInt(parts.size())));
        }
        return text.toString();
    }

    @Test
    void knownWordsAreNotAskedFor() {
        words.encode("Hello there, router", chars -> true);
        int before = asked.get();

        String text = "Hello router, there there";
        assertThat(words.encode(text, chars -> true)).containsExactly(library.encode(text, false));
        assertThat(asked.get() - before).isZero();
    }

    @Test
    void textThatIsNotAsciiIsLeftToTheLibrary() {
        assertThat(words.encode("na\u00efve", chars -> true)).isNull();
        assertThat(words.encode("don\u2019t", chars -> true)).isNull();
    }

    @Test
    void textOfManyNewWordsIsLeftToTheLibraryBeforeItHasCostMuch() {
        int before = asked.get();
        StringBuilder text = new StringBuilder();
        for (char a = 'a'; a <= 'z'; a++) {
            for (char b = 'a'; b <= 'z'; b++) {
                text.append(" qx").append(a).append(b).append(a);
            }
        }

        assertThat(words.encode(text.toString(), chars -> true)).isNull();
        assertThat(asked.get() - before).isBetween(1, 20);
    }

    @Test
    void noMoreIsDoneThanIsAllowed() {
        int before = asked.get();

        assertThat(words.encode("the the", chars -> false)).isNull();
        assertThat(words.encode("neverseenbefore", chars -> chars < 16))
                .as("a new word")
                .isNull();
        assertThat(asked.get() - before).isZero();
    }

    @Test
    void aLibraryThatMakesOtherIdsOfTheWholeIsNotBelieved() throws Exception {
        String json = Files.readString(directory.resolve("tokenizer.json"));

        assertThat(WordTokenizer.of(
                        Objects.requireNonNull(TokenizerFile.parse(json).words()),
                        text -> text.length() > 1000 ? new int[] {1} : library.encode(text, false)))
                .isNull();
    }
}
