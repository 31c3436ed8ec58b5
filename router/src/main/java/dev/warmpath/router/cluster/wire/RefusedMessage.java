package dev.warmpath.router.cluster.wire;

/** A message that cannot be taken. */
public final class RefusedMessage extends Exception {

    private static final long serialVersionUID = 1;

    private final Refused reason;

    RefusedMessage(Refused reason) {
        // No stack: who sends such a message sends many.
        super(reason.key(), null, false, false);
        this.reason = reason;
    }

    public Refused reason() {
        return reason;
    }
}
