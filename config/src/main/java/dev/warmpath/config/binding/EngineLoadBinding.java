package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.size;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.EngineLoadSettings;
import java.time.Duration;

/** The section {@code engine_load}. */
final class EngineLoadBinding {

    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));

    private EngineLoadBinding() {}

    static EngineLoadSettings bind(Section section, EngineLoadSettings now) {
        EngineLoadSettings load = new EngineLoadSettings(
                section.value("enabled", flag(), now.enabled()),
                section.value("stream", flag(), now.stream()),
                section.value("interval", CLOCK, now.interval()),
                section.value("timeout", CLOCK, now.timeout()),
                section.value("stale_after", CLOCK, now.staleAfter()),
                section.value("disagree_after", CLOCK, now.disagreeAfter()),
                section.value("max_body", size(1 << 10, 1 << 30), now.maxBodyBytes()));
        if (load.staleAfter().compareTo(load.interval()) <= 0) {
            section.refuse(
                    "stale_after",
                    "is not longer than engine_load.interval: every answer would be stale before the next",
                    null,
                    "Make it a few intervals");
        }
        return load;
    }
}
