package dev.warmpath.router.cluster.status;

import java.util.Locale;

/** Whether this router knows others. */
public enum ClusterState {
    /** {@code cluster.enabled} is false. */
    OFF,
    /** It has not joined yet, or not again. */
    JOINING,
    /** It has joined, and hears nobody: it works on its own load alone. */
    ALONE,
    /** It hears at least one other router. */
    TOGETHER;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
