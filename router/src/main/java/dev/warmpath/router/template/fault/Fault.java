package dev.warmpath.router.template.fault;

/**
 * How any part of the interpreter gives up. Unchecked, because it crosses iterators and closures; the door turns it into
 * the checked exception that callers see. It has no stack trace: the template's line is what helps.
 *
 * <p>Messages are made of names that stand in the template's source and of type names, never of values: values are
 * prompt text.
 */
public final class Fault extends RuntimeException {

    private final FaultReason reason;
    private final String message;
    private int line;

    /** A fault at a known line, counted from 1; 0 while the line is not known yet. */
    public Fault(FaultReason reason, String message, int line) {
        super(message, null, false, false);
        this.reason = reason;
        this.message = message;
        this.line = line;
    }

    public static Fault operation(String message) {
        return new Fault(FaultReason.OPERATION, message, 0);
    }

    public static Fault unsupported(String message) {
        return new Fault(FaultReason.UNSUPPORTED, message, 0);
    }

    public static Fault undefined(String message) {
        return new Fault(FaultReason.UNDEFINED, message, 0);
    }

    public static Fault limit(String message) {
        return new Fault(FaultReason.LIMIT, message, 0);
    }

    /** Notes the line unless an inner part of the template has noted its own. */
    public Fault at(int outerLine) {
        if (line == 0) {
            line = outerLine;
        }
        return this;
    }

    public FaultReason reason() {
        return reason;
    }

    /** Never null, unlike {@link #getMessage}. */
    public String message() {
        return message;
    }

    /** The line in the template's source, counted from 1; 0 when it is not known. */
    public int line() {
        return line;
    }
}
