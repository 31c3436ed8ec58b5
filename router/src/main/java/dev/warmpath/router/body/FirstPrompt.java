package dev.warmpath.router.body;

/** What a completion request is routed by: its only prompt, or the first of a batch. */
public sealed interface FirstPrompt {

    /** Text, still to be tokenized. */
    record Text(String text) implements FirstPrompt {}

    /**
     * Token ids, used as they are.
     *
     * @param ids unsigned 32-bit ids; the array is the receiver's own
     */
    record Tokens(int[] ids) implements FirstPrompt {}
}
