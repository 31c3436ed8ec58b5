package dev.warmpath.router.load;

/**
 * That engine and router do not count a rank's requests alike, one way, since some time. The two are read at different times
 * while requests come and go, so only what points one way at every look is a disagreement: one look at which they agree, or
 * disagree the other way round, begins anew.
 *
 * <p>The margins differ. An engine counts more than the router's requests only where the others come from elsewhere (or a
 * request has several prompts or samples), so a quarter more is odd. The router counts a request from its choice to its
 * answer's last byte, the engine while its scheduler has it: where answers are short, or clients slow, that is a good part
 * of the time less, so only half as many is odd. A difference of two is noise for either.
 *
 * @param direction the sign of what the engine counts too much; 0 while they agree
 * @param sinceNanos when that began, of {@link System#nanoTime}'s kind
 */
record Disagreement(int direction, long sinceNanos) {

    static final Disagreement NONE = new Disagreement(0, 0);

    private static final long NOISE = 2;
    private static final double MORE = 0.25;
    private static final double FEWER = 0.5;

    /** After one more look at both counts. */
    Disagreement after(long engine, long own, long nanos) {
        int now = direction(engine, own);
        return now == direction ? this : new Disagreement(now, nanos);
    }

    /** For how long they have disagreed; 0 while they agree. */
    long nanos(long now) {
        return direction == 0 ? 0 : Math.max(0, now - sinceNanos);
    }

    private static int direction(long engine, long own) {
        long more = engine - own;
        if (more > NOISE && more > MORE * own) {
            return 1;
        }
        return -more > NOISE && -more > FEWER * own ? -1 : 0;
    }
}
