package dev.warmpath.router.prompt.model;

import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.FirstPrompt;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.chat.ChatRenderer;
import dev.warmpath.router.prompt.chat.MediaKeys;
import dev.warmpath.router.prompt.chat.MessageCache;
import dev.warmpath.router.prompt.chat.RenderedChat;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import dev.warmpath.router.prompt.form.ChatForm;
import dev.warmpath.router.prompt.tokens.EncodedText;
import dev.warmpath.router.prompt.tokens.NativeMemory;
import dev.warmpath.router.prompt.tokens.PromptText;
import dev.warmpath.router.prompt.tokens.SegmentCache;
import dev.warmpath.router.prompt.tokens.TextTokenizer;
import dev.warmpath.router.prompt.tokens.TextTooLarge;
import dev.warmpath.router.prompt.tokens.TextWanted;
import dev.warmpath.router.prompt.tokens.TooMuchText;
import dev.warmpath.router.prompt.tokens.UnencodableText;
import dev.warmpath.router.template.TemplateException;
import dev.warmpath.router.template.TemplateLimits;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A model whose tokenizer and chat template are here. What does not load leaves the rest at work: without a template,
 * plain prompts are still tokenized.
 */
final class LocalModel implements PromptModel {

    /** A tokenizer may join the last word of a text with what follows it. */
    private static final int OPEN_TOKENS = 8;

    /**
     * Loop turns of a template while others wait for the thread. A turn takes from 0.1 to 2 microseconds, and a template
     * with a loop in a loop over the messages makes a quarter of a million of 14 KiB of empty ones: 24 milliseconds.
     */
    private static final int BRIEF_LOOPS = 512;

    /**
     * Bytes of messages that are read, and characters that the template makes and looks at, for each byte of a body that may
     * be done at once. Templates take texts apart and put them together again; what is remembered of them is not counted.
     */
    private static final int BRIEF_CHARS_PER_BYTE = 4;

    private final @Nullable TextTokenizer tokenizer;
    private final @Nullable ChatRenderer chats;
    /** The same templates, for a thread that others wait for. */
    private final @Nullable ChatRenderer briefChats;

    private final @Nullable String error;
    private final int maxChars;

    private LocalModel(
            @Nullable TextTokenizer tokenizer,
            @Nullable ChatRenderer chats,
            @Nullable ChatRenderer briefChats,
            @Nullable String error,
            int maxChars) {
        this.tokenizer = tokenizer;
        this.chats = chats;
        this.briefChats = briefChats;
        this.error = error;
        this.maxChars = maxChars;
    }

    static LocalModel load(
            String name,
            Path directory,
            PromptSettings settings,
            SegmentCache pieces,
            MessageCache messages,
            NativeMemory memory) {
        TextTokenizer tokenizer = null;
        ChatRenderer chats = null;
        ChatRenderer brief = null;
        String error = null;
        try {
            tokenizer = TextTokenizer.load(directory, pieces, memory);
            TemplateLimits limits = TemplateLimits.of(settings);
            chats = ChatRenderer.load(directory, limits, messages, messages.newModel());
            int chars = Math.max(1, BRIEF_CHARS_PER_BYTE * settings.atOnceBytes());
            brief = chats.within(limits.withRun(Math.min(BRIEF_LOOPS, limits.maxLoops()), chars));
        } catch (IOException | TemplateException e) {
            error = e.getMessage();
        } catch (RuntimeException | StackOverflowError e) {
            // A file that breaks our own code costs its model the affinity, and the router nothing else.
            error = e.toString();
        }
        if (error != null) {
            error = "model " + name + ", " + directory + ": " + error;
        }
        return new LocalModel(tokenizer, chats, brief, error, settings.maxPromptChars());
    }

    /** What could not be loaded, if anything. */
    Optional<String> loadError() {
        return Optional.ofNullable(error);
    }

    @Override
    public CompletableFuture<PromptTokens> tokens(GenerationRequest request, Engine engine, TokensWanted wanted)
            throws Unhashable {
        if (tokenizer == null) {
            throw new Unhashable(UnhashedReason.TOKENIZER_FAILED, "the model's tokenizer could not be loaded");
        }
        boolean chat = request.endpoint().hasConversation();
        try {
            PromptTokens tokens = chat
                    ? conversationTokens(request, engine, tokenizer, wanted)
                    : plainTokens(plainText(request), request, tokenizer, wanted);
            return CompletableFuture.completedFuture(tokens);
        } catch (UnencodableText e) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, String.valueOf(e.getMessage()));
        } catch (TextTooLarge e) {
            throw new Unhashable(UnhashedReason.TOKENIZER_MEMORY, String.valueOf(e.getMessage()));
        }
    }

    private PromptTokens plainTokens(
            String prompt, GenerationRequest request, TextTokenizer tokenizer, TextWanted wanted)
            throws Unhashable, UnencodableText, TextTooLarge {
        PromptText text = PromptText.of(prompt);
        requireUndoubted(text, tokenizer);
        boolean special = PromptFields.addSpecialTokens(request.body(), true);
        EncodedText encoded = tokenizer.encodeText(text, special, wanted);
        return new PromptTokens(encoded.ids(), text, encoded);
    }

    private PromptTokens chatTokens(RenderedChat chat, TextTokenizer tokenizer, TextWanted wanted)
            throws Unhashable, UnencodableText, TextTooLarge {
        requireUndoubted(chat.prompt(), tokenizer);
        EncodedText encoded = tokenizer.encodeText(chat.prompt(), false, wanted);
        int[] ids = encoded.ids();
        if (chat.continued().isEmpty()) {
            return new PromptTokens(ids, chat.prompt(), encoded);
        }
        requireUndoubted(PromptText.of(chat.continued()), tokenizer);
        int[] continued = tokenizer.encodeContinuation(chat.continued(), wanted);
        int[] all = Arrays.copyOf(ids, ids.length + continued.length);
        System.arraycopy(continued, 0, all, ids.length, continued.length);
        return new PromptTokens(all, PromptText.of(chat.text() + chat.continued()));
    }

    private PromptTokens conversationTokens(
            GenerationRequest request, Engine engine, TextTokenizer tokenizer, TextWanted wanted)
            throws Unhashable, UnencodableText, TextTooLarge {
        ChatRenderer renderer = wanted.briefly() ? briefChats : chats;
        if (renderer == null) {
            throw new Unhashable(UnhashedReason.TOKENIZER_FAILED, "the model's chat template could not be loaded");
        }
        try {
            if (request.endpoint() == Endpoint.RESPONSES && renderer.isHarmony()) {
                throw new UnsupportedChat("responses of a Harmony model, which the engine writes without its template");
            }
            JsonBody chat = ChatForm.of(request, engine);
            try {
                return chatTokens(renderer.render(chat, engine), tokenizer, wanted);
            } catch (UnsupportedChat e) {
                if (!e.isMedia()) {
                    throw e;
                }
                // All of its messages are read for that, whether they are known or not.
                if (chat.bytes().length > renderer.mostRead()) {
                    throw new TooMuchText();
                }
                return beforeMedia(chat, engine, renderer, tokenizer, wanted);
            }
        } catch (UnsupportedChat e) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, String.valueOf(e.getMessage()));
        } catch (TemplateException e) {
            requireTime(e, wanted);
            throw new Unhashable(UnhashedReason.TEMPLATE_FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** What stands before the first image, but for its last tokens, of which what follows may have made others. */
    private PromptTokens beforeMedia(
            JsonBody chat, Engine engine, ChatRenderer chats, TextTokenizer tokenizer, TextWanted wanted)
            throws Unhashable, UnencodableText, TextTooLarge {
        long[] content = MediaKeys.of(chat);
        try {
            PromptText text = PromptText.of(chats.beforeMedia(chat, engine));
            requireUndoubted(text, tokenizer);
            EncodedText encoded = tokenizer.encodeText(text, false, wanted);
            int[] ids = encoded.ids();
            return new PromptTokens(ids, text, encoded, Math.max(0, ids.length - OPEN_TOKENS), content);
        } catch (UnsupportedChat | TemplateException | Unhashable e) {
            requireTime(e, wanted);
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, String.valueOf(e.getMessage()), content);
        }
    }

    /** A thread that has more time may come to the end of a rendering that was too long for this one. */
    private static void requireTime(Exception failed, TextWanted wanted) {
        boolean limit = failed instanceof TemplateException template && template.isLimit();
        if (limit && wanted.briefly()) {
            throw new TooMuchText();
        }
    }

    private static String plainText(GenerationRequest request) throws Unhashable {
        if (request.firstPrompt() instanceof FirstPrompt.Text text) {
            return text.text();
        }
        throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, "the request has no text prompt");
    }

    private void requireUndoubted(PromptText text, TextTokenizer tokenizer) throws Unhashable {
        if (text.length() > maxChars) {
            throw new Unhashable(UnhashedReason.PROMPT_TOO_LONG, "the prompt is longer than prompt.max_prompt_chars");
        }
        if (tokenizer.inDoubt(text)) {
            throw new Unhashable(
                    UnhashedReason.UNSUPPORTED_CONTENT,
                    "a space at the start or behind a special token, which releases of transformers read differently");
        }
    }

    @Override
    public boolean worksHere() {
        return true;
    }

    @Override
    public boolean knowsWords() {
        return tokenizer != null && tokenizer.knowsWords();
    }

    @Override
    public ModelState state() {
        return error == null ? ModelState.LOADED : ModelState.FAILED;
    }

    @Override
    public void close() {
        if (tokenizer != null) {
            tokenizer.close();
        }
    }
}
