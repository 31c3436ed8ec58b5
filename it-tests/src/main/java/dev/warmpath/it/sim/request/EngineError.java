package dev.warmpath.it.sim.request;

/** An error that an engine answers with. */
public final class EngineError extends Exception {

    private final int status;
    private final String type;

    private EngineError(int status, String type, String message) {
        super(message);
        this.status = status;
        this.type = type;
    }

    public static EngineError badRequest(String message) {
        return new EngineError(400, "BadRequestError", message);
    }

    public static EngineError notFound(String message) {
        return new EngineError(404, "NotFoundError", message);
    }

    public static EngineError internal(String message) {
        return new EngineError(500, "InternalServerError", message);
    }

    public static EngineError unavailable(String message) {
        return new EngineError(503, "ServiceUnavailableError", message);
    }

    public int status() {
        return status;
    }

    public String type() {
        return type;
    }

    /** The message; never null here. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
