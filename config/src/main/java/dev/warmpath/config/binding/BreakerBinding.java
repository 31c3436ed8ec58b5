package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.decimal;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.integer;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.BreakerSettings;
import java.time.Duration;

/** The section {@code breaker}. */
final class BreakerBinding {

    private static final Kind<Integer> THRESHOLD = integer(1, 1000);
    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));

    private BreakerBinding() {}

    static BreakerSettings bind(Section section, BreakerSettings now) {
        BreakerSettings breaker = new BreakerSettings(
                section.value("consecutive_failures", THRESHOLD, now.consecutiveFailures()),
                section.value("window", integer(1, BreakerSettings.MAX_WINDOW), now.window()),
                section.value(
                        "failure_rate", decimal(Double.MIN_VALUE, 1, "a number above 0, at most 1"), now.failureRate()),
                section.value("open_min", CLOCK, now.openMin()),
                section.value("open_max", CLOCK, now.openMax()));
        if (breaker.openMin().compareTo(breaker.openMax()) > 0) {
            section.refuse("open_min", "is longer than breaker.open_max", null, "Make it the shorter of the two");
        }
        return breaker;
    }
}
