package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cutting and caching change what tokenizing costs, never what it gives. */
class TextTokenizerTest {

    private static final String QUESTION = "a question of some length, ".repeat(10);

    @TempDir
    Path directory;

    private static int[] whole(Path model, String text, boolean special) throws IOException {
        try (NativeTokenizer library = NativeTokenizer.load(Files.readString(model.resolve("tokenizer.json")))) {
            return library.encode(text, special);
        }
    }

    @RepeatedTest(5)
    void cutAndCachedTextGivesTheIdsOfTheWhole(RepetitionInfo repetition) throws Exception {
        long seed = 11_000L + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Path model = TestTokenizers.demo(directory);
        // Small enough that pieces are evicted while they are in use.
        SegmentCache cache = new SegmentCache(32 << 10);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, cache);
                NativeTokenizer library = NativeTokenizer.load(Files.readString(model.resolve("tokenizer.json")))) {
            assertThat(tokenizer.incremental()).isTrue();
            for (int i = 0; i < 300; i++) {
                String text = TestTokenizers.chat(random);
                boolean special = random.nextBoolean();
                int[] ids = tokenizer.encode(text, special, () -> false);
                assertThat(ids).as("seed %d, text %d", seed, i).containsExactly(library.encode(text, special));
            }
        }
        assertThat(cache.hits()).isPositive();
        assertThat(cache.bytes()).isLessThanOrEqualTo(32 << 10);
    }

    @RepeatedTest(3)
    void theLongestOfSpecialTokensWithTheSameBeginningWins(RepetitionInfo repetition) throws Exception {
        long seed = 12_000L + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Path model = TestTokenizers.edited(directory, tree -> {
            for (String content : new String[] {"<a", "<a>", "<a><b>", "><b", "b><"}) {
                TestTokenizers.addToken(tree, content);
            }
        });
        String[] pieces = {"<", "a", ">", "b", "<a>", "<a><b>", " "};
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20));
                NativeTokenizer library = NativeTokenizer.load(Files.readString(model.resolve("tokenizer.json")))) {
            for (int i = 0; i < 300; i++) {
                StringBuilder text = new StringBuilder();
                for (int j = random.nextInt(12); j >= 0; j--) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                assertThat(tokenizer.encode(text.toString(), false, () -> false))
                        .as("seed %d, %s", seed, text)
                        .containsExactly(library.encode(text.toString(), false));
            }
        }
    }

    @Test
    void anAddedTokenHasTheIdThatTheLibraryGivesIt() throws Exception {
        Path model = TestTokenizers.edited(directory, tree -> {
            TestTokenizers.addToken(tree, "<|extra|>");
            ((ObjectNode) tree.path("added_tokens").path(11)).put("id", 7777);
        });
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20))) {
            assertThat(tokenizer.encode("<|extra|>", false, () -> false)).containsExactly(6000);
        }
    }

    @Test
    void whiteSpaceThatATokenTakesAlongIsInNoPiece() throws Exception {
        Path model = TestTokenizers.edited(directory, tree -> {
            ((ObjectNode) tree.path("added_tokens").path(3)).put("rstrip", true);
            ((ObjectNode) tree.path("added_tokens").path(4)).put("lstrip", true);
        });
        SegmentCache cache = new SegmentCache(1 << 20);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, cache)) {
            String one = "one".repeat(100);
            String two = "two".repeat(100);
            String three = "three".repeat(100);
            tokenizer.encode(one + "<|im_start|>" + two + "<|im_end|>" + three, false, () -> false);
            String text = one + "<|im_start|>  \n " + two + " \u3000<|im_end|>" + three;

            assertThat(tokenizer.encode(text, false, () -> false)).containsExactly(whole(model, text, false));
            assertThat(tokenizer.encode(text, true, () -> false)).containsExactly(whole(model, text, true));
        }
        assertThat(cache.misses()).as("one, two and three").isEqualTo(3);
    }

    @Test
    void theNextTurnCostsItsNewTextOnly() throws Exception {
        SegmentCache cache = new SegmentCache(1 << 20);
        try (TextTokenizer tokenizer = TextTokenizer.load(TestTokenizers.demo(directory), cache)) {
            StringBuilder chat = new StringBuilder("<|bos|>");
            for (int turn = 0; turn < 20; turn++) {
                chat.append("<|im_start|>user\n").append(QUESTION).append(turn).append("<|im_end|>\n");
            }
            tokenizer.encode(chat.toString(), false, () -> false);
            long misses = cache.misses();

            tokenizer.encode(chat + "<|im_start|>user\n" + QUESTION + "<|im_end|>\n", false, () -> false);

            assertThat(cache.misses() - misses).as("new pieces").isEqualTo(1);
        }
    }

    /** What is kept takes an entry that lives long, and most short questions come once. */
    @Test
    void aShortPieceIsKeptOnlyWhereTheLibraryHadToTokenizeIt() throws Exception {
        SegmentCache cache = new SegmentCache(1 << 20);
        try (TextTokenizer tokenizer = TextTokenizer.load(TestTokenizers.demo(directory), cache)) {
            tokenizer.encode("how do I do that?", false, () -> false);

            assertThat(cache.bytes()).as("words").isZero();

            tokenizer.encode("wie geht das, für Anfänger?", false, () -> false);

            assertThat(cache.bytes()).as("not ASCII").isPositive();
            assertThat(cache.misses()).isEqualTo(1);
        }
    }

    @Test
    void twoModelsDoNotShareTokens() throws Exception {
        SegmentCache cache = new SegmentCache(1 << 20);
        Path changed = TestTokenizers.edited(directory.resolve("changed"), tree -> {
            // The same text, another split: spaces stand alone.
            tree.set(
                    "pre_tokenizer",
                    TestTokenizers.json("{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'String':'"
                            + " '},'behavior':'Isolated',"
                            + "'invert':false},{'type':'ByteLevel','add_prefix_space':false,'trim_offsets':false,"
                            + "'use_regex':false}]}"));
        });
        try (TextTokenizer one = TextTokenizer.load(TestTokenizers.demo(directory.resolve("demo")), cache);
                TextTokenizer other = TextTokenizer.load(changed, cache)) {
            int[] first = one.encode("the cache", false, () -> false);

            assertThat(other.encode("the cache", false, () -> false)).isNotEqualTo(first);
        }
    }

    @Test
    void aPlainPromptGetsWhatThePostProcessorAddsWhateverTheConfigurationSays() throws Exception {
        assertThat(frame("{}")).startsWith(5989).doesNotContain(5993);
        assertThat(frame("{'add_bos_token':false,'add_eos_token':true,'bos_token':'<|bos|>','eos_token':'<|im_end|>'}"))
                .as("as the loader of transformers 5 has it")
                .isEqualTo(frame("{}"));
    }

    @Test
    void aContinuationHasTheSpecialTokensOfAPromptButNotTheFirst() throws Exception {
        Path model = TestTokenizers.demo(directory);
        Files.writeString(model.resolve("tokenizer_config.json"), "{\"bos_token\":\"<|bos|>\"}");
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20))) {
            assertThat(tokenizer.encodeContinuation("some words", () -> false))
                    .isEqualTo(tokenizer.encode("some words", false, () -> false));
        }
        Files.writeString(model.resolve("tokenizer_config.json"), "{}");
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20))) {
            assertThat(tokenizer.encodeContinuation("some words", () -> false))
                    .as("a model that names no token for the beginning")
                    .isEqualTo(tokenizer.encode("some words", true, () -> false));
        }
    }

    @Test
    void whereASpaceIsPrependedOneBehindASpecialTokenIsInDoubt() throws Exception {
        Path model = TestTokenizers.edited(
                directory,
                root -> root.set("normalizer", TestTokenizers.json("{'type':'Prepend','prepend':'\u2581'}")));
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20))) {
            for (String text : new String[] {" a", "\u2581a", "a<|im_end|> b", "<|im_start|><|im_end|>\u2581"}) {
                assertThat(tokenizer.inDoubt(PromptText.of(text))).as(text).isTrue();
            }
            for (String text : new String[] {"", "a b ", "<|im_start|>", "<|im_start|>a <|im_end|>\n b"}) {
                assertThat(tokenizer.inDoubt(PromptText.of(text))).as(text).isFalse();
            }
        }
        try (TextTokenizer tokenizer =
                TextTokenizer.load(TestTokenizers.demo(directory.resolve("demo")), new SegmentCache(1 << 20))) {
            assertThat(tokenizer.inDoubt(PromptText.of(" a")))
                    .as("nothing is prepended")
                    .isFalse();
        }
    }

    private int[] frame(String configuration) throws Exception {
        Path model = TestTokenizers.demo(directory);
        Files.writeString(model.resolve("tokenizer_config.json"), configuration.replace('\'', '"'));
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(1 << 20))) {
            return tokenizer.encode("some words", true, () -> false);
        }
    }

    @Test
    void aFileThatIsNoTokenizerIsNamed() throws IOException {
        SegmentCache cache = new SegmentCache(0);
        assertThatThrownBy(() -> TextTokenizer.load(directory, cache))
                .isInstanceOf(IOException.class)
                .hasMessage("tokenizer.json: there is no such file");

        Files.writeString(directory.resolve("tokenizer.json"), "{\"model\":{\"type\":\"unheard of\"}}");
        assertThatThrownBy(() -> TextTokenizer.load(directory, cache))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tokenizer.json: the tokenizer library refused it");
    }

    @Test
    void abandonedWorkStopsBetweenPieces() throws Exception {
        SegmentCache cache = new SegmentCache(1 << 20);
        AtomicInteger asked = new AtomicInteger();
        try (TextTokenizer tokenizer = TextTokenizer.load(TestTokenizers.demo(directory), cache)) {
            assertThatThrownBy(() -> tokenizer.encode(
                            "ä<|im_end|>ö<|im_end|>ü<|im_end|>ß", false, () -> asked.incrementAndGet() > 2))
                    .isInstanceOf(CancellationException.class);
        }
        assertThat(cache.misses()).isEqualTo(2);
    }

    @Test
    void manyThreadsShareOneTokenizer() throws Exception {
        Path model = TestTokenizers.demo(directory);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(64 << 10));
                NativeTokenizer library = NativeTokenizer.load(Files.readString(model.resolve("tokenizer.json")))) {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                long seed = 13_000L + i / 2;
                work.add(() -> {
                    Random random = new Random(seed);
                    for (int j = 0; j < 200; j++) {
                        String text = TestTokenizers.chat(random);
                        assertThat(tokenizer.encode(text, false, () -> false))
                                .as("seed %d, text %d", seed, j)
                                .containsExactly(library.encode(text, false));
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aClosedTokenizerSaysSoInsteadOfReadingFreedMemory() throws IOException {
        TextTokenizer tokenizer = TextTokenizer.load(TestTokenizers.demo(directory), new SegmentCache(0));
        tokenizer.close();
        tokenizer.close();

        assertThatThrownBy(() -> tokenizer.encode("text", false, () -> false))
                .isInstanceOf(IllegalStateException.class);
    }
}
