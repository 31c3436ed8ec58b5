package dev.warmpath.config.binding.discovery;

import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.duration;

import dev.warmpath.config.section.Kind;
import java.time.Duration;

/** What several places where workers are found are told alike. */
final class SourceKinds {

    /** How often a place is asked. */
    static final Kind<Duration> LOOK_UP = duration(Duration.ofMillis(100), Duration.ofHours(1));

    /** How long a place may take to answer. */
    static final Kind<Duration> ANSWER = duration(Duration.ofMillis(10), Duration.ofMinutes(1));

    /** How its workers are called. */
    static final Kind<String> SCHEME = choice(new String[] {"http", "https"}, word -> word);

    private SourceKinds() {}
}
