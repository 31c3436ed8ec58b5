package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * How engines are asked for their own load ({@code engine_load:}). It is shown beside the router's own count and compared
 * with it; it never enters a choice.
 *
 * @param enabled whether they are asked at all
 * @param stream whether those that publish their load are listened to, and asked only while nothing is heard
 * @param interval from the end of one question to the next, give or take a fifth
 * @param timeout a question without a whole answer by then has failed
 * @param staleAfter a rank's load that is older is not shown as its load any more, and not compared
 * @param disagreeAfter how long engine and router have to count otherwise before the doctor says so
 * @param maxBodyBytes a longer answer is given up
 */
public record EngineLoadSettings(
        boolean enabled,
        boolean stream,
        Duration interval,
        Duration timeout,
        Duration staleAfter,
        Duration disagreeAfter,
        long maxBodyBytes) {

    public static EngineLoadSettings defaults() {
        return new EngineLoadSettings(
                false,
                false,
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                4 << 20);
    }
}
