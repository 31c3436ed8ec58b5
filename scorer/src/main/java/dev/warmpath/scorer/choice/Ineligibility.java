package dev.warmpath.scorer.choice;

import java.util.Locale;

/** Why a target must not be chosen. Each reason has one owner, who alone sets and lifts it; where several hold, the first is shown. */
public enum Ineligibility {
    /** An operator takes the worker out. */
    DRAINING,
    /** The source that the worker was discovered from says that it is not ready, or is going. */
    WITHDRAWN,
    /** Probes say that the worker cannot serve. */
    UNHEALTHY,
    /** Legs could not connect to the worker, or lost it before an answer. */
    UNREACHABLE,
    /** It is not known which engine the worker runs, so nobody can say how a leg has to be written for it. */
    UNDETECTED,
    /** The worker's bootstrap server has not told the name under which this rank hands its KV over. */
    UNNAMED,
    /** The target failed too many of the legs that it was sent. */
    FAILING;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
