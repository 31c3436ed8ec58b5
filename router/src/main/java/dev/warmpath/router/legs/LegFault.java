package dev.warmpath.router.legs;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a leg did not do its part. Charged to the target it names, never to the other leg. No stack trace: it is data. */
public final class LegFault extends Exception {

    /** What happened; metrics and logs share these names. */
    public enum Kind {
        /** No connection: refused, unreachable, or not accepted in time. Nothing was sent. */
        CONNECT,
        /**
         * A connection and no TLS handshake over it: one side does not believe the other's certificate, or the worker speaks
         * no TLS. No engine has seen the request.
         */
        TLS,
        /** Too many legs wait for a connection to this worker. Nothing was sent. */
        POOL_FULL,
        /** The connection broke before an answer began. */
        RESET,
        /** The connection broke inside an answer. */
        TRUNCATED,
        /** A status of 300 or more. */
        STATUS,
        /** A 200 stream that carries an error event. */
        ERROR_EVENT,
        /** An answer that the router cannot hold, or that is not what it should be. */
        MALFORMED,
        /** A good answer of a prefill leg without what its decode leg needs. */
        NO_HAND_OFF,
        /** Of a pair's two legs the one that let the hand-off's lease run out before decode was sent. */
        HAND_OFF_EXPIRED;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Role role;
    private final Target target;
    private final Kind kind;
    private final @Nullable WorkerAnswer answer;

    LegFault(Role role, Target target, Kind kind, @Nullable WorkerAnswer answer, String detail) {
        super(detail, null, false, false);
        this.role = role;
        this.target = target;
        this.kind = kind;
        this.answer = answer;
    }

    public Role role() {
        return role;
    }

    public Target target() {
        return target;
    }

    public Kind kind() {
        return kind;
    }

    /** What the worker said, where it said something that a client can be told. */
    public @Nullable WorkerAnswer answer() {
        return answer;
    }

    /** Whether the request itself is at fault, so that no other worker would take it either. */
    public boolean clientFault() {
        return answer != null && answer.status() >= 400 && answer.status() < 500 && !credentialsRefused();
    }

    /** Whether the worker does not accept the {@code api_key} of its configuration: no client's credentials reach it. */
    public boolean credentialsRefused() {
        return kind == Kind.STATUS && answer != null && (answer.status() == 401 || answer.status() == 403);
    }

    /** Whether the worker as a whole is out of reach, all its ranks included. */
    public boolean wholeWorker() {
        return switch (kind) {
            case CONNECT, TLS, RESET, POOL_FULL -> true;
            // The ranks of a worker share its connections.
            case HAND_OFF_EXPIRED -> role == Role.DECODE;
            case TRUNCATED, STATUS, ERROR_EVENT, MALFORMED, NO_HAND_OFF -> false;
        };
    }
}
