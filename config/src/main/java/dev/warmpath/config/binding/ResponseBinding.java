package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.integer;

import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.ResponseSettings;
import java.time.Duration;

/** The section {@code responses}. */
final class ResponseBinding {

    private ResponseBinding() {}

    static ResponseSettings bind(Section section, ResponseSettings now) {
        return new ResponseSettings(
                section.value("max_remembered", integer(1, 10_000_000), now.maxRemembered()),
                section.value(
                        "remembered_for", duration(Duration.ofSeconds(1), Duration.ofDays(30)), now.rememberedFor()));
    }
}
