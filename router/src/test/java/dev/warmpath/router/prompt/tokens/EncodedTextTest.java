package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pieces remember of block hashes changes what a chain costs, never what it is. */
class EncodedTextTest {

    private static final String[] TEXTS = {
        "You are a helpful assistant. Answer in one sentence, and do not make things up if you do not know.".repeat(3),
        "The router holds the cache of every worker in view, and sends a request where most of it is.".repeat(4),
        "ok",
        "a document of some length that several conversations hold at different places, word for word, in full"
                .repeat(3),
        "{\"name\": \"lookup\", \"arguments\": {\"id\": 12345}}",
        "yes, go on",
        "",
        "<think>something that was special elsewhere, and long enough for a block of its own</think>"
    };

    @TempDir
    Path directory;

    private Path model;

    @BeforeEach
    void unpack() {
        model = TestTokenizers.demo(directory);
    }

    private static void say(StringBuilder chat, Random random) {
        chat.append("<|im_start|>user\n").append(TEXTS[random.nextInt(TEXTS.length)]);
        if (random.nextInt(3) == 0) {
            chat.append(random.nextInt(10));
        }
        chat.append("<|im_end|>\n");
    }

    private static void assertRightChain(TextTokenizer tokenizer, String text, Random random, String description)
            throws UnencodableText, TextTooLarge {
        CacheNamespace namespace =
                random.nextInt(3) == 0 ? new CacheNamespace(null, "salt" + random.nextInt(2)) : CacheNamespace.PLAIN;
        int blockSize = new int[] {1, 8, 16, 64}[random.nextInt(4)];
        EncodedText encoded = tokenizer.encodeText(text, random.nextBoolean(), () -> false);
        int[] ids = encoded.ids();

        long[] chain = HashedPrompt.of(ids, ids.length, ids.length, namespace).chain(blockSize, encoded);

        assertThat(chain)
                .as(description)
                .containsExactly(
                        HashedPrompt.of(ids, ids.length, ids.length, namespace).chain(blockSize));
    }

    /** A cache that forgets while it is used, and one that does not. */
    @ParameterizedTest
    @ValueSource(ints = {16 << 10, 4 << 20})
    void theChainIsTheOneThatIsHashedFromTheStart(int cacheBytes) throws Exception {
        long seed = 31_000L + cacheBytes;
        Random random = new Random(seed);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(cacheBytes))) {
            List<StringBuilder> chats = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                chats.add(new StringBuilder("<|bos|>"));
            }
            for (int turn = 0; turn < 300; turn++) {
                int at = random.nextInt(chats.size());
                StringBuilder chat = chats.get(at);
                say(chat, random);
                if (random.nextInt(40) == 0) {
                    // A conversation that goes on from another's middle.
                    chats.set(at, new StringBuilder(chats.get(random.nextInt(chats.size()))));
                }
                assertRightChain(tokenizer, chat.toString(), random, "seed " + seed + ", turn " + turn);
            }
        }
    }

    @Test
    void manyThreadsRememberInTheSamePieces() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(32 << 10))) {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                long seed = 32_000L + i / 2;
                work.add(() -> {
                    Random random = new Random(seed);
                    StringBuilder chat = new StringBuilder("<|bos|>");
                    for (int turn = 0; turn < 100; turn++) {
                        say(chat, random);
                        assertRightChain(tokenizer, chat.toString(), random, "seed " + seed + ", turn " + turn);
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
    void onlyTheNewTurnIsRememberedAnew() throws Exception {
        SegmentCache cache = new SegmentCache(4 << 20);
        try (TextTokenizer tokenizer = TextTokenizer.load(model, cache)) {
            StringBuilder chat = new StringBuilder("<|bos|>");
            for (int turn = 0; turn < 50; turn++) {
                chat.append("<|im_start|>user\n").append(TEXTS[1]).append(turn).append("<|im_end|>\n");
            }
            long unhashed = bytesAfter(cache, tokenizer, chat, false);
            long hashed = bytesAfter(cache, tokenizer, chat, true);
            assertThat(hashed).as("hashes weigh something").isGreaterThan(unhashed);
            assertThat(bytesAfter(cache, tokenizer, chat, true))
                    .as("nothing new")
                    .isEqualTo(hashed);

            chat.append("<|im_start|>user\n").append(TEXTS[3]).append("<|im_end|>\n");
            long text = bytesAfter(cache, tokenizer, chat, false);
            long oneTurn = (hashed - unhashed) / 50;

            assertThat(bytesAfter(cache, tokenizer, chat, true) - text)
                    .as("hashes of one turn more, of which each has about %d bytes", oneTurn)
                    .isBetween(oneTurn / 2, 2 * oneTurn);
        }
    }

    private static long bytesAfter(SegmentCache cache, TextTokenizer tokenizer, CharSequence chat, boolean hash)
            throws UnencodableText, TextTooLarge {
        EncodedText encoded = tokenizer.encodeText(chat.toString(), false, () -> false);
        if (hash) {
            encoded.chain(0, 16, new long[encoded.ids().length / 16]);
        }
        return cache.bytes();
    }
}
