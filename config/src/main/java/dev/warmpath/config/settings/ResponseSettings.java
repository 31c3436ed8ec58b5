package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * Which worker keeps which response ({@code responses:}). An engine holds its responses in its own memory; whoever asks for
 * one has to come back to it.
 *
 * @param maxRemembered responses whose workers are remembered, at some 200 bytes each; of more those that were asked for
 *     longest ago are forgotten
 * @param rememberedFor how long after its last use; engines keep a response until they are restarted
 */
public record ResponseSettings(int maxRemembered, Duration rememberedFor) {

    public static ResponseSettings defaults() {
        return new ResponseSettings(100_000, Duration.ofHours(24));
    }
}
