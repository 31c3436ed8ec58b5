package dev.warmpath.router.tls;

import io.netty.handler.ssl.NotSslRecordException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Tells why a connection to a worker was not made, or was broken off at once. */
public final class HandshakeFaults {

    /** A chain of causes is a few long; this bounds one that is a circle. */
    private static final int MOST_CAUSES = 16;
    /** What is told goes into logs, and the other side has a part in it. */
    private static final int MOST_CHARS = 200;

    private static final String NO_TLS = "the worker does not speak TLS";

    private HandshakeFaults() {}

    /**
     * What the handshake failed of, in the words of the TLS implementation; null if it is not the handshake that failed.
     * With TLS 1.3 a worker judges the router's certificate after the router's own part is done, so its refusal may come
     * in place of an answer. No engine has seen the request then.
     */
    public static @Nullable String of(Throwable failure) {
        String told = null;
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof NotSslRecordException) {
                // Its message is what the worker said instead, byte for byte.
                return NO_TLS;
            }
            if (cause instanceof SSLHandshakeException || told != null) {
                // The innermost cause is the one that names certificate or host.
                told = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            }
            cause = cause.getCause();
        }
        return told == null || told.length() <= MOST_CHARS ? told : told.substring(0, MOST_CHARS);
    }
}
