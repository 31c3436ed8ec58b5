package dev.warmpath.router.template;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import java.util.Optional;

/**
 * A template that cannot be used, or a rendering that ended without a prompt. The message names the cause and the line
 * and holds no prompt text, so that it may be logged; what the template itself raised may quote the prompt, and is kept
 * apart in {@link #raised}. No stack trace: it is data.
 */
public final class TemplateException extends Exception {

    private final FaultReason reason;
    private final int line;
    private final transient Optional<String> raised;

    private TemplateException(String message, FaultReason reason, int line, Optional<String> raised) {
        super(message, null, false, false);
        this.reason = reason;
        this.line = line;
        this.raised = raised;
    }

    static TemplateException of(Fault fault) {
        boolean raised = fault.reason() == FaultReason.RAISED;
        String what = raised ? "the template refused the conversation" : fault.message();
        String where = fault.line() > 0 ? "line " + fault.line() + ": " : "";
        return new TemplateException(
                where + what, fault.reason(), fault.line(), raised ? Optional.of(fault.message()) : Optional.empty());
    }

    /** Whether a rendering was ended that may have been a good one, given more time, memory or depth. */
    public boolean isLimit() {
        return reason == FaultReason.LIMIT;
    }

    public FaultReason reason() {
        return reason;
    }

    /** The line in the template's source, counted from 1; 0 when it is not known. */
    public int line() {
        return line;
    }

    /** The text given to {@code raise_exception}; meant for the client who sent the prompt, never for logs. */
    public Optional<String> raised() {
        return raised;
    }
}
