package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A model's tokenizer, incremental: text that it has seen before costs a look-up.
 *
 * <p>The idea: chats are rendered with special tokens between their turns ({@code <|im_end|>} and the like). A tokenizer
 * takes those out of the text before it does anything else, so no token ever reaches across one, and the ids of a text
 * are the ids of the pieces between them, joined. Each piece is looked up in {@link SegmentCache} by its text; a
 * conversation's next turn finds every piece but its last ones. Where a model's tokenizer has steps that see more than a
 * piece ({@link TokenizerFile}), nothing is cut and every text is tokenized whole.
 *
 * <p>Cost: finding the cuts is one look at each character. A native call takes about 5 microseconds for a word and 9
 * milliseconds for 16,000 characters; a look-up, the hashing of the piece's text. The same answer as without the cache
 * is a property test.
 *
 * <p>Safe for any number of threads.
 */
public final class TextTokenizer implements AutoCloseable {

    private static final String FILE = "tokenizer.json";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Tells models apart in the cache, also two that were loaded from the same directory at different times. */
    private final int number = NUMBERS.incrementAndGet();

    private final NativeTokenizer tokenizer;

    /** Where text may be cut, or null when it must not be. */
    private final @Nullable AddedTokens cuts;

    private final @Nullable SpecialFrame frame;
    private final SegmentCache cache;

    private TextTokenizer(
            NativeTokenizer tokenizer, @Nullable AddedTokens cuts, @Nullable SpecialFrame frame, SegmentCache cache) {
        this.tokenizer = tokenizer;
        this.cuts = cuts;
        this.frame = frame;
        this.cache = cache;
    }

    /**
     * Loads {@code tokenizer.json} of a model directory, which takes about a quarter of a second.
     *
     * @throws IOException names the file and the cause
     */
    public static TextTokenizer load(Path modelDirectory, SegmentCache cache) throws IOException {
        NativeTokenizer tokenizer = null;
        try {
            String json = Files.readString(modelDirectory.resolve(FILE));
            TokenizerFile file = TokenizerFile.parse(json);
            tokenizer = NativeTokenizer.load(json);
            SpecialFrame frame = SpecialFrame.of(tokenizer, modelDirectory.resolve("tokenizer_config.json"));
            return new TextTokenizer(tokenizer, file.cuttable() ? cuts(tokenizer, file) : null, frame, cache);
        } catch (IOException | RuntimeException e) {
            if (tokenizer != null) {
                tokenizer.close();
            }
            throw new IOException(FILE + ": " + cause(e), e);
        }
    }

    private static String cause(Exception e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        // Jackson's full message has a second line, which is no good in a log.
        return String.valueOf(e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage());
    }

    /** The tokens with the ids that the library gives them: it keeps those of the file only where they follow on. */
    private static @Nullable AddedTokens cuts(NativeTokenizer tokenizer, TokenizerFile file) {
        List<AddedToken> tokens = new ArrayList<>();
        for (String content : file.cuts()) {
            int[] ids = tokenizer.encode(content, false);
            if (ids.length != 1) {
                return null;
            }
            tokens.add(new AddedToken(content, ids[0]));
        }
        return new AddedTokens(tokens);
    }

    /** Whether text is cut and cached, which depends on the model's tokenizer. */
    public boolean incremental() {
        return cuts != null;
    }

    /**
     * Token ids of a text.
     *
     * @param text without lone surrogates
     * @param addSpecialTokens whether to put around it what the engine puts around a plain prompt
     * @param abandoned asked between pieces: true stops the work
     * @throws CancellationException when it was stopped
     */
    public int[] encode(String text, boolean addSpecialTokens, BooleanSupplier abandoned) {
        if (addSpecialTokens && frame == null) {
            return tokenizer.encode(text, true);
        }
        TokenBuffer ids = new TokenBuffer();
        if (addSpecialTokens && frame != null) {
            ids.add(frame.before());
        }
        if (cuts != null) {
            encodePieces(text, cuts, ids, abandoned);
        } else {
            ids.add(tokenizer.encode(text, false));
        }
        if (addSpecialTokens && frame != null) {
            ids.add(frame.after());
        }
        return ids.toArray();
    }

    private void encodePieces(String text, AddedTokens added, TokenBuffer ids, BooleanSupplier abandoned) {
        int start = 0;
        int at = 0;
        while (at < text.length()) {
            AddedToken token = added.longestAt(text, at);
            if (token == null) {
                at++;
                continue;
            }
            encodePiece(text, start, at, ids, abandoned);
            ids.add(token.id());
            at += token.content().length();
            start = at;
        }
        encodePiece(text, start, at, ids, abandoned);
    }

    private void encodePiece(String text, int start, int end, TokenBuffer ids, BooleanSupplier abandoned) {
        if (start == end) {
            return;
        }
        if (abandoned.getAsBoolean()) {
            throw new CancellationException("nobody waits for these tokens any more");
        }
        ids.add(cache.get(number, text.substring(start, end), this::encodeOwn));
    }

    private int[] encodeOwn(String piece) {
        return tokenizer.encode(piece, false);
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
