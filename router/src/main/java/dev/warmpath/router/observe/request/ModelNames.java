package dev.warmpath.router.observe.request;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configured models, and what a request's model is called where it is counted, logged or traced. What a client calls a
 * model that is not configured is the client's text: it makes no series, and stays out of logs and traces.
 */
public final class ModelNames {

    private static final String OTHER = "other";

    private final Set<String> configured;

    public ModelNames(Set<String> configured) {
        this.configured = Set.copyOf(configured);
    }

    /** The model that can be meant where none is named: the only configured one, or null where there are more. */
    public @Nullable String only() {
        return configured.size() == 1 ? configured.iterator().next() : null;
    }

    /** Whether a model is configured. */
    public boolean has(String model) {
        return configured.contains(model);
    }

    /** A model's name, or one name for all that are not configured. */
    public String label(String model) {
        return configured.contains(model) ? model : OTHER;
    }
}
