package dev.warmpath.router.prompt;

import dev.warmpath.scorer.hash.UnhashedReason;
import org.jspecify.annotations.Nullable;

/** What the router makes of a request's prompt: the tokens that it would hash, or why it would hash none. */
public sealed interface PromptReading {

    /**
     * The tokens that it would hash.
     *
     * @param ids token ids; shared, do not write to them
     * @param text what was tokenized, or null where the client sent ids or a worker was asked
     */
    record Tokens(int[] ids, @Nullable String text) implements PromptReading {}

    /**
     * It would route the request by load.
     *
     * @param detail what was wrong, without anything that a client wrote
     */
    record Unhashed(UnhashedReason reason, String detail) implements PromptReading {}
}
