package dev.warmpath.scorer.hash;

import java.util.Locale;

/** Why a prompt could not be turned into block hashes, so that its request is routed by load. */
public enum UnhashedReason {
    /** The request has no prompt whose blocks a next one could match (embeddings, an upload): as it should be. */
    NO_PROMPT,
    /** The model has no tokenizer and the prompt is text. */
    NO_TOKENIZER,
    /** The tokenizer or template could not be loaded; the model's load error says why. */
    TOKENIZER_FAILED,
    /** The template refused or could not render this request. */
    TEMPLATE_FAILED,
    /** The request holds something that we cannot turn into the engine's tokens (images, audio, embeddings). */
    UNSUPPORTED_CONTENT,
    /** The prompt's text is longer than the router tokenizes. */
    PROMPT_TOO_LONG,
    /** A piece of the prompt needs more memory to be tokenized than there is for all. */
    TOKENIZER_MEMORY,
    /** Too many prompts are waiting for a tokenizer thread. */
    TOKENIZER_BUSY,
    /** Tokenizing did not end in time. */
    TOKENIZER_TIMEOUT,
    /** The worker's own /tokenize did not answer as it should. */
    REMOTE_FAILED;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
