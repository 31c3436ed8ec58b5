package dev.warmpath.router.body;

import org.jspecify.annotations.Nullable;

/** The client's request cannot be served as it is; carries what the error answer needs. No stack trace: it is data. */
public final class BadRequest extends Exception {

    private final int status;
    private final String code;
    private final @Nullable String param;

    /**
     * A refusal.
     *
     * @param status HTTP status, 4xx
     * @param code stable, machine-readable
     * @param param the body member at fault, or null
     * @param message what was wrong, where, and what to do; never holds prompt text
     */
    public BadRequest(int status, String code, @Nullable String param, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.param = param;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public @Nullable String param() {
        return param;
    }

    /** Never null, unlike {@link #getMessage}. */
    public String message() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
