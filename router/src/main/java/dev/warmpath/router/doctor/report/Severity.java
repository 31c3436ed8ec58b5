package dev.warmpath.router.doctor.report;

import java.util.Locale;

/** How a check came out, the worst last. */
public enum Severity {
    /** Nothing is wrong, or there is nothing to judge yet. */
    PASS,
    /** Affinity is worse than it could be, or soon may be. */
    WARN,
    /** Affinity or service is lost. */
    FAIL;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Severity worse(Severity other) {
        return other.compareTo(this) > 0 ? other : this;
    }
}
