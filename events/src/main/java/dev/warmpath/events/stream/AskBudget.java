package dev.warmpath.events.stream;

/**
 * How often one recovery may ask for a replay. Asking again is worth it while each answer gets further, and a few times
 * when it does not; the same hole answered twice in the same way has left the publisher's ring for good.
 */
final class AskBudget {

    /** An end to recoveries that always get a little further: a publisher that outruns its own replay. */
    private static final int MAX_ASKS = 64;

    private static final long NOTHING_HELD = -1;

    private final int attempts;
    private int asks;
    private int fruitless;
    private long lastWhenAsked;
    private long holeEnd;

    /** @param attempts how often in a row an answer that got no further may be followed by another ask */
    AskBudget(int attempts) {
        this.attempts = attempts;
    }

    /** A recovery begins. */
    void reset() {
        asks = 0;
        fruitless = 0;
        holeEnd = NOTHING_HELD;
    }

    /** An ask goes out while {@code last} is the last number applied. */
    void asked(long last) {
        asks++;
        lastWhenAsked = last;
    }

    int asks() {
        return asks;
    }

    /** Whether the current ask has brought anything new. */
    boolean gotFurther(long last) {
        return last > lastWhenAsked;
    }

    /** Whether the hole before {@code nextHeld} may be asked for again; counts it as a try. */
    boolean allows(long last, long nextHeld) {
        boolean further = gotFurther(last);
        fruitless = further ? 0 : fruitless + 1;
        boolean sameHole = !further && nextHeld == holeEnd;
        holeEnd = nextHeld;
        return !sameHole && fruitless <= attempts && asks < MAX_ASKS;
    }
}
