package dev.warmpath.router.wire;

import java.util.Locale;

/** Why a request's head is refused. Answers, metrics and tests share the {@link #code}. */
public enum HeadFault {
    LINE_TOO_LONG(414, "The request line is longer than server.max_url."),
    HEADERS_TOO_LARGE(431, "The request's headers are larger than server.max_header."),
    /** Not HTTP/1, or the length of the body is given in no way, or in more ways than one. */
    MALFORMED_HEAD(
            400,
            "The request's head is not well formed: its first line, a header's name or value, or the length of its"
                    + " body."),
    TRANSFER_CODING(400, "Transfer-Encoding can be chunked and nothing else."),
    /** An old draft of WebSocket gave eight bytes of body to a head that tells of none. */
    HIDDEN_LENGTH(400, "Sec-WebSocket-Key1 and -Key2 belong to a protocol that is not spoken here."),
    HOST_MISSING(400, "A request of HTTP/1.1 has to say its Host."),
    HOST_REPEATED(400, "A request has one Host."),
    HOST_MALFORMED(400, "Host is a host's name or address and perhaps a port."),
    TARGET_MALFORMED(400, "The request's target is a path, or a URL of the host that Host names, in ASCII.");

    private final int status;
    private final String message;

    HeadFault(int status, String message) {
        this.status = status;
        this.message = message;
    }

    /** HTTP status of the refusal, 4xx. */
    public int status() {
        return status;
    }

    /** Stable, machine-readable. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is wrong, for the client. */
    public String message() {
        return message;
    }
}
