package dev.warmpath.router.prompt;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.router.prompt.model.PromptTokens;
import dev.warmpath.router.prompt.tokens.PromptText;
import dev.warmpath.scorer.hash.ChainSource;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;

/** What a caller of the pipeline wants of a prompt once its tokens are there, or will not be. */
sealed interface PromptUse<T> {

    /** The tokens are there. */
    T of(PromptTokens tokens, CacheNamespace namespace);

    /**
     * There will be no tokens.
     *
     * @param detail what was wrong, without anything that a client wrote
     */
    T without(UnhashedReason reason, String detail);

    /**
     * The same for a prompt with images, sounds or files.
     *
     * @param content a key of each
     */
    default T without(UnhashedReason reason, String detail, long[] content) {
        return without(reason, detail);
    }

    /** Block hashes, for routing. */
    record Hashing(int[] blockSizes) implements PromptUse<HashedPrompt> {

        @Override
        public HashedPrompt of(PromptTokens tokens, CacheNamespace namespace) {
            int[] ids = tokens.ids();
            long[] content = tokens.content();
            HashedPrompt prompt = content == null
                    ? HashedPrompt.of(ids, ids.length, tokens.matchable(), namespace)
                    : HashedPrompt.beginning(ids, tokens.matchable(), namespace, content);
            ChainSource known = tokens.chains();
            for (int size : blockSizes) {
                if (known == null) {
                    prompt.chain(size);
                } else {
                    prompt.chain(size, known);
                }
            }
            return prompt;
        }

        @Override
        public HashedPrompt without(UnhashedReason reason, String detail) {
            return HashedPrompt.unhashed(reason);
        }

        @Override
        public HashedPrompt without(UnhashedReason reason, String detail, long[] content) {
            return HashedPrompt.unhashed(reason, content);
        }
    }

    /** The tokens themselves, for someone who compares them with an engine's. */
    record Reading() implements PromptUse<PromptReading> {

        @Override
        public PromptReading of(PromptTokens tokens, CacheNamespace namespace) {
            PromptText text = tokens.text();
            return tokens.content() == null
                    ? new PromptReading.Tokens(tokens.ids(), text == null ? null : text.whole())
                    : without(UnhashedReason.UNSUPPORTED_CONTENT, "content has a part that is not text");
        }

        @Override
        public PromptReading without(UnhashedReason reason, String detail) {
            return new PromptReading.Unhashed(reason, detail);
        }
    }
}
