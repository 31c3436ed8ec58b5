package dev.warmpath.config.problem;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a configuration.
 *
 * @param path the key, such as {@code workers[2].kv_events.endpoint}; empty when the file as a whole is meant
 * @param origin where the value, or the section that lacks it, was written
 * @param message what is wrong, without the path
 * @param seen the value as it was written, secrets masked; null where there is none to show
 * @param remedy what to do about it
 */
public record ConfigProblem(
        String path,
        Origin origin,
        String message,
        @Nullable String seen,
        String remedy) {

    private static final int LONGEST_SEEN = 120;

    /** Keeps {@code seen} to one line of a readable length. */
    public ConfigProblem {
        if (seen != null) {
            String line = seen.replaceAll("\\p{Cntrl}", "?");
            seen = line.length() <= LONGEST_SEEN ? line : line.substring(0, LONGEST_SEEN) + "...";
        }
    }

    /** {@code workers[0].role (line 12): is not a role; saw "prefil". Write one of prefill, decode, mixed}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(path);
        String place = origin.toString();
        if (!place.isEmpty()) {
            text.append(path.isEmpty() ? place : " (" + place + ")");
        }
        text.append(text.isEmpty() ? "" : ": ").append(message);
        if (seen != null) {
            text.append("; saw \"").append(seen).append('"');
        }
        return text.append(". ").append(remedy).toString();
    }
}
