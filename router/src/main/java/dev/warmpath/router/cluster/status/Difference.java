package dev.warmpath.router.cluster.status;

import dev.warmpath.router.cluster.wire.Hello;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What may be otherwise on another router, though it should be the same on all. */
@SuppressWarnings("ImmutableEnumChecker") // method references without state
public enum Difference {
    /** Release of the router. */
    VERSION(Hello::version),
    /** Models and what turns their prompts into tokens. */
    MODELS(Hello::models),
    /** Section {@code scoring}, as configured. */
    SCORING(Hello::scoring),
    /** Registered workers. */
    WORKERS(Hello::workers),
    /** Overlap weights in force. */
    WEIGHTS(Hello::weights),
    /** What operators have changed: weights, drains, client keys. Differs for a moment after each change. */
    CHANGES(Hello::registers);

    private final Function<Hello, Object> part;

    Difference(Function<Hello, Object> part) {
        this.part = part;
    }

    /** What differs between what two routers say of themselves. */
    public static List<Difference> between(Hello one, Hello other) {
        List<Difference> differing = new ArrayList<>();
        for (Difference difference : values()) {
            if (!difference.part.apply(one).equals(difference.part.apply(other))) {
                differing.add(difference);
            }
        }
        return differing;
    }

    /** As metrics write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
