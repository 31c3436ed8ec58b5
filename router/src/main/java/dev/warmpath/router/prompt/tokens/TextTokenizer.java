package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
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

    /** SentencePiece's letter for a space. */
    private static final char SPACE_IN_VOCABULARY = '\u2581';

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Tells models apart in the cache, also two that were loaded from the same directory at different times. */
    private final int number = NUMBERS.incrementAndGet();

    private final NativeTokenizer tokenizer;

    /** Where text may be cut, or null when it must not be. */
    private final @Nullable AddedTokens cuts;

    /** The same tokens, where a space behind one of them is read in two ways; else null. */
    private final @Nullable AddedTokens doubtful;

    private final @Nullable SpecialFrame frame;
    /** The token for the beginning of a text, if the model names one. */
    private final OptionalInt begin;

    private final SegmentCache cache;

    private TextTokenizer(
            NativeTokenizer tokenizer,
            @Nullable AddedTokens cuts,
            @Nullable AddedTokens doubtful,
            @Nullable SpecialFrame frame,
            OptionalInt begin,
            SegmentCache cache) {
        this.tokenizer = tokenizer;
        this.begin = begin;
        this.cuts = cuts;
        this.doubtful = doubtful;
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
            Path configuration = modelDirectory.resolve("tokenizer_config.json");
            SpecialFrame frame = SpecialFrame.of(tokenizer);
            OptionalInt begin = SpecialFrame.begin(tokenizer, configuration);
            AddedTokens cuts = file.cuttable() ? cuts(tokenizer, file) : null;
            AddedTokens doubtful = file.prepends() ? cuts(tokenizer, file) : null;
            return new TextTokenizer(tokenizer, cuts, doubtful, frame, begin, cache);
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
     * Whether engines of the same model may disagree on this text. A tokenizer of Llama 2's kind puts a space in front of
     * each piece between added tokens; where the piece has one already, {@code tokenizer.json} makes it two, and the
     * class that transformers 5 builds instead of the file leaves it at one.
     */
    public boolean inDoubt(String text) {
        if (doubtful == null) {
            return false;
        }
        boolean pieceStarts = true;
        int at = 0;
        while (at < text.length()) {
            AddedToken token = doubtful.longestAt(text, at);
            if (token != null) {
                at += token.content().length();
                pieceStarts = true;
                continue;
            }
            if (pieceStarts && (text.charAt(at) == ' ' || text.charAt(at) == SPACE_IN_VOCABULARY)) {
                return true;
            }
            pieceStarts = false;
            at++;
        }
        return false;
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

    /**
     * Token ids of text that an engine tokenizes like a prompt of its own and puts behind another: with special tokens,
     * but not with the one for the beginning.
     */
    public int[] encodeContinuation(String text, BooleanSupplier abandoned) {
        int[] ids = encode(text, true, abandoned);
        boolean begins = ids.length > 0 && begin.isPresent() && ids[0] == begin.getAsInt();
        return begins ? Arrays.copyOfRange(ids, 1, ids.length) : ids;
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
