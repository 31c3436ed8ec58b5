package dev.warmpath.config.binding.health;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.integer;

import dev.warmpath.config.address.UrlPath;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.health.HealthSettings;
import java.time.Duration;

/** The sections {@code health}: of all workers, and of some. */
public final class HealthBinding {

    private static final Kind<Integer> THRESHOLD = integer(1, 1000);
    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));

    private HealthBinding() {}

    /**
     * Binds the section.
     *
     * @param now what holds for keys that are not written
     */
    public static HealthSettings bind(Section section, HealthSettings now) {
        return new HealthSettings(
                section.value("enabled", flag(), now.enabled()),
                section.value("path", UrlPath.KIND, now.path()),
                section.value("interval", CLOCK, now.interval()),
                section.value("timeout", CLOCK, now.timeout()),
                section.value("failures", THRESHOLD, now.failures()),
                section.value("successes", THRESHOLD, now.successes()));
    }
}
