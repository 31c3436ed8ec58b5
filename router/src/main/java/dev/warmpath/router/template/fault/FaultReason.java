package dev.warmpath.router.template.fault;

/** Why a template was refused or a rendering ended; one vocabulary for callers, metrics and logs. */
public enum FaultReason {
    /** The source is not a template: found when it is loaded. */
    SYNTAX,
    /** A tag, filter, test, method or form that this interpreter does not know, and will not guess. */
    UNSUPPORTED,
    /** The template itself called {@code raise_exception}. */
    RAISED,
    /** Something that is not defined was used as if it were. */
    UNDEFINED,
    /** An operation that its operands do not allow, such as adding a string and a number. */
    OPERATION,
    /** The template needs more time, memory or depth than it may have. */
    LIMIT
}
