package dev.warmpath.router.snapshot.file;

/** A file, or one rank's part of it, is not used. */
public final class RefusedSnapshotException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Refusal reason;

    RefusedSnapshotException(Refusal reason, String detail) {
        super(detail);
        this.reason = reason;
    }

    public Refusal reason() {
        return reason;
    }
}
