package dev.warmpath.config.binding;

/** Whether directories that a configuration names must be there, which depends on where it is checked. */
public enum PathCheck {
    /** A model's tokenizer directory must exist and hold {@code tokenizer.json}. */
    MUST_EXIST,
    /** Names are taken as written, as for a file that is checked on another machine than it runs on. */
    NOT_CHECKED
}
