package dev.warmpath.router.hints;

/**
 * What one request says of its way.
 *
 * @param session number of its session, or 0 where it names none, sessions are not kept together, or it opts out
 */
public record Hints(Retention retention, long session) {

    /** Of a request that says nothing. */
    public static final Hints NONE = new Hints(Retention.UNSAID, 0);
}
