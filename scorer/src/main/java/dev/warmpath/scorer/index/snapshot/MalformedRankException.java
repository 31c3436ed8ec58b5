package dev.warmpath.scorer.index.snapshot;

/** Bytes that are no rank's blocks; says what is wrong with them. */
public final class MalformedRankException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedRankException(String what) {
        super(what);
    }
}
