package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.warmpath.router.prompt.words.WordRule;
import dev.warmpath.router.prompt.words.WordTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
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
 * <p>Cost of text that was seen before: where it is a message's own text, one copy of the ids ({@link KnownText}); else one
 * search for special tokens ({@link TokenWalk}), one copy and one comparison of the text besides. New text is looked up by its words where that can be ({@link WordTokenizer}); a native call
 * takes about 5 microseconds for a word and 5 milliseconds for 16,000 characters. The same answer as without the cache is a property test; the cost, {@code warmpath bench tokenize}.
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

    /** The tokens that text may be cut at, and those that it may not, or null when it must not be cut at all. */
    private final @Nullable AddedTokens cuts;

    /** The same tokens, where a space behind one of them is read in two ways; else null. */
    private final @Nullable AddedTokens doubtful;

    /** For what is between cuts, or null when the library alone knows its words. */
    private final @Nullable WordTokenizer words;

    private final @Nullable SpecialFrame frame;
    /** The token for the beginning of a text, if the model names one. */
    private final OptionalInt begin;

    private final SegmentCache cache;
    private final NativeMemory memory;

    private TextTokenizer(
            NativeTokenizer tokenizer,
            @Nullable AddedTokens cuts,
            @Nullable AddedTokens doubtful,
            @Nullable WordTokenizer words,
            @Nullable SpecialFrame frame,
            OptionalInt begin,
            SegmentCache cache,
            NativeMemory memory) {
        this.tokenizer = tokenizer;
        this.begin = begin;
        this.cuts = cuts;
        this.doubtful = doubtful;
        this.words = words;
        this.frame = frame;
        this.cache = cache;
        this.memory = memory;
    }

    /**
     * Loads {@code tokenizer.json} of a model directory, which takes about a quarter of a second.
     *
     * @throws IOException names the file and the cause
     */
    public static TextTokenizer load(Path modelDirectory, SegmentCache cache) throws IOException {
        return load(modelDirectory, cache, NativeMemory.unbounded());
    }

    /**
     * The same, within bounds of memory.
     *
     * @param memory shared by all that tokenize at the same time
     */
    public static TextTokenizer load(Path modelDirectory, SegmentCache cache, NativeMemory memory) throws IOException {
        NativeTokenizer tokenizer = null;
        try {
            String json = Files.readString(modelDirectory.resolve(FILE));
            TokenizerFile file = TokenizerFile.parse(json);
            tokenizer = NativeTokenizer.load(json);
            Path configuration = modelDirectory.resolve("tokenizer_config.json");
            SpecialFrame frame = SpecialFrame.of(tokenizer);
            OptionalInt begin = SpecialFrame.begin(tokenizer, configuration);
            AddedTokens added = added(tokenizer, file);
            AddedTokens cuts = file.cuttable() ? added : null;
            AddedTokens doubtful = file.prepends() ? added : null;
            WordTokenizer words = words(tokenizer, file);
            return new TextTokenizer(tokenizer, cuts, doubtful, words, frame, begin, cache, memory);
        } catch (IOException | RuntimeException e) {
            if (tokenizer != null) {
                tokenizer.close();
            }
            throw new IOException(FILE + ": " + cause(e), e);
        }
    }

    private static @Nullable WordTokenizer words(NativeTokenizer library, TokenizerFile file) {
        WordRule rule = file.words();
        return rule == null ? null : WordTokenizer.of(rule, text -> library.encode(text, false));
    }

    private static String cause(Exception e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        // Jackson's full message has a second line, which is no good in a log.
        return String.valueOf(e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage());
    }

    /** The tokens with the ids that the library gives them: it keeps those of the file only where they follow on. */
    private static @Nullable AddedTokens added(NativeTokenizer tokenizer, TokenizerFile file) {
        List<AddedToken> tokens = new ArrayList<>();
        for (Map.Entry<String, Cut> token : file.tokens().entrySet()) {
            int[] ids = tokenizer.encode(token.getKey(), false);
            if (ids.length != 1) {
                return null;
            }
            tokens.add(new AddedToken(token.getKey(), new Piece(ids), token.getValue()));
        }
        return new AddedTokens(tokens);
    }

    /** Whether text is cut and cached, which depends on the model's tokenizer. */
    public boolean incremental() {
        return cuts != null;
    }

    /** Whether new text that is ASCII is tokenized by its words. */
    public boolean knowsWords() {
        return words != null;
    }

    /**
     * Whether engines of the same model may disagree on this text. A tokenizer of Llama 2's kind puts a space in front of
     * each piece between added tokens; where the piece has one already, {@code tokenizer.json} makes it two, and the
     * class that transformers 5 builds instead of the file leaves it at one.
     */
    public boolean inDoubt(PromptText prompt) {
        if (doubtful == null) {
            return false;
        }
        String text = prompt.whole();
        TokenWalk walk = doubtful.walk(text);
        int start = 0;
        while (walk.next() != null) {
            if (startsWithSpace(text, start, walk.start())) {
                return true;
            }
            start = walk.end();
        }
        return startsWithSpace(text, start, text.length());
    }

    private static boolean startsWithSpace(String text, int start, int end) {
        return start < end && (text.charAt(start) == ' ' || text.charAt(start) == SPACE_IN_VOCABULARY);
    }

    /**
     * A text as tokens.
     *
     * @param addSpecialTokens whether to put around it what the engine puts around a plain prompt
     * @param wanted asked between pieces whether to go on
     * @throws CancellationException nobody waits any more
     * @throws TooMuchText there is more to do than is allowed
     * @throws UnencodableText half of a surrogate pair is in it
     * @throws TextTooLarge a piece of it has no room in memory
     */
    public EncodedText encodeText(PromptText text, boolean addSpecialTokens, TextWanted wanted)
            throws UnencodableText, TextTooLarge {
        if (addSpecialTokens && frame == null) {
            return new EncodedText(uncut(text, true, wanted), cache);
        }
        TokenBuffer ids = cuts == null ? uncut(text, false, wanted) : pieces(text, cuts, wanted);
        return new EncodedText(addSpecialTokens && frame != null ? ids.between(frame) : ids, cache);
    }

    /** The same of a text in one part. */
    public EncodedText encodeText(String text, boolean addSpecialTokens, TextWanted wanted)
            throws UnencodableText, TextTooLarge {
        return encodeText(PromptText.of(text), addSpecialTokens, wanted);
    }

    /** The same, token ids only. */
    public int[] encode(String text, boolean addSpecialTokens, TextWanted wanted) throws UnencodableText, TextTooLarge {
        return encodeText(text, addSpecialTokens, wanted).ids();
    }

    /**
     * Token ids of text that an engine tokenizes like a prompt of its own and puts behind another: with special tokens,
     * but not with the one for the beginning.
     *
     * @throws CancellationException nobody waits any more
     * @throws TooMuchText there is more to do than is allowed
     * @throws UnencodableText half of a surrogate pair is in it
     * @throws TextTooLarge a piece of it has no room in memory
     */
    public int[] encodeContinuation(String text, TextWanted wanted) throws UnencodableText, TextTooLarge {
        int[] ids = encode(text, true, wanted);
        boolean begins = ids.length > 0 && begin.isPresent() && ids[0] == begin.getAsInt();
        return begins ? Arrays.copyOfRange(ids, 1, ids.length) : ids;
    }

    private TokenBuffer uncut(PromptText text, boolean addSpecialTokens, TextWanted wanted)
            throws UnencodableText, TextTooLarge {
        require(wanted, text.length());
        TokenBuffer ids = new TokenBuffer();
        ids.add(new Piece(encodeWhole(text.whole(), addSpecialTokens, wanted)));
        return ids;
    }

    private TokenBuffer pieces(PromptText text, AddedTokens added, TextWanted wanted)
            throws UnencodableText, TextTooLarge {
        PieceEncoder encoder = new PieceEncoder(this, cache, wanted);
        if (!new PieceCutter(added, number, encoder).cut(text)) {
            encoder = new PieceEncoder(this, cache, wanted);
            new PieceCutter(added, number, encoder).cut(PromptText.of(text.whole()));
        }
        return encoder.pieces();
    }

    /** Tells models apart in the cache. */
    int number() {
        return number;
    }

    /** Token ids of a piece that is not known. */
    int[] encodeNew(String text, TextWanted wanted) throws UnencodableText, TextTooLarge {
        int[] ids = encodeWords(text, wanted);
        return ids == null ? encodeByLibrary(text, wanted) : ids;
    }

    /** The same of a piece of known words; null when it is not one, or work is not allowed. */
    int @Nullable [] encodeWords(String text, TextWanted wanted) {
        return words == null ? null : words.encode(text, wanted::allows);
    }

    /** The same of any piece. */
    int[] encodeByLibrary(String text, TextWanted wanted) throws UnencodableText, TextTooLarge {
        require(wanted, text.length());
        return encodeWhole(text, false, wanted);
    }

    private static void require(TextWanted wanted, int chars) {
        if (!wanted.allows(chars)) {
            throw new TooMuchText();
        }
    }

    /** A pair of surrogates is never cut: no added token's text starts or ends in the middle of one. */
    private int[] encodeWhole(String text, boolean addSpecialTokens, TextWanted wanted)
            throws UnencodableText, TextTooLarge {
        UnencodableText.requireWhole(text);
        int taken = memory.take(text, wanted);
        try {
            return tokenizer.encode(text, addSpecialTokens);
        } finally {
            memory.give(taken);
        }
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
