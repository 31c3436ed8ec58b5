package dev.warmpath.config.binding.files;

/** Whether files and directories that a configuration names must be there, which depends on where it is checked. */
public enum PathCheck {
    /**
     * A model's tokenizer directory must exist and hold {@code tokenizer.json}; a file of client keys must be good, and TLS
     * files fit for use.
     */
    MUST_EXIST,
    /** Names are taken as written, as for a file that is checked on another machine than it runs on. */
    NOT_CHECKED
}
