package dev.warmpath.router.fleet.worker;

import java.time.Instant;
import java.util.Locale;

/**
 * What probing says of a worker, and why.
 *
 * @param reason of the last probe that bears out the state
 * @param detail more of it, such as {@code status 503}; empty where there is no more
 * @param since when it came into this state
 */
public record HealthStatus(HealthState state, Reason reason, String detail, Instant since) {

    /** How a probe ended; metrics and logs share these names. */
    public enum Reason {
        NOT_PROBED,
        OK,
        /** No connection within the time. */
        CONNECT,
        /** A connection and no TLS handshake over it. */
        TLS,
        /** The connection broke before an answer. */
        RESET,
        /** No answer within the time. */
        TIMEOUT,
        /** An answer that does not say well; redirects are not followed. */
        STATUS;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of a worker that nobody has asked. */
    static HealthStatus unknown() {
        return new HealthStatus(HealthState.UNKNOWN, Reason.NOT_PROBED, "", Instant.now());
    }
}
