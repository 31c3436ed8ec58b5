package dev.warmpath.router.body;

import java.util.Locale;

/** Why a body was refused; its {@link #code} is what clients see and metrics count. */
enum BodyFault {
    /** Not one JSON object by RFC 8259. */
    INVALID_JSON,
    /** A string holds bytes that are not UTF-8. */
    INVALID_UTF8,
    /** Deeper, longer or with more members or values than any engine's schema has use for. */
    LIMIT_EXCEEDED,
    /** The same top-level key twice: which one counts would differ between the router and an engine. */
    DUPLICATE_KEY,
    /** A member that the endpoint needs is absent or null. */
    MISSING_REQUIRED_PARAMETER,
    /** A member has the wrong JSON type. */
    INVALID_TYPE,
    /** A member has the right type and a value out of range. */
    INVALID_VALUE;

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** This fault as the 400 that a client gets. */
    BadRequest at(String param, String message) {
        return new BadRequest(400, code(), param, message);
    }

    /** A fault of the bytes themselves, which no member can be blamed for. */
    BadRequest atByte(int offset, String what) {
        return new BadRequest(400, code(), null, "Request body, byte " + offset + ": " + what);
    }
}
