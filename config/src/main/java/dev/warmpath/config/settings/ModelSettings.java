package dev.warmpath.config.settings;

import java.nio.file.Path;
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
 */
public record ModelSettings(
        String name,
        @Nullable Path tokenizer,
        boolean remoteTokenizer,
        @Nullable Integer maxInFlight) {

    /** A model that takes as many requests at one time as any. */
    public ModelSettings(String name, @Nullable Path tokenizer, boolean remoteTokenizer) {
        this(name, tokenizer, remoteTokenizer, null);
    }
}
