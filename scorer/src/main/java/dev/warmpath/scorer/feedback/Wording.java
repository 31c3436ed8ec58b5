package dev.warmpath.scorer.feedback;

/**
 * In whose words an engine tells what it had cached. One release may know only one of them, so that what is left out in the
 * other says nothing.
 */
public enum Wording {
    /** Beside the prompt's length, as in chats, completions, responses and the engines' own endpoints. */
    OPENAI,
    /** Apart from it, as in messages. */
    ANTHROPIC
}
