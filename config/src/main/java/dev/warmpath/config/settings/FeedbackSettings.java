package dev.warmpath.config.settings;

/**
 * How engines are asked what they had cached ({@code feedback:}).
 *
 * @param askUsage whether the router asks for usage where a client's stream does not, and takes it out of the answer
 *     again; prefill legs, whose answers no client sees, are asked in any case
 */
public record FeedbackSettings(boolean askUsage) {

    public static FeedbackSettings defaults() {
        return new FeedbackSettings(false);
    }
}
