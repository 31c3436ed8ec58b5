package dev.warmpath.router.admin.registry;

/** A change that is not made. Told to the caller, so it holds no secret. No stack trace: it is data. */
public final class Refusal extends Exception {

    private final int status;
    private final String code;

    public Refusal(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** A condition that does not hold. */
    public static Refusal conditionFailed() {
        return new Refusal(
                412, "condition_failed", "It has been changed since If-Match's tag was given. Nothing was changed.");
    }

    /** HTTP status to answer with. */
    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
