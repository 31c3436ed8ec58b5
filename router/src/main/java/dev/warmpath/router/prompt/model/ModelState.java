package dev.warmpath.router.prompt.model;

import java.util.Locale;

/** What has become of a configured model's tokenizer. Fixed once the models are loaded. */
public enum ModelState {
    /** Tokenizer and, where there is one, chat template are at work. */
    LOADED,
    /** One of them could not be loaded; {@link PromptModels#loadErrors} says why. */
    FAILED,
    /** The settings name none: text prompts are routed by load. */
    NONE,
    /** Workers are asked. */
    REMOTE;

    /** Its name in metrics. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
