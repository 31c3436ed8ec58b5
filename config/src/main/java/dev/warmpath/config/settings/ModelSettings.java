package dev.warmpath.config.settings;

import dev.warmpath.config.settings.admission.AdmissionSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One served model ({@code models:}).
 *
 * @param name the name that clients send
 * @param tokenizer directory with {@code tokenizer.json} and chat template, or null: such a model is routed by overlap
 *     for token-id prompts only
 * @param remoteTokenizer whether the worker's own {@code /tokenize} is asked instead
 * @param maxInFlight requests of this model that may be worked on at one time, or null for {@link
 *     AdmissionSettings#maxInFlightPerModel}
 * @param adapters names of LoRA adapters of this model, which clients send in place of its own; those that a worker lists
 *     itself need not be named
 */
public record ModelSettings(
        String name,
        @Nullable Path tokenizer,
        boolean remoteTokenizer,
        @Nullable Integer maxInFlight,
        List<String> adapters) {

    public ModelSettings {
        adapters = List.copyOf(adapters);
    }

    /** A model without adapters that are named. */
    public ModelSettings(
            String name, @Nullable Path tokenizer, boolean remoteTokenizer, @Nullable Integer maxInFlight) {
        this(name, tokenizer, remoteTokenizer, maxInFlight, List.of());
    }

    /** A model that takes as many requests at one time as any. */
    public ModelSettings(String name, @Nullable Path tokenizer, boolean remoteTokenizer) {
        this(name, tokenizer, remoteTokenizer, null);
    }
}
